import { Button } from '@mantine/core'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { limits } from '@rodada/contract/core/limits'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { LinkButton } from '../../ui/page/LinkButton.tsx'
import { toast } from '../../ui/states/feedback.tsx'
import classes from './LoginScreen.module.css'
import { PanelPage } from './PanelPage.tsx'

/** /redefinir-senha#<token>, where an email leads: another password, and then the login with it. */
export function ResetScreen() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  // A link that is over stays over: only another email helps.
  const [over, setOver] = useState<string | null>(token === '' ? t('auth:reset.noToken') : null)
  return (
    <PanelPage title={t('auth:reset.title')} lead={t(over ? 'auth:reset.leadOver' : 'auth:reset.lead')}>
      {over === null ? <NewPassword token={token} onOver={setOver} /> : <LinkOver why={over} />}
    </PanelPage>
  )
}

function LinkOver({ why }: { why: string }) {
  return (
    <div className={classes.form}>
      <FormProblem text={why} />
      <LinkButton to="/login" search={{ modo: 'esqueci' }} variant="filled" size="lg" fullWidth>
        {t('auth:reset.again')}
      </LinkButton>
    </div>
  )
}

function NewPassword({ token, onOver }: { token: string; onOver: (why: string) => void }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState({ new_password: '', confirmation: '' })
  const check = (): Record<string, string> => {
    if (draft.new_password.length < limits.passwordMin) return { new_password: t('auth:reset.short') }
    return draft.new_password === draft.confirmation ? {} : { confirmation: t('auth:reset.mismatch') }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    try {
      await call(passwordResetApi.complete, { body: { token, ...draft } })
    } catch (reason) {
      const why = reason instanceof CallError ? reason.fields.token : undefined
      if (why === undefined) throw reason
      return onOver(why)
    }
    toast(t('auth:reset.done'))
    await navigate({ to: '/login', replace: true })
  })
  const field = (name: 'new_password' | 'confirmation') => ({
    name,
    value: draft[name],
    error: problems[name],
    autoComplete: 'new-password',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setDraft((before) => ({ ...before, [name]: value }))
      mend(name)
    },
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <PasswordField {...field('new_password')} label={t('auth:reset.newPassword')} description={t('auth:fields.passwordHint')} autoFocus />
      <PasswordField {...field('confirmation')} label={t('auth:reset.confirmation')} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        {t('auth:reset.save')}
      </Button>
    </form>
  )
}
