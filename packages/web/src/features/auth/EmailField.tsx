import { TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'

type Props = { email: string; problem: ReactNode; autoFocus?: boolean; onEmail: (email: string) => void }

/** The address of an account, as browsers fill it in. */
export function EmailField({ email, problem, autoFocus = false, onEmail }: Props) {
  return (
    <TextInput
      label={t('auth:fields.email')}
      placeholder={t('auth:fields.emailExample')}
      name="email"
      type="email"
      autoComplete="email"
      maxLength={limits.email}
      autoFocus={autoFocus}
      value={email}
      error={problem}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  )
}
