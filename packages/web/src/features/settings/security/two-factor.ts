import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { settingsQuery } from '../../../lib/device/save-appearance.ts'
import { devicesQuery } from './Devices.tsx'

/** Whether the second step is asked for, and how many recovery codes are left. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(twoFactorApi.status, { signal }),
  staleTime: 0,
})

/** Asks again for what the second step is part of. */
export const refreshTwoFactor = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([twoFactorQuery, settingsQuery, devicesQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))

/** Six digits as an app shows them, or a recovery code: what is typed around them does not count. */
export const plainCode = (typed: string): string => typed.replace(/\s/g, '')
