import type { Deps } from '../../platform/deps.ts'
import type { Person } from '../../platform/limits/person-limit.ts'
import type { Work } from '../../platform/work.ts'
import { runChange } from './queries.ts'

/** Tells everybody who shows a board that it changed, and the people with new notifications about it. */
export type Publish = (boardId: number, revision: number, notified?: readonly number[]) => void

/** A finished write with its revision: null when nothing changed. */
export type Change<T> = { boardId: number; revision: number | null; result: T }

/** Runs a change of a board as one unit of work, and tells about it after the commit. */
export type Write = <T>(actor: Person, change: (work: Work) => Promise<Change<T>>) => Promise<T>

export const createWrite =
  ({ db, events }: Pick<Deps, 'db' | 'events'>, publish: Publish): Write =>
  async (actor, change) => {
    const { boardId, revision, result, notified } = await runChange(db, async (trx) => {
      const work = events.begin(trx, actor)
      return { ...(await change(work)), notified: [...work.notified] }
    })
    if (revision !== null) publish(boardId, revision, notified)
    return result
  }
