import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { type Problems, useForm } from '../../../lib/use-form.ts'
import { DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../settings.module.css'
import { CodeField } from './CodeField.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { checkOwnPassword, useOwnPassword } from './own-password.ts'
import { plainCode } from './two-factor.ts'

type Proof = { current_password: string; code: string }
type Props = {
  lead: string
  action: string
  variant?: ButtonProps['variant']
  send: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Password and code, asked for again before the second step itself changes. */
export function ProveForm({ lead, action, variant = 'filled', send, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const own = useOwnPassword()
  const check = (): Problems => ({
    ...checkOwnPassword(password, own),
    ...(plainCode(code) === '' ? { code: t('settings:twoFactor.codeRequired') } : {}),
  })
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, () =>
    send({ current_password: password, code: plainCode(code) }),
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <p className={classes.lead}>{lead}</p>
      <FormProblem text={problem} />
      <CurrentPasswordField
        value={password}
        problem={problems.current_password}
        onChange={(typed) => {
          setPassword(typed)
          mend('current_password')
        }}
      />
      <CodeField
        value={code}
        problem={problems.code}
        hint={t('settings:twoFactor.codeOrRecovery')}
        onChange={(typed) => {
          setCode(typed)
          mend('code')
        }}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant={variant ?? 'filled'} loading={sending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
