import { authApi } from '@rodada/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The own account as the server knows it now. */
export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => call(authApi.profile) })
