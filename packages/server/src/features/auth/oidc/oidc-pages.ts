import {
  type OidcOutcome,
  oidcCallbackPath,
  oidcCodeMark,
  oidcSearch,
  oidcSettingsPage,
  oidcStartPath,
} from '@rodada/contract/auth/oidc-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { networkOf } from '../../../platform/http/addresses.ts'
import { languageOf } from '../../../platform/http/error-replies.ts'
import { isText } from '../../../platform/http/forms.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit } from '../../audit/queries.ts'
import type { AccountMails } from '../emails/emails.ts'
import { accountChanged, groupsSaid } from '../events.ts'
import { getUser } from '../queries.ts'
import { createEmailLimits } from '../sessions/attempts.ts'
import { lockSession } from '../sessions/session-queries.ts'
import { endSockets } from '../sessions/sessions.ts'
import { endProgramSockets } from '../tokens/tokens.ts'
import { enter, type From, link, Refusal } from './commands.ts'
import { ageOf, beginFlow, browserOf, secretsOf } from './flows.ts'
import { addHandover, type FlowRow, findIdentity, noteIdentity, proveSession, takeFlow, wasLoggedOut } from './oidc-queries.ts'
import { ownPath } from './own-path.ts'
import { type CompanyPerson, failureOf, type Provider, ProviderError } from './provider.ts'

const loginPage = '/login'
/** What a session keeps of what the provider said is sealed for this. */
export const sealedIdToken = 'oidc id token'

/** A page of this origin with more behind the question mark and the #. */
function page(path: string, more: Record<string, string | undefined>, hash = ''): string {
  const url = new URL(path, 'http://rodada.invalid')
  for (const [name, value] of Object.entries(more)) if (value) url.searchParams.set(name, value)
  return `${url.pathname}${url.search}${hash || url.hash}`
}

