import { TextInput } from '@mantine/core'
import { t } from '../../../i18n/index.ts'

type Props = { value: string; problem: string | undefined; hint?: string; focused?: boolean; onChange: (code: string) => void }

/** A code of the app; phones offer it from the keyboard. */
export function CodeField({ value, problem, hint, focused = false, onChange }: Props) {
  return (
    <TextInput
      label={t('settings:twoFactor.code')}
      description={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      value={value}
      error={problem}
      autoFocus={focused}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
