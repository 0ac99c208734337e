import { t } from '../../../i18n/index.ts'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'

type Props = { value: string; problem: string | undefined; onChange: (password: string) => void }

/** The password that the account has now, asked for first in a dialog that changes how it is opened. */
export function CurrentPasswordField({ value, problem, onChange }: Props) {
  return (
    <PasswordField
      label={t('settings:password.current')}
      name="current_password"
      autoComplete="current-password"
      data-autofocus
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
