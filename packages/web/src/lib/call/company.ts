import { oidcApi } from '@rodada/contract/auth/oidc'
import type { SystemInfo } from '@rodada/contract/instance/system'
import { queryOptions } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { call } from './call.ts'

/** The link of one's own account with the provider of the company, and whether it has a password. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(oidcApi.status, { signal }),
  staleTime: 0,
})

/** What the provider of the company is called, in words that follow 'com'. */
export const companyName = (system: SystemInfo | undefined): string => system?.oidc?.name ?? t('company.unnamed')
