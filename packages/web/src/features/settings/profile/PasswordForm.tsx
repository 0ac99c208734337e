import { Button } from '@mantine/core'
import { accountApi } from '@rodada/contract/auth/account'
import { limits } from '@rodada/contract/core/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { companyQuery } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { renewPush } from '../../../lib/device/web-push.ts'
import { type Problems, useForm } from '../../../lib/use-form.ts'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { CurrentPasswordField } from '../security/CurrentPasswordField.tsx'
import { useOwnPassword } from '../security/own-password.ts'
import classes from '../settings.module.css'

const empty = { current_password: '', new_password: '', confirmation: '' }

/** Another password; empty again after each that was set. */
export function PasswordForm() {
  const [round, setRound] = useState(0)
  return <EmptyForm key={round} onChanged={() => setRound((before) => before + 1)} />
}

function EmptyForm({ onChanged }: { onChanged: () => void }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(empty)
  const own = useOwnPassword()
  const { data: system } = useQuery(systemQuery)
  const check = (): Problems => {
    if (draft.new_password.length < limits.passwordMin) return { new_password: t('settings:password.short') }
    return draft.new_password === draft.confirmation ? {} : { confirmation: t('settings:password.mismatch') }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    await call(accountApi.changePassword, { body: draft })
    void renewPush()
    toast(t('settings:password.changed'), { detail: t('settings:password.changedDetail') })
    void queryClient.invalidateQueries({ queryKey: ['devices'] })
    void queryClient.invalidateQueries(companyQuery)
    onChanged()
  })
  const field = (name: keyof typeof empty) => ({
    name,
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setDraft((before) => ({ ...before, [name]: value }))
      mend(name)
    },
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      {system?.password_login === false && <p className={classes.hint}>{t('settings:password.loginOff', { name: own.company })}</p>}
      <CurrentPasswordField
        value={draft.current_password}
        problem={problems.current_password}
        onChange={(current_password) => {
          setDraft((before) => ({ ...before, current_password }))
          mend('current_password')
        }}
      />
      <div className={classes.pair}>
        <PasswordField {...field('new_password')} label={t('settings:password.new')} autoComplete="new-password" />
        <PasswordField {...field('confirmation')} label={t('settings:password.confirmation')} autoComplete="new-password" />
      </div>
      <div className={classes.actions}>
        <Button type="submit" disabled={(draft.current_password === '' && !own.isMissing) || draft.new_password === ''} loading={sending}>
          {t(own.isMissing ? 'settings:password.set' : 'settings:password.change')}
        </Button>
      </div>
    </form>
  )
}
