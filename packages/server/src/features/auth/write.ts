import type { Work } from '../../platform/work.ts'
import { sessionsEnded } from './events.ts'
import { lockUser } from './queries.ts'
import { deleteSessionOf, deleteSessionsOf } from './sessions/session-queries.ts'

/** Ends a session of this person, with the account held; false when it is not one of theirs. */
export async function endSessionOf(work: Work, userId: number, sessionId: number): Promise<boolean> {
  await lockUser(work.trx, userId)
  const ended = await deleteSessionOf(work.trx, userId, sessionId)
  if (ended) await work.emit(sessionsEnded, { userId })
  return ended
}

/** Ends the sessions of a person, but for one if it is given, with the account held. @returns their ids */
export async function endSessionsOf(work: Work, userId: number, exceptId?: number): Promise<number[]> {
  await lockUser(work.trx, userId)
  await work.emit(sessionsEnded, { userId })
  return deleteSessionsOf(work.trx, userId, exceptId)
}
