import { adminTokensApi, tokensApi } from '@rodada/contract/auth/tokens'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { addAudit } from '../audit/queries.ts'
import { tokenMade, tokenRevoked, tokenRevokedByAdmin } from '../auth/events.ts'
import { getUser } from '../auth/queries.ts'
import { requireSession } from '../auth/sessions/session-queries.ts'
import { hintOf, newToken, roleOfProgram } from '../auth/tokens/token-view.ts'
import { addToken, deleteToken, listAnybodysTokens, listTokens } from './queries.ts'

/** What the person's programs see, and how they act. */
const asProgram = (viewer: Viewer) => ({ userId: viewer.userId, role: roleOfProgram(viewer.role), token: null })

/** Personal tokens: one's own, and for who administers the installation those of all. */
export function tokenRoutes(route: Route, { db, events, limits }: Pick<Deps, 'db' | 'events' | 'limits'>): void {
  const made = personLimit(limits, 'tokens-made', { points: 30, seconds: 3600, shared: true })

  route(tokensApi.list, ({ viewer }) => listTokens(db, asProgram(viewer)))

  route(tokensApi.create, async (context) => {
    const { viewer, body } = context
    await made.require(viewer)
    const token = newToken()
    const { name, scope, board_ids: boardIds = null, expires_in_days: days } = body
    const id = await db.transaction().execute(async (trx) => {
      // A token outlives its session, so none begins when the session has just ended: a reset of the password ends what was there until then.
      await requireSession(trx, viewer)
      const id = await addToken(trx, asProgram(viewer), { name, scope, boardIds, days, tokenHash: hashSecret(token), hint: hintOf(token) })
      const details = { name, scope, days, ...(boardIds && { boards: boardIds.length }) }
      await addAudit(trx, context, { kind: 'token.created', subject: await emailOf(trx, viewer.userId), details })
      await events.begin(trx, viewer).emit(tokenMade, { userId: viewer.userId, name })
      return id
    })
    return { id, token }
  })

  route(tokensApi.revoke, async (context) => {
    const { viewer, params } = context
    await db.transaction().execute(async (trx) => {
      const token = await deleteToken(trx, params.tokenId, viewer.userId)
      if (!token) throw notFound()
      const details = { name: token.name }
      await addAudit(trx, context, { kind: 'token.revoked', subject: await emailOf(trx, viewer.userId), details })
    })
    await events.announce(tokenRevoked, { tokenId: params.tokenId })
    return {}
  })

  route(adminTokensApi.list, ({ query }) => listAnybodysTokens(db, query))

  route(adminTokensApi.revoke, async (context) => {
    const { viewer, params } = context
    await db.transaction().execute(async (trx) => {
      const token = await deleteToken(trx, params.tokenId)
      if (!token) throw notFound()
      const { name, user_id } = token
      await addAudit(trx, context, { kind: 'token.revoked', subject: await emailOf(trx, user_id), details: { name } })
      if (user_id !== viewer.userId) await events.begin(trx, viewer).emit(tokenRevokedByAdmin, { userId: user_id, name })
    })
    await events.announce(tokenRevoked, { tokenId: params.tokenId })
    return {}
  })
}

const emailOf = async (db: Db, userId: number): Promise<string> => (await getUser(db, userId)).email