/** The pages of the way to the provider and back: a browser opens them by itself, so they answer with where it goes next. */
export function oidcPages(http: FastifyInstance, deps: Deps, mails: AccountMails, provider: Provider): void {
  const { db, limits, log } = deps
  const starts = limits('oidc-start', { points: 600, seconds: 60 })
  const returns = limits('oidc-callback', { points: 60, seconds: 60 })
  const emails = createEmailLimits(limits)
  const box = createSecretBox(deps.config.secret)

  const send = (reply: FastifyReply, to: string) =>
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 302)
  const fromOf = (request: FastifyRequest): From => ({
    address: networkOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    language: languageOf(request),
  })

  http.get(oidcStartPath, { exposeHeadRoute: false }, async (request, reply) => {
    await requirePoints(starts, networkOf(request.ip))
    const returnTo = ownPath((request.query as Record<string, unknown>).voltar) ?? ''
    const from = { cookie: request.headers.cookie ?? '', origin: `${request.protocol}://${request.host}`, returnTo }
    try {
      const { url, cookie } = await beginFlow(deps, provider, { purpose: 'sign_in' }, from)
      return await send(reply.header('set-cookie', cookie), url)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn(failureOf(error), 'sign-in by the provider did not begin')
      return send(reply, page(loginPage, { [oidcSearch]: 'unreachable', voltar: returnTo }))
    }
  })

  http.get(oidcCallbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    const { state } = request.query as Record<string, unknown>
    // The provider's library decodes all parameters of the address.
    const known = typeof state === 'string' && state.length <= 200 && isText(request.url)
    const flow = known ? await takeFlow(db, hashSecret(state)) : undefined
    const browser = flow && browserOf(request.headers.cookie ?? '', flow.origin)
    // Only what leads nowhere is counted: who comes back from the provider has one chance, which a neighbour must not take.
    if (!flow || browser === undefined || hashSecret(browser) !== flow.browser_hash) {
      await requirePoints(returns, networkOf(request.ip))
      return send(reply, page(loginPage, { [oidcSearch]: 'expired' }))
    }
    const back = flow.purpose === 'sign_in' ? loginPage : flow.return_to || oidcSettingsPage
    const voltar = flow.purpose === 'sign_in' ? flow.return_to : undefined
    const returned = new URL(`${flow.origin}${request.url}`)
    const since = Date.now()
    try {
      const shownWithin = flow.purpose === 'prove' ? ageOf(flow) : undefined
      const person = await provider.finish(returned, { ...secretsOf(deps, flow), state: String(state), shownWithin })
      if (flow.purpose === 'sign_in')
        return await send(reply, page(back, { voltar }, `${oidcCodeMark}${await admit(flow, person, { ...fromOf(request), since })}`))
      return await send(reply, page(back, { [oidcSearch]: await settle(flow, person, fromOf(request)) }))
    } catch (error) {
      return send(reply, page(back, { [oidcSearch]: await outcomeOf(error, fromOf(request)), voltar }))
    }
  })

  /** @returns the code by which the page takes its session. @throws Refusal */
  async function admit(flow: FlowRow, person: CompanyPerson, { since, ...from }: From & { since: number }): Promise<string> {
    const code = newSecret()
    const entry = await db.transaction().execute(async (trx) => {
      const entered = await enter({ deps, mails, emails, provider }, deps.events.begin(trx, null), person, from)
      // The provider ended since it was asked what it answered.
      if (await wasLoggedOut(trx, { ...person, sid: person.sid ?? undefined }, since)) throw new Refusal('expired')
      const id_token = person.idToken === null ? null : box.seal(person.idToken, sealedIdToken)
      const by = { identity_id: entered.identity.id, oidc_sid: person.sid, id_token }
      await addHandover(trx, { ...by, code_hash: hashSecret(code), browser_hash: flow.browser_hash })
      return entered
    })
    endSockets(deps, entry.endedSessions)
    if (entry.programsOf !== undefined) endProgramSockets(deps, entry.programsOf)
    if (entry.roleOf !== undefined)
      await deps.events.announce(accountChanged, { userId: entry.roleOf, roleChanged: true, deactivated: false, endedSessions: [] })
    // Who had an account before that was taken over may have been in groups, also where this person's are not said.
    const groups = person.groups ?? (entry.programsOf === undefined ? undefined : [])
    await followGroups(entry.identity.user_id, { groups }, entry.saidAt, from)
    return code
  }

  async function followGroups(
    userId: number,
    { groups }: Pick<CompanyPerson, 'groups'>,
    saidAt: string,
    { address, userAgent }: From,
  ): Promise<void> {
    if (groups !== undefined) await deps.events.announce(groupsSaid, { userId, groups, saidAt, from: { address, userAgent } })
  }

  /** What a signed-in person went there for. @throws Refusal */
  async function settle(flow: FlowRow, person: CompanyPerson, from: From): Promise<OidcOutcome> {
    const { outcome, saidAt } = await decide(flow, person, from)
    if (flow.user_id !== null) await followGroups(flow.user_id, person, saidAt, from)
    return outcome
  }

  function decide(flow: FlowRow, person: CompanyPerson, from: From): Promise<{ outcome: OidcOutcome; saidAt: string }> {
    return db.transaction().execute(async (trx) => {
      const { user_id, session_id } = flow
      // It may have ended while they were there.
      if (user_id === null || session_id === null || !(await lockSession(trx, user_id, session_id))) throw new Refusal('expired')
      const user = await getUser(trx, user_id)
      if (flow.purpose === 'link') {
        const { linked_at } = await link(trx, mails, user, person, { ...from, by: 'session' })
        return { outcome: 'linked', saidAt: linked_at }
      }
      const own = await findIdentity(trx, person)
      if (own?.user_id !== user_id) throw new Refusal('somebody_else', user)
      const saidAt = await noteIdentity(trx, own.id, person)
      await proveSession(trx, session_id)
      return { outcome: 'proven', saidAt }
    })
  }

  async function outcomeOf(error: unknown, { address, userAgent }: From): Promise<OidcOutcome> {
    if (error instanceof Refusal) {
      const { outcome, user } = error
      await addAudit(
        db,
        { viewer: undefined, address, userAgent },
        { kind: 'session.refused', subject: user?.email ?? '', details: { why: outcome } },
      )
      return outcome
    }
    if (error instanceof ProviderError) {
      log.warn(failureOf(error), 'sign-in by the provider failed')
      return error.reason === 'refused' ? 'denied' : error.reason
    }
    log.error({ err: error }, 'sign-in by the provider')
    return 'invalid'
  }
}
