import type { Deps } from '../../platform/deps.ts'
import { type Limiter, tooMany } from '../../platform/rate-limits.ts'
import type { Work } from '../../platform/work.ts'
import { type Asker, runChange } from './queries.ts'

/** Tells everybody who shows a board that it changed, and those who were notified of it. */
export type Publish = (boardId: number, revision: number, notified?: readonly number[]) => void

/** A write that is done, and the revision that everybody who shows the board is told: null when there was nothing to change. */
export type Change<T> = { boardId: number; revision: number | null; result: T }

/** Runs a change of a board as one unit of work, and tells about it after the commit. */
export type Write = <T>(actor: Pick<Asker, 'userId'>, change: (work: Work) => Promise<Change<T>>) => Promise<T>

/**
 * Counts the cards that one person changes. A list of 20,000 that gets another status is a second in which nobody else writes on SQLite,
 * by one short call; and each is a line of the journal, which every report of a sprint reads.
 */
export const changedCards = ({ limits }: Pick<Deps, 'limits'>): Pick<Limiter, 'take'> => {
  const ofMinute = limits('changed-cards', { points: 40_000, seconds: 60 })
  const ofHour = limits('changed-cards-of-hour', { points: 200_000, seconds: 3600 })
  return {
    take: async (key, cards) => {
      const [minute, hour] = [await ofMinute.take(key, cards), await ofHour.take(key, cards)]
      return hour ?? minute
    },
  }
}

/** @throws AppError 429 when the person changed too many cards a moment ago */
export const createWrite = (deps: Pick<Deps, 'db' | 'events' | 'limits'>, publish: Publish): Write => {
  const { db, events } = deps
  const changed = changedCards(deps)
  return async (actor, change) => {
    const { boardId, revision, result, notified } = await runChange(db, async (trx) => {
      // Asked when the transaction begins: those that waited together are counted one after another.
      const wait = await changed.take(String(actor.userId), 0)
      if (wait !== undefined) throw tooMany(wait)
      const work = events.begin(trx, actor.userId)
      return { ...(await change(work)), notified: [...work.notified] }
    })
    if (revision !== null) publish(boardId, revision, notified)
    return result
  }
}
