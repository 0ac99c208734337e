import { TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'

type Props = { email: string; problem: ReactNode; autoFocus?: boolean; readOnly?: boolean | undefined; onEmail: (email: string) => void }

/** The address of an account, as browsers fill it in. */
export function EmailField({ email, problem, autoFocus = false, readOnly = false, onEmail }: Props) {
  return (
    <TextInput
      label={t('auth:fields.email')}
      placeholder={t('auth:fields.emailExample')}
      name="email"
      type="email"
      autoComplete="email"
      maxLength={limits.email}
      autoFocus={autoFocus}
      readOnly={readOnly}
      value={email}
      error={problem}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  )
}
