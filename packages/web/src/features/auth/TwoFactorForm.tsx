import { Button, TextInput } from '@mantine/core'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { takeRememberedPath } from '../../lib/return-to.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import classes from './LoginScreen.module.css'
import { afterLogin, readLogin } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

type Props = {
  /** What the right password was answered with. */
  token: string
  roomId: string | undefined
  /** The confirmation took too long or was tried too often: the password is asked for again. */
  onOver: (why: string) => void
  onBack: () => void
}

/** The second step of a login: a code of the app, or a recovery code. */
export function TwoFactorForm({ token, roomId, onOver, onBack }: Props) {
  const [code, setCode] = useState('')
  const signIn = useSignIn()
  const check = (): Record<string, string> => (code.trim() === '' ? { code: t('auth:twoFactor.required') } : {})
  const send = async () => {
    try {
      const session = readLogin(await call(twoFactorApi.login, { body: { token, code: code.replace(/\s/g, '') } }))
      await signIn(session, afterLogin(session.user, roomId, takeRememberedPath()))
    } catch (reason) {
      if (reason instanceof CallError && reason.id === 'wrong_credentials') return onOver(reason.message)
      throw reason
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <TextInput
        label={t('auth:twoFactor.code')}
        description={t('auth:twoFactor.hint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        autoFocus
        value={code}
        error={problems.code}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          mend('code')
        }}
      />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        {t('auth:submit.login')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('auth:back')}
      </Button>
    </form>
  )
}
