import { createHash, timingSafeEqual } from 'node:crypto'
import { githubReturnPaths, githubStateMs } from '@rodada/contract/integrations/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { instant } from '../../platform/deps.ts'
import { networkOf } from '../../platform/http/addresses.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sessionOf } from '../../platform/http/viewer.ts'
import { requirePoints } from '../../platform/limits/require-points.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts'
import { lockSession } from '../auth/sessions/session-queries.ts'
import { addState, putAccount, type StateRow, takeState } from './account-queries.ts'
import { GithubError } from './client.ts'
import type { Github } from './commands.ts'

const callbackPath = '/api/github/callback'
const cookieName = 'rodada_github'
/** Parameters of the return, removed from the address that a page was opened with. */
const returned = ['success', 'github_data', 'error', 'message']

const stateOver = { error: 'invalid_state', message: texts.githubStateOver }

const sealedVerifier = (stateHash: string) => `github verifier of ${stateHash}`

/**
 * Begins an authorization. Its state belongs to this session, works once and for ten minutes, and only in the browser with the cookie:
 * without the cookie, a person could send their own authorization page to another person and get that person's account.
 */
export async function beginAuthorization(
  { deps: { db, config }, client }: Github,
  viewer: Viewer,
  { redirectUri, origin: asked }: { redirectUri: string; origin: string },
): Promise<{ authUrl: string; cookie: string }> {
  const origin = config.publicUrl === undefined ? asked : new URL(config.publicUrl).origin
  const target = URL.parse(redirectUri)
  const paths: readonly string[] = githubReturnPaths
  if (target?.origin !== origin || !paths.includes(target.pathname)) throw invalid({ redirectUri: texts.githubRedirectInvalid })
  for (const name of returned) target.searchParams.delete(name)
  const [state, browser, verifier] = [newSecret(), newSecret(), newSecret()]
  const state_hash = hashSecret(state)
  await addState(db, {
    state_hash,
    browser_hash: hashSecret(browser),
    user_id: viewer.userId,
    session_id: sessionOf(viewer),
    verifier: createSecretBox(config.secret).seal(verifier, sealedVerifier(state_hash)),
    return_to: `${origin}${target.pathname}${target.search}`,
    expires_at: instant(githubStateMs),
  })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return {
    authUrl: client.authorizeUrl({ state, challenge, redirectUri: `${origin}${callbackPath}` }),
    cookie: `${cookieName}=${browser}; Path=${callbackPath}; HttpOnly; SameSite=Lax; Max-Age=${githubStateMs / 1000}${secure}`,
  }
}

const Query = z.object({ state: z.string().max(200), code: z.string().max(500).optional(), error: z.string().max(200).optional() })

/** The address to which GitHub sends people back; it redirects the browser to the page they came from. */
export function githubCallback(http: FastifyInstance, github: Github): void {
  const { deps } = github
  const returns = deps.limits('github-callback', { points: 60, seconds: 60 })

  http.get(callbackPath, async (request, reply) => {
    const query = Query.safeParse(request.query)
    const state = query.success ? await takeState(deps.db, hashSecret(query.data.state)) : undefined
    // Only what leads nowhere is counted: who comes back from GitHub has one chance, which a neighbour must not take.
    if (!state) await requirePoints(returns, networkOf(request.ip))
    const cookie = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,100})`).exec(request.headers.cookie ?? '')?.[1]
    // Without a valid state their page is unknown.
    const target = new URL(state?.return_to ?? githubReturnPaths[0], state?.return_to ?? 'http://rodada.invalid')
    const result =
      query.success && state && isSame(hashSecret(cookie ?? ''), state.browser_hash) ? await finish(github, state, query.data) : stateOver
    for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value)
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', `${cookieName}=; Path=${callbackPath}; HttpOnly; SameSite=Lax; Max-Age=0`)
      .redirect(state ? target.href : `${target.pathname}${target.search}`, 302)
  })
}

const isSame = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Turns a return into a connected account. Pages learn only its login and picture. */
async function finish(
  { deps: { db, config, log }, client, sealToken }: Github,
  state: StateRow,
  { code, error }: { code?: string | undefined; error?: string | undefined },
): Promise<Record<string, string>> {
  if (error || !code) return { error: error === 'access_denied' ? error : 'refused', message: texts.githubDenied }
  try {
    const verifier = createSecretBox(config.secret).open(state.verifier, sealedVerifier(state.state_hash))
    const redirectUri = `${new URL(state.return_to).origin}${callbackPath}`
    const token = await client.exchange({ code, verifier, redirectUri })
    const { login, avatar_url } = await client.user(token)
    const connected = await db.transaction().execute(async (trx) => {
      // The session may have ended while GitHub was asked.
      if (!(await lockSession(trx, state.user_id, state.session_id))) return false
      await putAccount(trx, state.user_id, { login, avatar_url, token: sealToken(state.user_id, token) })
      return true
    })
    if (!connected) {
      // The token is revoked, because nobody could do it later.
      await client.revoke(token).catch((failure: unknown) => log.warn({ err: failure }, 'github token not revoked'))
      return stateOver
    }
    return { success: 'true', github_data: JSON.stringify({ login, avatar_url }) }
  } catch (failure) {
    if (!(failure instanceof GithubError)) log.error({ err: failure }, 'github authorization')
    return { error: 'exchange_failed', message: texts.githubExchangeFailed }
  }
}
