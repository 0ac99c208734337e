import { accountApi, type Settings } from '@rodada/contract/auth/account'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../call/call.ts'
import { type Appearance, showAppearance } from './appearance.ts'
import { write } from './storage.ts'

/** Choices that the server has not confirmed yet: what it says meanwhile is older than them. */
let waiting = 0

/** Draws as the account says; a theme chosen before signing in stays while the account has none of its own. */
function showSettings({ appearance: { theme_chosen, theme, ...flags } }: Settings): void {
  if (waiting === 0) showAppearance(theme_chosen ? { theme, ...flags } : flags)
}

/** The own settings as the server knows them now; how this browser draws follows them. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    const settings = await call(accountApi.settings, { signal })
    showSettings(settings)
    // The session's clock hears of it before the profile says so.
    write('rodada.idleMinutes', String(settings.security.session_timeout))
    return settings
  },
})

/** Keeps what is already drawn with the account. @throws CallError when the server could not be told. */
export async function saveAppearance(queryClient: QueryClient, change: Partial<Appearance>): Promise<void> {
  waiting += 1
  try {
    const settings = await call(accountApi.updateSettings, { body: { appearance: change } })
    await queryClient.cancelQueries(settingsQuery)
    queryClient.setQueryData(settingsQuery.queryKey, settings)
  } finally {
    waiting -= 1
  }
}
