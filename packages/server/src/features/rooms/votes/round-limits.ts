import type { Deps } from '../../../platform/deps.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import type { Limiter } from '../../../platform/limits/rate-limits.ts'
import type { RealtimeSocket } from '../../../platform/realtime/realtime.ts'
import { accountsOfNetwork, mostKeptVotes, mostKeptVotesOfDay, mostRounds } from '../event-limits.ts'
import type { Seated } from '../participants/seated.ts'

/** A revealed round that the next one followed: its votes are kept. */
export type KeptRound = { votes: number; moderates: boolean }

/** What somebody may leave behind in a room. It is asked with the room held, because only then is known whether a round stays. */
export type RoundRoom = {
  /** Whether they may go on from a revealed round, as who moderates or as one of the others, whom each other's rounds do not stop. */
  mayKeep: (moderates: boolean) => boolean
  /** Counts what was left, after the commit. */
  count: (kept: KeptRound | undefined) => Promise<void>
}

/** Bounds what the records of rooms grow by. An account has what is its own, however much guests of its network leave. */
export function createRoundLimits({ limits }: Pick<Deps, 'limits'>): (socket: RealtimeSocket, seated: Seated) => Promise<RoundRoom> {
  const rounds = limits('room-rounds', mostRounds)
  const windows = Object.entries({ 'room-kept-votes': mostKeptVotes, 'room-kept-votes-of-day': mostKeptVotesOfDay }).map(
    ([name, limit]) => ({
      own: limits(name, limit),
      network: limits(`${name}-network`, { ...limit, points: limit.points * accountsOfNetwork }),
    }),
  )
  return async ({ data: { address, viewer } }, { roomId }) => {
    const votes = windows.flatMap(({ own, network }): [Limiter, string][] =>
      viewer
        ? [
            [own, `account ${countedAs(viewer)}`],
            [network, address],
          ]
        : [[own, address]],
    )
    const group = (moderates: boolean) => `${roomId} ${moderates ? 'moderators' : 'others'}`
    const [moderators = 0, others = 0] = await Promise.all([true, false].map((moderates) => rounds.left(group(moderates))))
    const votesLeft = Math.min(...(await Promise.all(votes.map(([limiter, whose]) => limiter.left(whose)))))
    return {
      mayKeep: (moderates) => votesLeft > 0 && (moderates ? moderators : others) > 0,
      count: async (kept) => {
        if (!kept) return
        await rounds.take(group(kept.moderates))
        for (const [limiter, whose] of votes) await limiter.take(whose, Math.max(1, kept.votes))
      },
    }
  }
}
