import { Button, PasswordInput, TextInput } from '@mantine/core'
import { authApi, Login } from '@rodada/contract/auth'
import { fieldTexts } from '@rodada/contract/errors'
import { limits } from '@rodada/contract/limits'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call.ts'
import { takeRememberedPath } from '../../lib/return-to.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { toast } from '../../ui/feedback.tsx'
import classes from './LoginScreen.module.css'
import { afterLogin, readLogin } from './session.ts'
import { useSignIn } from './use-sign-in.ts'
import { useVisibilityToggle } from './use-visibility-toggle.ts'

type Props = { roomId: string | undefined; email: string; onEmail: (email: string) => void }

/** E-mail and password of an account. */
export function LoginForm({ roomId, email, onEmail }: Props) {
  const [password, setPassword] = useState('')
  const toggle = useVisibilityToggle()
  const signIn = useSignIn()
  const check = () => {
    const read = Login.safeParse({ email, password })
    return read.success ? {} : fieldTexts(read.error)
  }
  const send = async () => {
    const session = readLogin(await call(authApi.login, { body: { email, password } }))
    await signIn(session, afterLogin(session.user.role, roomId, takeRememberedPath()))
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <TextInput
        label={t('auth:fields.email')}
        placeholder={t('auth:fields.emailExample')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={limits.email}
        value={email}
        error={problems.email}
        onChange={(event) => {
          onEmail(event.currentTarget.value)
          mend('email')
        }}
      />
      <div className={classes.passwordField}>
        <PasswordInput
          label={t('auth:fields.password')}
          name="password"
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          value={password}
          error={problems.password}
          {...toggle}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            mend('password')
          }}
        />
        <button type="button" className={classes.forgot} onClick={() => toast(t('auth:inDevelopment'), { kind: 'info' })}>
          {t('auth:forgot')}
        </button>
      </div>
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        {t('auth:submit.login')}
      </Button>
    </form>
  )
}
