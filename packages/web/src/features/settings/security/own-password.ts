import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { companyName, companyQuery } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import type { Problems } from '../../../lib/use-form.ts'

export type OwnPassword = {
  /** The account is opened by the company alone. */
  isMissing: boolean
  /** The company said a moment ago that it is them. */
  isProven: boolean
  company: string
}

/** Whether there is a password that a form can ask for. */
export function useOwnPassword(): OwnPassword {
  const { data: system } = useQuery(systemQuery)
  const { data } = useQuery({ ...companyQuery, enabled: Boolean(system?.oidc) })
  return { isMissing: data?.has_password === false, isProven: data?.proven ?? false, company: companyName(system) }
}

/** What is wrong with a password that was asked for again. Without one the server says whether the proof counts. */
export const checkOwnPassword = (password: string, { isMissing }: OwnPassword): Problems =>
  password === '' && !isMissing ? { current_password: t('settings:password.currentRequired') } : {}
