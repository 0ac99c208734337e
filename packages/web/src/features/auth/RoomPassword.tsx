import { PasswordInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { t } from '../../i18n/index.ts'
import { useVisibilityToggle } from '../../ui/focus/use-visibility-toggle.ts'

type Props = {
  password: string | null
  onPassword: (password: string | null) => void
  /** Id of the form that Enter sends. */
  form: string
}

/** The room's password, for both ways in. Left empty, or wrong, the room asks for it itself. */
export function RoomPassword({ password, onPassword, form }: Props) {
  const toggle = useVisibilityToggle()
  return (
    <PasswordInput
      label={t('auth:seat.password')}
      name="roomPassword"
      form={form}
      autoComplete="off"
      maxLength={limits.roomPasswordMax}
      autoFocus
      value={password ?? ''}
      {...toggle}
      onChange={(event) => onPassword(event.currentTarget.value || null)}
    />
  )
}
