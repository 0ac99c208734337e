import { oidcCallbackPath } from '@rodada/contract/auth/oidc-pages'
import type { Deps } from '../../../platform/deps.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { addFlow, type FlowRow, flowMs } from './oidc-queries.ts'
import type { FlowSecrets, Provider } from './provider.ts'

const isSecure = (origin: string): boolean => origin.startsWith('https:')
/**
 * Where nobody reads along, a browser takes a name with this prefix from this host alone. One without it any other host of the same domain can set, and
 * with it lead somebody to the end of a way that it began itself.
 */
const cookieName = (origin: string): string => (isSecure(origin) ? '__Host-rodada_oidc' : 'rodada_oidc')
/** The prefix wants the path of everything. */
const cookiePath = (origin: string): string => (isSecure(origin) ? '/' : '/api/auth/oidc')

/** What a way to the provider is for: to open a session, to link an account, or to show that its person is there. */
export type Purpose = { purpose: 'sign_in' } | { purpose: 'link' | 'prove'; userId: number; sessionId: number }

const sealedFor = (stateHash: string) => `oidc flow ${stateHash}`

/** The secret by which this browser is known to have begun its way from an origin of `originOf`; undefined when it has none of ours. */
export const browserOf = (cookie: string, origin: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName(origin)}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1]

/** The origin of this installation's own addresses: of the settings, else of the request. */
export const originOf = ({ config }: Pick<Deps, 'config'>, asked: string): string =>
  config.publicUrl === undefined ? asked : new URL(config.publicUrl).origin

/**
 * Begins a way to the provider. It counts once, for ten minutes, and in this browser alone: by a foreign way back a person would be signed in as
 * somebody else without noticing. A browser keeps its secret, so that two of its pages can be on their way at once.
 * @throws ProviderError
 */
export async function beginFlow(
  deps: Pick<Deps, 'db' | 'config'>,
  provider: Provider,
  purpose: Purpose,
  from: { cookie: string; origin: string; returnTo: string },
): Promise<{ url: string; cookie: string }> {
  const [state, verifier, nonce] = [newSecret(), newSecret(), newSecret()]
  const origin = originOf(deps, from.origin)
  const browser = browserOf(from.cookie, origin) ?? newSecret()
  const stateHash = hashSecret(state)
  const again = purpose.purpose === 'prove'
  const url = await provider.authorizationUrl({ verifier, nonce, state, redirectUri: `${origin}${oidcCallbackPath}`, again })
  await addFlow(deps.db, {
    state_hash: stateHash,
    browser_hash: hashSecret(browser),
    purpose: purpose.purpose,
    user_id: purpose.purpose === 'sign_in' ? null : purpose.userId,
    session_id: purpose.purpose === 'sign_in' ? null : purpose.sessionId,
    secrets: createSecretBox(deps.config.secret).seal(JSON.stringify({ verifier, nonce }), sealedFor(stateHash)),
    origin,
    return_to: from.returnTo,
  })
  const secure = isSecure(origin) ? '; Secure' : ''
  return {
    url,
    cookie: `${cookieName(origin)}=${browser}; Path=${cookiePath(origin)}; HttpOnly; SameSite=Lax; Max-Age=${flowMs / 1000}${secure}`,
  }
}

/** What a flow keeps for itself. @throws when it was sealed with another SECRET */
export const secretsOf = ({ config }: Pick<Deps, 'config'>, flow: FlowRow): FlowSecrets =>
  JSON.parse(createSecretBox(config.secret).open(flow.secrets, sealedFor(flow.state_hash))) as FlowSecrets

/** For how many seconds a flow has been under way. */
export const ageOf = (flow: FlowRow): number => Math.max(0, Math.ceil((Date.now() - (Date.parse(flow.expires_at) - flowMs)) / 1000))
