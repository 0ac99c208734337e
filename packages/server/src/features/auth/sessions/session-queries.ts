import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { unauthorized } from '../../../platform/http/errors.ts'
import { sessionOf, type Viewer } from '../../../platform/http/viewer.ts'
import { lockUser } from '../queries.ts'

/** How many sessions of a person are shown. */
const mostShown = 100

export type OpenSession = { id: number; device: string; created_at: string; last_used_at: string; identity_id: number | null }

/** The living sessions of a person, the one used last first. */
export async function listSessions(db: Db, userId: number): Promise<OpenSession[]> {
  const { session_timeout } = await db.selectFrom('users').select('session_timeout').where('id', '=', userId).executeTakeFirstOrThrow()
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'identity_id'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant())
    .where('last_used_at', '>', instant(-session_timeout * 60_000))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
}

/**
 * Whether a session and its account still stand, for work that began a while ago. The account is held, so that whatever ends the session
 * comes before or after this transaction.
 */
export async function lockSession(trx: Db, userId: number, sessionId: number): Promise<boolean> {
  await lockUser(trx, userId)
  const standing = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return standing !== undefined
}

/** For what outlives the session by which it is made: none is made when that has just ended. As `lockSession`. @throws AppError 401 */
export async function requireSession(trx: Db, viewer: Viewer): Promise<void> {
  if (!(await lockSession(trx, viewer.userId, sessionOf(viewer)))) throw unauthorized()
}

/** Deletes a session of this person; false when it is not one of theirs. */
export async function deleteSessionOf(trx: Db, userId: number, sessionId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes the sessions of a person, but for one if it is given, and returns their ids. */
export async function deleteSessionsOf(trx: Db, userId: number, exceptId?: number): Promise<number[]> {
  const rows = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? 0))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
