import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { RealtimeSocket } from '../../../platform/realtime/realtime.ts'
import { mostKeptVotes, mostRounds } from '../event-limits.ts'
import type { Seated } from '../participants/seated.ts'
import { findRevealedCount } from './queries.ts'

/**
 * Looks whether the room may go on from a revealed round, whose votes are kept. A round that nobody revealed leaves nothing, so that it may
 * begin again as often as people like.
 * @returns what counts the round, for when the next one has begun: who may not begin it uses nothing up
 * @throws AppError 429
 */
export type MayGoOn = (socket: RealtimeSocket, seated: Seated) => Promise<() => Promise<void>>

/** Bounds what a room's record grows by. */
export function createRoundLimits({ db, limits }: Pick<Deps, 'db' | 'limits'>): MayGoOn {
  const rounds = limits('room-rounds', mostRounds)
  const keptVotes = limits('room-kept-votes', mostKeptVotes)
  return async ({ data: { address } }, { roomId }) => {
    const votes = await findRevealedCount(db, roomId)
    if (votes === undefined) return async () => undefined
    const left = [await rounds.left(String(roomId)), await keptVotes.left(address)]
    if (left.includes(0)) throw new AppError('too_many', texts.tooFast)
    return async () => {
      await rounds.take(String(roomId))
      await keptVotes.take(address, Math.max(1, votes))
    }
  }
}
