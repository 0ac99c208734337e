import { Button } from '@mantine/core'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { renewPush } from '../../../lib/device/web-push.ts'
import { type Problems, useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { QrCode } from '../../../ui/marks/QrCode.tsx'
import { CopyButton } from '../../../ui/page/CopyButton.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { CodeField } from './CodeField.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { checkOwnPassword, useOwnPassword } from './own-password.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './TwoFactor.module.css'
import { plainCode, refreshTwoFactor } from './two-factor.ts'

type Enrolment = { secret: string; otpauth_url: string }

/** Turns the second step on: password, the secret for the app, a code that shows it arrived, and the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const confirmed = async (given: string[]) => {
    setCodes(given)
    toast(t('settings:twoFactor.enabled'))
    await refreshTwoFactor(queryClient)
  }
  const title = codes ? 'settings:twoFactor.codesTitle' : enrolment ? 'settings:twoFactor.scanTitle' : 'settings:twoFactor.enableTitle'
  return (
    <Dialog title={t(title)} onClose={onClose}>
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
      {!codes && enrolment && <ConfirmStep {...enrolment} onConfirmed={confirmed} onClose={onClose} />}
      {!codes && !enrolment && <PasswordStep onEnrolment={setEnrolment} onClose={onClose} />}
    </Dialog>
  )
}

function PasswordStep({ onEnrolment, onClose }: { onEnrolment: (enrolment: Enrolment) => void; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const own = useOwnPassword()
  const check = () => checkOwnPassword(password, own)
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () =>
    onEnrolment(await call(twoFactorApi.enrol, { body: { current_password: password } })),
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.step}>
      <p>{t('settings:twoFactor.enableLead')}</p>
      <FormProblem text={problem} />
      <CurrentPasswordField
        value={password}
        problem={problems.current_password}
        onChange={(typed) => {
          setPassword(typed)
          mend('current_password')
        }}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="filled" loading={sending}>
          {t('settings:twoFactor.next')}
        </Button>
      </DialogActions>
    </form>
  )
}

type ConfirmProps = Enrolment & { onConfirmed: (codes: string[]) => Promise<void>; onClose: () => void }

function ConfirmStep({ secret, otpauth_url, onConfirmed, onClose }: ConfirmProps) {
  const [code, setCode] = useState('')
  const check = (): Problems => (plainCode(code) === '' ? { code: t('settings:twoFactor.codeRequired') } : {})
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    const { recovery_codes } = await call(twoFactorApi.confirm, { body: { code: plainCode(code) } })
    void renewPush()
    await onConfirmed(recovery_codes)
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.step}>
      <p>{t('settings:twoFactor.scanLead')}</p>
      <QrCode text={otpauth_url} label={t('settings:twoFactor.qr')} />
      <div className={classes.secret}>
        <span>{t('settings:twoFactor.secret')}</span>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label={t('settings:twoFactor.copySecret')} />
      </div>
      <FormProblem text={problem} />
      <CodeField
        focused
        value={code}
        problem={problems.code}
        hint={t('settings:twoFactor.codeHint')}
        onChange={(typed) => {
          setCode(typed)
          mend('code')
        }}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="filled" loading={sending}>
          {t('settings:twoFactor.enable')}
        </Button>
      </DialogActions>
    </form>
  )
}
