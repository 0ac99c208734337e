import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { useVisibilityToggle } from '../focus/use-visibility-toggle.ts'

/** A password with the eye that shows it; its texts are of the namespace `auth`. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput maxLength={limits.passwordMax} {...useVisibilityToggle()} {...props} />
}
