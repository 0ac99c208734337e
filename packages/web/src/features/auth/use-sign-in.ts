import type { User } from '@rodada/contract/auth/people'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { followLanguage } from '../../i18n/index.ts'
import { profileQuery } from '../../lib/call/account.ts'
import { storeSession } from './session.ts'

/** How long after a login the next screen comes, in milliseconds: the specification's delay. */
const redirectDelay = 100

/** Stores a session and goes on to `next` after the specified delay. */
export function useSignIn() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (session: { token: string; user: User }, next: string): Promise<void> => {
    storeSession(session)
    // The account's language, before its first screen.
    await followLanguage()
    // Nothing of the person before may be shown to this one.
    queryClient.clear()
    queryClient.setQueryData(profileQuery.queryKey, session.user)
    await new Promise((resolve) => setTimeout(resolve, redirectDelay))
    router.history.push(next)
  }
}
