import type { Countdown } from '@rodada/contract/rooms/rooms'
import { revealCountdownMs } from '@rodada/contract/rooms/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { allow } from '../../../platform/http/errors.ts'
import { atSeat, type Context, type Revealed, type Seat, turnCards } from '../commands.ts'
import { isModerated } from '../participants/seat-queries.ts'
import { roomPolicy } from '../policy.ts'
import { lockRoom, type RoomRow, updateRoom } from '../queries.ts'
import { countVoters, hasVotes } from './queries.ts'

/** What became of the countdown to the reveal: it runs until an instant, or was stopped. */
export type CountdownChange = Countdown | 'stopped'

async function everybodyVoted(trx: Db, room: RoomRow): Promise<boolean> {
  const { present, voted } = await countVoters(trx, room)
  return present > 0 && voted === present
}

async function stop(trx: Db, room: RoomRow, reveal_stopped: 0 | 1): Promise<CountdownChange> {
  await updateRoom(trx, room.id, { reveal_at: null, reveal_stopped })
  return 'stopped'
}

/**
 * Looks whether everybody present has voted: then the countdown begins, and with a vote that came or changed it begins again; otherwise
 * it stops. One that somebody stopped waits for the next vote. Undefined when nothing changed.
 */
export const watchCountdown = (
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  roomId: number,
  isVote: boolean,
): Promise<CountdownChange | undefined> =>
  db.transaction().execute(async (trx) => {
    const room = await lockRoom(trx, engine, roomId)
    if (!room || room.revealed_at !== null) return undefined
    if (room.auto_reveal === 0 || !(await everybodyVoted(trx, room))) return room.reveal_at === null ? undefined : stop(trx, room, 0)
    if (!isVote && (room.reveal_at !== null || room.reveal_stopped === 1)) return undefined
    const endsAt = instant(revealCountdownMs)
    await updateRoom(trx, room.id, { reveal_at: endsAt, reveal_stopped: 0 })
    return { endsAt }
  })

/** Undefined when no countdown ran. @throws AppError 403 for who may not reveal */
export const stopReveal = (context: Context, at: Seat): Promise<CountdownChange | undefined> =>
  atSeat(context, at, async (trx, room, seat) => {
    allow(roomPolicy.steer(room, seat, await isModerated(trx, room.id)), texts.moderatorsOnly)
    return room.reveal_at === null ? undefined : stop(trx, room, 1)
  })

/**
 * Job: turns the cards of a room whose timer or countdown is over. Any process may run it, and one of them turns the cards: the room is
 * held meanwhile. Undefined when nothing was due.
 */
export const revealDue = (
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  roomId: number,
): Promise<Revealed | CountdownChange | undefined> =>
  db.transaction().execute(async (trx) => {
    const room = await lockRoom(trx, engine, roomId)
    if (!room || room.revealed_at !== null) return undefined
    const now = instant()
    if (room.reveal_at !== null && room.reveal_at <= now) {
      // Somebody may have come, or taken their card along, in the last moment.
      return (await everybodyVoted(trx, room)) ? turnCards(trx, room) : stop(trx, room, 0)
    }
    const isOver = room.timer_ends_at !== null && room.timer_paused_ms === null && room.timer_ends_at <= now
    if (!isOver || room.timer_reveals === 0) return undefined
    await updateRoom(trx, room.id, { timer_reveals: 0 })
    return (await hasVotes(trx, room)) ? turnCards(trx, room) : undefined
  })
