import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { RealtimeSocket } from '../../../platform/realtime/realtime.ts'
import { mostKeptVotes, mostKeptVotesOfDay, mostRounds } from '../event-limits.ts'
import type { Seated } from '../participants/seated.ts'
import { findRevealed } from './queries.ts'

/**
 * Looks whether somebody may go on from a revealed round, whose votes are kept. A round that nobody revealed leaves nothing, so that it may
 * begin again as often as people like. Who moderates goes on when the others of the room used theirs up.
 * @returns what counts the round, for when the next one has begun: who may not begin it uses nothing up
 * @throws AppError 429
 */
export type RequireRound = (socket: RealtimeSocket, seated: Seated) => Promise<() => Promise<void>>

/** Bounds what the records of rooms grow by. */
export function createRoundLimits({ db, limits }: Pick<Deps, 'db' | 'limits'>): RequireRound {
  const rounds = limits('room-rounds', mostRounds)
  const keptVotes = [limits('room-kept-votes', mostKeptVotes), limits('room-kept-votes-of-day', mostKeptVotesOfDay)]
  return async ({ data: { address } }, { roomId, seatId }) => {
    const revealed = await findRevealed(db, roomId, seatId)
    if (!revealed) return async () => undefined
    const people = `${roomId} ${revealed.moderates ? 'moderators' : 'others'}`
    const left = [rounds.left(people), ...keptVotes.map((kept) => kept.left(address))]
    if ((await Promise.all(left)).includes(0)) throw new AppError('too_many', texts.tooFast)
    return async () => {
      await rounds.take(people)
      for (const kept of keptVotes) await kept.take(address, Math.max(1, revealed.votes))
    }
  }
}
