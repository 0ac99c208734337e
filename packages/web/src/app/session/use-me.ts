import type { Role } from '@rodada/contract/auth/people'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../lib/call/account.ts'
import { read, readUserData } from '../../lib/device/storage.ts'

/** Who is signed in: as the server knows it, and until it answers as the browser remembers. The role is never taken from memory. */
export function useMe(): { name: string; email: string; avatar: string | null; role: Role | null } {
  const { data } = useQuery(profileQuery)
  const stored = readUserData()
  return {
    name: data?.name ?? stored?.name ?? '',
    email: data?.email ?? stored?.email ?? '',
    avatar: data?.avatar_url ?? read('userAvatar') ?? stored?.avatar ?? null,
    role: data?.role ?? null,
  }
}
