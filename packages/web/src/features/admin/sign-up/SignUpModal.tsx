import { Button } from '@mantine/core'
import { domainText, isDomain, type SignUpMode, signUpApi, signUpModes } from '@rodada/contract/auth/sign-up'
import { limits } from '@rodada/contract/core/limits'
import type { SystemInfo } from '@rodada/contract/instance/system'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import own from './sign-up.module.css'

/** 'Quem pode criar conta': the rule of sign-up, which holds at once. */
export function SignUpModal({ system, onClose }: { system: SystemInfo; onClose: () => void }) {
  const client = useQueryClient()
  const [mode, setMode] = useState<SignUpMode>(system.sign_up.mode)
  const [domains, setDomains] = useState(system.sign_up.domains.join('\n'))
  const name = useId()
  const typed = domains
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(domainText)
  // What is not shown is not checked, and keeps what it was.
  const body = { mode, domains: mode === 'domains' ? [...new Set(typed)] : system.sign_up.domains }
  const check = (): Record<string, string> => {
    if (mode !== 'domains') return {}
    if (typed.length === 0) return { domains: t('texts:domainRequired') }
    if (!typed.every(isDomain)) return { domains: t('texts:domainInvalid') }
    return body.domains.length > limits.signUpDomains ? { domains: t('texts:tooManyDomains') } : {}
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    const sign_up = await call(signUpApi.change, { body })
    client.setQueryData(systemQuery.queryKey, { ...system, sign_up })
    toast(t(`admin:members.signUp.saved.${sign_up.mode}`))
    onClose()
  })
  return (
    <Dialog title={t('admin:members.signUp.title')} size={500} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <FormProblem text={problem} />
        <fieldset className={own.modes} aria-label={t('admin:members.signUp.title')}>
          {signUpModes.map((each) => {
            const isOff = each === 'domains' && !system.mail.enabled && !system.oidc
            return (
              <label key={each} data-off={isOff || undefined}>
                <input
                  type="radio"
                  name={name}
                  value={each}
                  checked={mode === each}
                  disabled={isOff && mode !== each}
                  data-autofocus={mode === each || undefined}
                  onChange={() => setMode(each)}
                />
                <span>
                  <b>{t(`admin:members.signUp.modes.${each}`)}</b>
                  <small>
                    {isOff && mode !== each ? t('admin:members.signUp.needsMail') : t(`admin:members.signUp.texts.${each}`)}
                    {isOff && mode === each && <strong> {t('admin:members.signUp.mailGone')}</strong>}
                  </small>
                </span>
              </label>
            )
          })}
        </fieldset>
        {mode === 'domains' && (
          <Field label={t('admin:members.signUp.domains')} hint={t('admin:members.signUp.domainsHint')} problem={problems.domains}>
            {(control) => (
              <textarea
                {...control}
                name="domains"
                className={classes.area}
                rows={2}
                value={domains}
                placeholder="empresa.com.br"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => {
                  setDomains(event.currentTarget.value)
                  mend('domains')
                }}
              />
            )}
          </Field>
        )}
        <p className={classes.hint}>{t('admin:members.signUp.note')}</p>
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="filled" loading={sending}>
            {t('admin:members.signUp.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
