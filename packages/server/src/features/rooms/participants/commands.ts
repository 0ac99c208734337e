import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { AppError, allow } from '../../../platform/http/errors.ts'
import { atSeat, type Context, type Seat } from '../commands.ts'
import { roomPolicy } from '../policy.ts'
import { deleteOpenVote } from '../votes/queries.ts'
import { findHeldSeat, listMissingVoters, markNudged, type SeatRow, setAvatar, setObserver } from './seat-queries.ts'

/** A seat of this room that somebody holds. @throws AppError 404 when nobody does */
export async function getHeldSeat(trx: Db, roomId: number, id: number): Promise<SeatRow> {
  const seat = await findHeldSeat(trx, roomId, id)
  if (!seat) throw new AppError('not_found', texts.participantGone)
  return seat
}

/**
 * Makes a person an observer, whose card of the open round is dropped, or a voter again.
 * @throws AppError 403 unless it is oneself or a moderator asks it
 */
export const observe = (context: Context, at: Seat, participantId: number | undefined, observer: boolean): Promise<void> =>
  atSeat(context, at, async (trx, room, seat) => {
    const isOwn = participantId === undefined || participantId === seat.id
    allow(isOwn || roomPolicy.moderate(seat), texts.moderatorsOnly)
    const { id } = isOwn ? seat : await getHeldSeat(trx, room.id, participantId)
    if (observer) await deleteOpenVote(trx, room, id)
    await setObserver(trx, id, observer)
  })

/** Shows another tile for this person at this table. */
export const changeAvatar = (context: Context, at: Seat, avatar: string | null): Promise<void> =>
  atSeat(context, at, (trx, _, seat) => setAvatar(trx, seat.id, avatar))

/**
 * Whom to remind that their vote is missing: everybody present or one of them, oneself never.
 * @throws AppError 409 when nobody's vote is missing, 429 when all of them were reminded within the last minute
 */
export const nudge = (context: Context, at: Seat, participantId: number | undefined): Promise<number[]> =>
  atSeat(context, at, async (trx, room, seat) => {
    const missing = room.revealed_at === null ? await listMissingVoters(trx, room, participantId) : []
    const others = missing.filter((id) => id !== seat.id)
    if (others.length === 0) throw new AppError('conflict', texts.nobodyToNudge)
    const nudged = await markNudged(trx, others)
    if (nudged.length === 0) throw new AppError('too_many', texts.nudgedAlready)
    return nudged
  })
