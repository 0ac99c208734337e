import { setTimeout as pause } from 'node:timers/promises'
import { texts } from '@rodada/contract/texts/texts'
import { isDeadlock } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { passingFailure } from '../../../platform/failures.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type CastVote, saveVotes } from './queries.ts'

/** Well below the parameters that either database takes in one statement. */
const largestBatch = 1000
/** Before a flush: without it a quick disk flushes a thousand times a second, and each of them interrupts everything else. */
const gatherMs = 10

/** The vote was not stored: its round is over, or its seat was given up. */
export class VoteRefused extends Error {}

/** A vote that counts in `round`. The voter may be told when `stored` resolves: only then does the vote outlive a power cut. */
export type Counted = { round: number; stored: Promise<void> }

type Waiting = CastVote & PromiseWithResolvers<Counted>

export type VoteBatch = {
  /** Resolves once the vote is committed: every reveal from here on has it. @throws VoteRefused when it came too late. */
  cast: (vote: CastVote) => Promise<Counted>
  /** Resolves when everything cast so far is committed or refused. */
  settle: () => Promise<void>
}

/**
 * Stores votes in batches: all that arrived while the last batch was being stored become one statement and one commit, and those of
 * some milliseconds one flush of the disk.
 */
export function createVoteBatch({ early, engine, log }: Pick<Deps, 'early' | 'engine' | 'log'>): VoteBatch {
  let waiting: Waiting[] = []
  let working = false
  /** The last vote of the batch that is being stored. */
  let storing: Promise<unknown> | undefined
  const flush = early.flushed && shared(early.flushed)

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      // In the check phase every socket that had data in this turn of the event loop has been read.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = waiting.slice(0, largestBatch)
      waiting = waiting.slice(largestBatch)
      storing = batch.at(-1)?.promise
      await store(batch)
      storing = undefined
    }
    working = false
  }

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    // A person who changed their mind within the batch: the last card counts, and both messages are acknowledged.
    const latest = new Map(batch.map((vote) => [vote.seatId, vote]))
    try {
      // In one order on every process, so that two batches never wait for each other's rows.
      const votes = [...latest.values()].sort((a, b) => a.seatId - b.seatId)
      const saved = new Map((await saveVotes(early.db, engine, votes)).map((vote) => [vote.seatId, vote.round]))
      const stored = flush?.() ?? Promise.resolve()
      // Where all of them are refused, nobody waits for it.
      stored.catch(() => {})
      for (const vote of batch) {
        const round = saved.get(vote.seatId)
        if (round === undefined) vote.reject(new VoteRefused())
        else vote.resolve({ round, stored })
      }
    } catch (error) {
      if (batch.length > 1 && (isDeadlock(error) || !passingFailure(error))) {
        // One vote that the database refuses takes no other with it.
        for (const vote of batch) await store([vote])
        return
      }
      // Not the error itself: PostgreSQL quotes the values of a failed statement in it, and these are votes.
      const { name, code, message } = error as Error & { code?: string }
      log.error({ reason: { name, code, message }, votes: batch.length }, 'votes could not be stored')
      for (const vote of batch) vote.reject(new AppError('unavailable', texts.roomsUnavailable))
    }
  }

  return {
    cast: (vote) => {
      const cast = { ...vote, ...Promise.withResolvers<Counted>() }
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

/** `flush` for many: all calls within `gatherMs` share one, which begins after that time. */
function shared(flush: () => Promise<void>): () => Promise<void> {
  let gathering: Promise<void> | undefined
  const gather = async () => {
    await pause(gatherMs)
    gathering = undefined
    await flush()
  }
  return () => (gathering ??= gather())
}
