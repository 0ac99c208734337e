import { Button } from '@mantine/core'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { EmailField } from './EmailField.tsx'
import classes from './LoginScreen.module.css'

type Props = { email: string; onEmail: (email: string) => void; onBack: () => void }

/** Asks for the email that sets another password. What it says is the same for every address. */
export function ForgotForm({ email, onEmail, onBack }: Props) {
  const [sent, setSent] = useState(false)
  const check = (): Record<string, string> => (email.trim() === '' ? { email: t('auth:reset.emailRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    await call(passwordResetApi.request, { body: { email } })
    setSent(true)
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <div role="status">{sent && <p className={classes.sent}>{t('auth:reset.sent', { email: email.trim() })}</p>}</div>
      {!sent && (
        <>
          <FormProblem text={problem} />
          <EmailField
            autoFocus
            email={email}
            problem={problems.email}
            onEmail={(value) => {
              onEmail(value)
              mend('email')
            }}
          />
          <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
            {t('auth:reset.ask')}
          </Button>
        </>
      )}
      <Button variant="subtle" fullWidth onClick={onBack} autoFocus={sent}>
        {t('auth:reset.back')}
      </Button>
    </form>
  )
}
