import { setTimeout as pause } from 'node:timers/promises'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type CastVote, saveVotes } from './vote-queries.ts'

/** Well below the parameters that either database takes in one statement. */
const largestBatch = 1000
/** Between two batches: without it a quick disk flushes a thousand times a second, and that alone keeps a core busy. */
const pauseMs = 1

/** The vote was not stored: its round is over, or its seat was given up. */
export class VoteRefused extends Error {}

type Waiting = CastVote & PromiseWithResolvers<number>

export type VoteBatch = {
  /** Resolves with the vote's round once it is safely stored. @throws VoteRefused when it came too late. */
  cast: (vote: CastVote) => Promise<number>
  /** Resolves when everything cast so far is stored or refused. */
  settle: () => Promise<void>
}

/**
 * Stores votes in batches: all that arrived while the last batch was being stored become one statement, one commit and one
 * disk flush, and each is acknowledged only after that commit. The busier the disk, the larger the batches.
 */
export function createVoteBatch({ db, engine, log }: Pick<Deps, 'db' | 'engine' | 'log'>): VoteBatch {
  let waiting: Waiting[] = []
  let working = false
  /** The last vote of the batch that is being stored. */
  let storing: Promise<unknown> | undefined

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // In the check phase every socket that had data in this turn of the event loop has been read.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = waiting.slice(0, largestBatch)
      waiting = waiting.slice(largestBatch)
      storing = batch.at(-1)?.promise
      await store(batch)
      storing = undefined
      await pause(pauseMs)
    }
    working = false
  }

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    // A person who changed their mind within the batch: the last card counts, and both messages are acknowledged.
    const latest = new Map(batch.map((vote) => [vote.seatId, vote]))
    try {
      // In one order on every process, so that two batches never wait for each other's rows.
      const votes = [...latest.values()].sort((a, b) => a.seatId - b.seatId)
      const saved = new Map((await saveVotes(db, engine, votes)).map((vote) => [vote.seatId, vote.round]))
      for (const vote of batch) {
        const round = saved.get(vote.seatId)
        if (round === undefined) vote.reject(new VoteRefused())
        else vote.resolve(round)
      }
    } catch (error) {
      // Not the error itself: PostgreSQL quotes the values of a failed statement in it, and these are votes.
      const { name, code, message } = error as Error & { code?: string }
      log.error({ reason: { name, code, message }, votes: batch.length }, 'votes could not be stored')
      for (const vote of batch) vote.reject(new AppError('unavailable', texts.roomsUnavailable))
    }
  }

  return {
    cast: (vote) => {
      const cast = { ...vote, ...Promise.withResolvers<number>() }
      waiting.push(cast)
      if (!working) {
        working = true
        void work()
      }
      return cast.promise
    },
    // Votes are stored in the order they were cast, so the last one's answer is the last.
    settle: async () => {
      await Promise.allSettled([waiting.at(-1)?.promise ?? storing])
    },
  }
}
