import type { GithubStatus } from '@rodada/contract/integrations/github'
import { read, remove, write } from '../../../lib/device/storage.ts'

/** Why no account was connected, as the server names it. */
const refusals = ['access_denied', 'refused', 'exchange_failed', 'invalid_state'] as const
export type GithubRefusal = (typeof refusals)[number]

/** What GitHub's way back left in the address. An address is anybody's to make up: of a reason only the name is taken, and its text is ours. */
export type GithubReturn =
  | { kind: 'connected'; login: string; avatarUrl: string }
  | { kind: 'refused'; reason: GithubRefusal | null }
  | { kind: 'damaged' }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 300) : null)

/** The address's values may have been read as JSON already. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Reads the way back; undefined when the address holds none. Of the data only login and picture are taken. */
export function readGithubReturn(search: { success?: unknown; github_data?: unknown; error?: unknown }): GithubReturn | undefined {
  const { success, github_data, error } = search
  if ([success, github_data, error].every((value) => value === undefined)) return undefined
  if (error !== undefined || (success !== undefined && String(success) !== 'true'))
    return { kind: 'refused', reason: refusals.find((known) => known === error) ?? null }
  const data = parsed(github_data)
  const user = isRecord(data) && isRecord(data.user) ? data.user : data
  const login = isRecord(user) ? text(user.login) : null
  if (!isRecord(user) || login === null) return { kind: 'damaged' }
  return { kind: 'connected', login, avatarUrl: text(user.avatar_url) ?? '' }
}

/** Keeps what the specification keeps in the browser, and nothing with which anybody could act as this person. */
export function keepGithub(account: Pick<GithubStatus, 'username' | 'avatar_url'> | null): void {
  if (account?.username)
    write('github_integration', JSON.stringify({ connected: true, username: account.username, avatar_url: account.avatar_url ?? '' }))
  else if (read('github_integration') !== null) remove('github_integration')
}
