/** The tabs of /settings as they stand in the address, in the order of the screen. */
export const settingsTabs = ['perfil', 'notificacoes', 'aparencia', 'seguranca', 'integracoes', 'programas', 'sistema'] as const
export type SettingsTab = (typeof settingsTabs)[number]
/** What GitHub's way back brings, in the specification's names. The tab of integrations reads it and takes it away. */
type Returned = { success?: unknown; github_data?: unknown; error?: unknown; message?: unknown }
const returned = ['success', 'github_data', 'error', 'message'] as const
/** `empresa`: what became of a way to the company. */
export type SettingsSearch = { aba?: SettingsTab; empresa?: string } & Returned

/** What stands in the address; the first tab and what is no tab leave it empty. */
export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const back = Object.fromEntries(returned.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
  if (Object.keys(back).length > 0) return { aba: 'integracoes', ...back }
  const aba = settingsTabs.find((tab) => tab === search.aba)
  const company = typeof search.empresa === 'string' ? { empresa: search.empresa } : {}
  return aba === undefined || aba === settingsTabs[0] ? company : { aba, ...company }
}
