import { authApi } from '@rodada/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { storeUser } from './session.ts'

/** The own account as the server knows it now; what the browser keeps of it is refreshed on the way. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => {
    const user = await call(authApi.profile)
    storeUser(user)
    return user
  },
})
