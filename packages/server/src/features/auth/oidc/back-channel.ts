import { oidcLogoutPath } from '@rodada/contract/auth/oidc-pages'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { networkOf } from '../../../platform/http/addresses.ts'
import { AppError, invalid } from '../../../platform/http/errors.ts'
import { formValues, isText } from '../../../platform/http/forms.ts'
import { requirePoints } from '../../../platform/limits/require-points.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { addAudit } from '../../audit/queries.ts'
import { lockAccounts } from '../account/account-queries.ts'
import { sessionsEnded } from '../events.ts'
import { getUser, lockUser } from '../queries.ts'
import { endSockets } from '../sessions/sessions.ts'
import { deleteOpenedBy, findLoggedOut, noteLoggedOut, noteLogout } from './oidc-queries.ts'
import { failureOf, type LogoutNotice, type Provider, ProviderError } from './provider.ts'

const bodyBytes = 16 * 1024

/**
 * Back-channel logout: the provider tells, from server to server, that a session of its own or a person's whole sign-in ended. What it opened
 * here ends with it, sockets included. Each notice counts once.
 */
export function backChannel(http: FastifyInstance, deps: Deps, provider: Provider): void {
  const { db, log } = deps
  const tries = deps.limits('oidc-logout', { points: 60, seconds: 60 })

  const end = (notice: LogoutNotice, from: { address: string; userAgent: string }): Promise<number[] | undefined> =>
    db.transaction().execute(async (trx) => {
      // A sign-in of the same person that is just under way comes before, and is ended, or behind, and is refused.
      await lockAccounts(trx)
      if (!(await noteLogout(trx, hashSecret(`${notice.issuer} ${notice.jti}`), notice.expiresAt))) return undefined
      await noteLoggedOut(trx, notice)
      const ended: number[] = []
      for (const { id, user_id, subject } of await findLoggedOut(trx, notice)) {
        // A sign-in that does not say by which session it is can only be found by its person.
        if (notice.subject === undefined) await noteLoggedOut(trx, { ...notice, subject })
        await lockUser(trx, user_id)
        const sessions = await deleteOpenedBy(trx, id, notice.sid)
        if (sessions.length === 0) continue
        ended.push(...sessions)
        await deps.events.begin(trx, null).emit(sessionsEnded, { userId: user_id })
        const { email } = await getUser(trx, user_id)
        const act = { kind: 'session.ended_by_provider', subject: email, details: { sessions: sessions.length } } as const
        await addAudit(trx, { viewer: undefined, ...from }, act)
      }
      return ended
    })

  const refusal = () => invalid({ logout_token: texts.invalidInput })
  /** What a form tells. @throws AppError, ProviderError */
  const noticeIn = async (form: unknown): Promise<LogoutNotice> => {
    const [token, ...more] = typeof form === 'string' && isText(form) ? formValues(form, 'logout_token') : []
    if (token === undefined || more.length > 0) throw refusal()
    return provider.readLogout(token)
  }

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(oidcLogoutPath, { bodyLimit: bodyBytes }, async (request, reply) => {
      const address = networkOf(request.ip)
      // Only nonsense is counted: who shares the provider's address must not keep its logouts from arriving.
      const notice = await noticeIn(request.body).catch(async (error: unknown) => {
        await requirePoints(tries, address)
        if (!(error instanceof ProviderError)) throw error
        log.warn(failureOf(error), 'a logout of the provider was refused')
        throw error.reason === 'unreachable' ? new AppError('unavailable', texts.oidcUnreachable, { retryAfter: 10 }) : refusal()
      })
      const ended = await end(notice, { address, userAgent: request.headers['user-agent'] ?? '' })
      if (ended === undefined) {
        await requirePoints(tries, address)
        throw refusal()
      }
      endSockets(deps, ended)
      return reply.header('cache-control', 'no-store').send({})
    })
  })
}
