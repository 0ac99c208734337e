import { Button } from '@mantine/core'
import { signUpApi } from '@rodada/contract/auth/sign-up'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { EmailField } from '../EmailField.tsx'
import classes from '../LoginScreen.module.css'

type Props = { email: string; domains: string; onEmail: (email: string) => void }

/** Asks for the link with which an account is made. What it says is the same for every address of an accepted domain. */
export function AskForm({ email, domains, onEmail }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const check = (): Record<string, string> => (email.trim() === '' ? { email: t('texts:emailRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    await call(signUpApi.ask, { body: { email } })
    setSentTo(email.trim())
  })
  return (
    <>
      <div role="status">{sentTo !== null && <p className={classes.sent}>{t('auth:signUp.sent', { email: sentTo })}</p>}</div>
      {sentTo === null && (
        <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
          <p className={classes.rule}>{t('auth:signUp.domains', { list: domains })}</p>
          <FormProblem text={problem} />
          <EmailField
            email={email}
            problem={problems.email}
            onEmail={(value) => {
              onEmail(value)
              mend('email')
            }}
          />
          <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
            {t('auth:signUp.ask')}
          </Button>
        </form>
      )}
      <p className={classes.rule}>{t('auth:signUp.domainsOr')}</p>
    </>
  )
}
