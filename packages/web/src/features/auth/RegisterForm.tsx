import { Button, PasswordInput, TextInput } from '@mantine/core'
import { authApi } from '@rodada/contract/auth/auth'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { call } from '../../lib/call/call.ts'
import { write } from '../../lib/device/storage.ts'
import { takeRememberedPath } from '../../lib/return-to.ts'
import { useForm } from '../../lib/use-form.ts'
import { FormProblem } from '../../ui/fields/FormProblem.tsx'
import { useVisibilityToggle } from '../../ui/focus/use-visibility-toggle.ts'
import type { RegistrationDraft } from './checks.ts'
import { EmailField } from './EmailField.tsx'
import classes from './LoginScreen.module.css'
import { checked, loadChecks } from './load-checks.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { afterRegistration, readRegistration } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

export type RegisterProps = {
  roomId: string | undefined
  email: string
  onEmail: (email: string) => void
  /** Before the session leads on. */
  onSignedIn: () => void
  /** What opens the door to this address; `isFixed`: to no other one. */
  invitation?: { token: string; email: string; isFixed: boolean }
}

/** A new account. */
export function RegisterForm({ roomId, email: typed, onEmail, onSignedIn, invitation }: RegisterProps) {
  const [draft, setDraft] = useState<Omit<RegistrationDraft, 'email'>>({ name: '', password: '', confirmation: '', role: 'collaborator' })
  const [touched, setTouched] = useState(false)
  const email = invitation && (invitation.isFixed || !touched) ? invitation.email : typed
  const signIn = useSignIn()
  const toggle = useVisibilityToggle()
  const send = async () => {
    const { name, password, role } = draft
    const session = readRegistration(
      await call(authApi.register, { body: { name, email, password, role, ...(invitation && { invitation: invitation.token }) } }),
    )
    if (roomId) write('currentRoom', roomId)
    onSignedIn()
    await signIn(session, afterRegistration(roomId, takeRememberedPath()))
  }
  const check = () => checked(({ checkRegistration }) => checkRegistration({ ...draft, email }))
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, send)
  const field = (name: 'name' | 'password' | 'confirmation') => ({
    name,
    label: t(`auth:fields.${name}`),
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setDraft((before) => ({ ...before, [name]: value }))
      mend(name)
    },
  })
  return (
    <form ref={form} onSubmit={onSubmit} onFocus={loadChecks} noValidate className={classes.form}>
      <FormProblem text={problem} />
      <TextInput {...field('name')} autoComplete="name" maxLength={limits.personName} />
      <EmailField
        email={email}
        problem={problems.email}
        readOnly={invitation?.isFixed}
        onEmail={(value) => {
          setTouched(true)
          onEmail(value)
          mend('email')
        }}
      />
      <div className={classes.pair}>
        <PasswordInput {...field('password')} {...toggle} autoComplete="new-password" maxLength={limits.passwordMax} />
        <TextInput
          {...field('confirmation')}
          type={toggle.visible ? 'text' : 'password'}
          autoComplete="new-password"
          maxLength={limits.passwordMax}
        />
      </div>
      <RoleChoice role={draft.role} onRole={(role) => setDraft((before) => ({ ...before, role }))} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={sending}>
        {t('auth:submit.register')}
      </Button>
    </form>
  )
}
