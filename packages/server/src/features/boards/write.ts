import type { Deps } from '../../platform/deps.ts'
import type { Work } from '../../platform/work.ts'
import { type Asker, runChange } from './queries.ts'

/** Tells everybody who shows a board that it changed, and those who were notified of it. */
export type Publish = (boardId: number, revision: number, notified?: readonly number[]) => void

/** A write that is done, and the revision that everybody who shows the board is told: null when there was nothing to change. */
export type Change<T> = { boardId: number; revision: number | null; result: T }

/** Runs a change of a board as one unit of work, and tells about it after the commit. */
export type Write = <T>(actor: Pick<Asker, 'userId'>, change: (work: Work) => Promise<Change<T>>) => Promise<T>

export const createWrite =
  ({ db, events }: Pick<Deps, 'db' | 'events'>, publish: Publish): Write =>
  async (actor, change) => {
    const { boardId, revision, result, notified } = await runChange(db, async (trx) => {
      const work = events.begin(trx, actor.userId)
      return { ...(await change(work)), notified: [...work.notified] }
    })
    if (revision !== null) publish(boardId, revision, notified)
    return result
  }
