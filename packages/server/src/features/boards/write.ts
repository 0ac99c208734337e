import type { BoardSummary } from '@rodada/contract/boards/boards'
import type { ReadyTemplate } from '@rodada/contract/boards/settings'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Person } from '../../platform/limits/person-limit.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { type BoardRow, changeBoard, runChange } from './queries.ts'

/** Tells everybody who shows a board that it changed, and the people with new notifications about it. */
export type Publish = (boardId: number, revision: number, notified?: readonly number[]) => void

/** A finished write with its revision: null when nothing changed. */
export type Change<T> = { boardId: number; revision: number | null; result: T }

/** Runs a change of a board as one unit of work, and tells about it after the commit. `actor` null: the program does it by itself. */
export type Write = <T>(actor: Person | null, change: (work: Work) => Promise<Change<T>>) => Promise<T>

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

/** A finished write on several held boards; none when nothing changed. */
export type ChangeOfBoards<T> = { boards: readonly { id: number; revision: number }[]; result: T }

/** As `Write`, for a change of several boards: each is told once. */
export type WriteBoards = <T>(actor: Person, change: (work: Work) => Promise<ChangeOfBoards<T>>) => Promise<T>

export const createWriteBoards =
  ({ db, events }: Pick<Deps, 'db' | 'events'>, publish: Publish): WriteBoards =>
  async (actor, change) => {
    const { boards, result, notified } = await runChange(db, async (trx) => {
      const work = events.begin(trx, actor)
      const { boards, result } = await change(work)
      return { boards, result, revision: boards[0]?.revision ?? null, notified: [...work.notified] }
    })
    for (const [index, { id, revision }] of boards.entries()) publish(id, revision, index === 0 ? notified : [])
    return result
  }

/** What a new board is to be. `ready`: it begins as a template that comes with the program. */
export type NewBoard = { title: string; description: string; is_public: boolean; color: string; ready?: ReadyTemplate | undefined }

/** Makes a board with its first lists, the person as its admin. @throws AppError 409 when they have too many */
export type CreateBoard = (viewer: Viewer, board: NewBoard) => Promise<BoardSummary>

/** As `changeBoard`, for several, held in the order of their ids: of two changes of the same boards one waits, and never both. */
export async function changeBoards(trx: Db, viewer: Actor, boardIds: Iterable<number>): Promise<BoardRow[]> {
  const boards: BoardRow[] = []
  for (const id of [...new Set(boardIds)].sort((a, b) => a - b)) boards.push(await changeBoard(trx, viewer, id))
  return boards
}
