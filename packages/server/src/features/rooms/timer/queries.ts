import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'

/** Rooms that are seen to at once; the others follow a second later. */
const mostDue = 200

/** Open rooms whose cards are to turn by now: the countdown is over, or a timer that turns them. */
export async function listDueRooms(db: Db): Promise<number[]> {
  const now = instant()
  const rows = await db
    .selectFrom('rooms')
    .select('id')
    .where((room) =>
      room.or([
        room('reveal_at', '<=', now),
        room.and([room('timer_ends_at', '<=', now), room('timer_reveals', '=', 1), room('timer_paused_ms', 'is', null)]),
      ]),
    )
    .where('revealed_at', 'is', null)
    .where('ended_at', 'is', null)
    .limit(mostDue)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of those who are present and vote: how many they are, and how many have a card on the table in the round in course. */
export async function countVoters(db: Db, { id, round }: { id: number; round: number }): Promise<{ present: number; voted: number }> {
  const hasVoted = (seat: ExpressionBuilder<Schema, 'seats'>) =>
    seat.exists(
      seat
        .selectFrom('votes')
        .select('votes.seat_id')
        .where('votes.room_id', '=', id)
        .where('votes.round', '=', round)
        .whereRef('votes.seat_id', '=', 'seats.id'),
    )
  return db
    .selectFrom('seats')
    .select(({ fn }) => [fn.countAll<number>().as('present'), fn.countAll<number>().filterWhere(hasVoted).as('voted')])
    .where('room_id', '=', id)
    .where('left_at', 'is', null)
    .where('away_since', 'is', null)
    .where('observer', '=', 0)
    .executeTakeFirstOrThrow()
}

/** Whether anybody's card lies on the table in the round in course. */
export const hasVotes = async (db: Db, { id, round }: { id: number; round: number }): Promise<boolean> =>
  (await db.selectFrom('votes').select('seat_id').where('room_id', '=', id).where('round', '=', round).limit(1).executeTakeFirst()) !==
  undefined
