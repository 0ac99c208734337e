import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { countedAs } from '../../../platform/limits/person-limit.ts'
import type { Limiter } from '../../../platform/limits/rate-limits.ts'
import type { RealtimeSocket } from '../../../platform/realtime/realtime.ts'
import { accountsOfNetwork, mostKeptVotes, mostKeptVotesOfDay, mostKeptVotesOfTable, mostRounds } from '../event-limits.ts'
import type { Seated } from '../participants/seated.ts'

/** A revealed round that the next one followed: its votes are kept. */
export type KeptRound = { votes: number; moderates: boolean }

/** What somebody may leave behind in a room. It is asked with the room held, because only then is known whether a round stays. */
export type RoundRoom = {
  /** Why they may not go on from a revealed round, as who moderates or as one of the others, whom each other's rounds do not stop. */
  whyNot: (moderates: boolean) => string | undefined
  /** Counts what was left, after the commit. */
  count: (kept: KeptRound | undefined) => Promise<void>
}

/** What somebody has left of a limiter, and what they are told when that is nothing. */
type Bound = { limiter: Limiter; whose: string; text: string }

/**
 * Bounds what the records of rooms grow by. An account has what is its own, however much guests of its network leave; and where a network's is used up,
 * each of its tables goes on for a while.
 */
export function createRoundLimits({ limits }: Pick<Deps, 'limits'>): (socket: RealtimeSocket, seated: Seated) => Promise<RoundRoom> {
  const rounds = limits('room-rounds', mostRounds)
  const windows = [
    { name: 'room-kept-votes-of-day', limit: mostKeptVotesOfDay, ofGuests: texts.tooManyVotesOfDay },
    { name: 'room-kept-votes', limit: mostKeptVotes, ofGuests: texts.tooManyVotes },
  ].map(({ name, limit, ofGuests }) => ({
    ofGuests,
    own: limits(name, limit),
    network: limits(`${name}-network`, { ...limit, points: limit.points * accountsOfNetwork }),
  }))
  const ofTable = limits('room-kept-votes-of-table', mostKeptVotesOfTable)
  // As much again as the guests of an address may leave, or rooms without end would leave votes without end.
  const ofTables = limits('room-kept-votes-of-tables', mostKeptVotesOfDay)

  return async ({ data: { address, viewer } }, { roomId }) => {
    const votes = windows.flatMap(({ ofGuests, own, network }): Bound[] =>
      viewer
        ? [
            { limiter: own, whose: `account ${countedAs(viewer)}`, text: texts.tooManyVotesOfAccount },
            { limiter: network, whose: address, text: texts.tooManyVotesOfAccount },
          ]
        : [{ limiter: own, whose: address, text: ofGuests }],
    )
    const group = (moderates: boolean) => `${roomId} ${moderates ? 'moderators' : 'others'}`
    const table = `${roomId} ${address}`
    const [moderators = 0, others = 0] = await Promise.all([true, false].map((moderates) => rounds.left(group(moderates))))
    const left = await Promise.all(votes.map(({ limiter, whose }) => limiter.left(whose)))
    const spent = votes.filter((_, index) => left[index] === 0)
    const [first] = spent
    const isByNeighbours = spent.every(({ whose }) => whose === address)
    // As long as nothing is spent nothing more is asked.
    const isOver = first && !(isByNeighbours && (await ofTable.left(table)) > 0 && (await ofTables.left(address)) > 0)
    const refusal = isOver ? first.text : undefined
    return {
      whyNot: (moderates) => ((moderates ? moderators : others) > 0 ? refusal : texts.tooManyRounds),
      count: async (kept) => {
        if (!kept) return
        const points = Math.max(1, kept.votes)
        await rounds.take(group(kept.moderates))
        if (spent.length === 0) for (const { limiter, whose } of votes) await limiter.take(whose, points)
        else {
          await ofTable.take(table, points)
          await ofTables.take(address, points)
        }
      },
    }
  }
}
