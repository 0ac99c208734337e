import { authApi } from '@rodada/contract/auth/auth'
import type { Profile, User } from '@rodada/contract/auth/people'
import { queryOptions } from '@tanstack/react-query'
import { write, writeUserData } from '../device/storage.ts'
import { call } from './call.ts'

/** Keeps the account as the server sent it. */
export function storeUser(user: Profile): boolean {
  if (user.timezone !== undefined) write('rodada.timeZone', user.timezone)
  write('rodada.idleMinutes', String(user.session_timeout))
  write('rodada.language', user.language)
  return writeUserData({ id: user.id, name: user.name, email: user.email, avatar: user.avatar_url })
}

/** Keeps the account's avatar as the one in use; an avatar chosen before logging in stays when the account has none. */
export const storeAvatar = ({ avatar_url }: User): boolean => avatar_url === null || write('userAvatar', avatar_url)

/** The own account as the server knows it now; what the browser keeps of it is refreshed on the way. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => {
    const user = await call(authApi.profile)
    storeUser(user)
    return user
  },
})
