import { Button, PasswordInput } from '@mantine/core'
import { authApi } from '@rodada/contract/auth/auth'
import { limits } from '@rodada/contract/core/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call/call.ts'
import { systemQuery } from '../../lib/call/system.ts'
import { takeRememberedPath } from '../../lib/return-to.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { useVisibilityToggle } from '../../ui/focus/use-visibility-toggle.ts'
import { toast } from '../../ui/states/feedback.tsx'
import { EmailField } from './EmailField.tsx'
import classes from './LoginScreen.module.css'
import { checked, loadChecks } from './load-checks.ts'
import { afterLogin, readLogin } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

type Props = {
  roomId: string | undefined
  email: string
  onEmail: (email: string) => void
  /** Why the password is asked for again. */
  notice: string | null
  /** The password was right, and the account wants a second step. */
  onTwoFactor: (token: string) => void
  onForgot: () => void
  /** Below the way in that leads: outlined, and its names tell it from that one. */
  second?: boolean
  passwordLabel: string
  /** Before the session leads on. */
  onSignedIn: () => void
}

/** Fields outside the form belong to it by this id. */
export const loginFormId = 'login'

/** E-mail and password of an account. */
export function LoginForm({ roomId, email, onEmail, notice, onTwoFactor, onForgot, second = false, passwordLabel, onSignedIn }: Props) {
  const [password, setPassword] = useState('')
  const toggle = useVisibilityToggle()
  const signIn = useSignIn()
  const forgot = useForgot(onForgot)
  const check = () => checked(({ checkLogin }) => checkLogin({ email, password }))
  const send = async () => {
    try {
      const session = readLogin(await call(authApi.login, { body: { email, password } }))
      onSignedIn()
      await signIn(session, afterLogin(session.user, roomId, takeRememberedPath()))
    } catch (reason) {
      if (!(reason instanceof CallError && reason.twoFactor)) throw reason
      onTwoFactor(reason.twoFactor)
    }
  }
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  return (
    <form
      ref={form}
      id={loginFormId}
      onSubmit={onSubmit}
      onFocus={loadChecks}
      noValidate
      className={classes.form}
      aria-label={t('auth:submit.login')}
    >
      <FormProblem text={problem ?? notice} />
      <EmailField
        email={email}
        problem={problems.email}
        onEmail={(value) => {
          onEmail(value)
          mend('email')
        }}
      />
      <div className={classes.passwordField}>
        <PasswordInput
          label={passwordLabel}
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
        <button type="button" className={classes.forgot} onClick={() => void forgot()}>
          {t('auth:forgot')}
        </button>
      </div>
      <Button type="submit" variant={second ? 'default' : roomId ? 'accent' : 'filled'} size="lg" fullWidth loading={sending}>
        {t(roomId ? 'auth:seat.signIn' : 'auth:submit.login')}
      </Button>
    </form>
  )
}

/** Without mail nobody could send the email: then the button says what the specification has it say. */
function useForgot(onForgot: () => void) {
  const queryClient = useQueryClient()
  return async () => {
    try {
      const { mail } = await queryClient.fetchQuery(systemQuery)
      if (mail.enabled) onForgot()
      else toast(t('auth:inDevelopment'), { kind: 'info' })
    } catch (reason) {
      toast(reason instanceof Error ? reason.message : t('errors.unknown'), { kind: 'problem' })
    }
  }
}
