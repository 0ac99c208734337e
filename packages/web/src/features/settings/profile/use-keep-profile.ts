import type { Profile } from '@rodada/contract/auth/people'
import { useQueryClient } from '@tanstack/react-query'
import { changeLanguage, currentLanguage } from '../../../i18n/index.ts'
import { profileQuery, storeAvatar, storeUser } from '../../../lib/call/account.ts'
import { remove, write } from '../../../lib/device/storage.ts'

/** Keeps the account as the server answered, wherever the browser has it, and shows the language that it says. */
export function useKeepProfile(): (profile: Profile) => Promise<void> {
  const queryClient = useQueryClient()
  return async (profile) => {
    storeUser(profile)
    if (profile.avatar_url === null) remove('userAvatar')
    else storeAvatar(profile)
    write('userName', profile.name)
    queryClient.setQueryData(profileQuery.queryKey, profile)
    // One's name and tile also stand in what has been fetched of others: boards, activity, people.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== profileQuery.queryKey[0] })
    if (profile.language && profile.language !== currentLanguage()) await changeLanguage(profile.language)
  }
}
