import type { SavedFilter, savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import type { z } from 'zod'
import type { Db } from '../../../platform/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import { lockUser } from '../../auth/queries.ts'
import { happened } from '../events.ts'
import { changeBoard, getBoardAccess } from '../queries.ts'
import type { Write } from '../write.ts'
import { fittingFilters } from './fitting-view.ts'
import { addFilter, deleteFilter, getFilter, listFilters, type SavedFilterRow, updateFilter } from './queries.ts'

/** What people do with the filters that they keep. Those of a board are changed as all on it; one's own are nobody else's business. */
export function createFilterCommands({ db }: Pick<Deps, 'db'>, write: Write) {
  const shown = async (trx: Db, row: SavedFilterRow): Promise<SavedFilter> => {
    const [filter] = await fittingFilters(trx, row.board_id, [row])
    return filter as SavedFilter
  }
  const one = async (trx: Db, viewer: Viewer, boardId: number, filterId: number): Promise<SavedFilter> =>
    shown(trx, await getFilter(trx, boardId, viewer.userId, filterId))

  /** The board's filters and one's own. @throws AppError 404 */
  const list = async (viewer: Viewer, boardId: number): Promise<SavedFilter[]> => {
    await getBoardAccess(db, viewer, boardId)
    return fittingFilters(db, boardId, await listFilters(db, boardId, viewer.userId))
  }

  /** @throws AppError 403 when somebody who only reads saves for the board, 409 when there are too many */
  const add = (
    viewer: Viewer,
    boardId: number,
    { name, filter, shared }: z.output<typeof savedFiltersApi.add.body>,
  ): Promise<SavedFilter> =>
    shared
      ? write(viewer, async (work) => {
          const board = await changeBoard(work.trx, viewer, boardId)
          const id = await addFilter(work.trx, { board_id: boardId, user_id: null, name, filter })
          await work.emit(happened, { board_id: boardId, kind: 'filter.created', subject: name })
          return { boardId, revision: board.revision, result: await one(work.trx, viewer, boardId, id) }
        })
      : db.transaction().execute(async (trx) => {
          // One after another of each person, so that two windows do not pass the limit together.
          await lockUser(trx, viewer.userId)
          await getBoardAccess(trx, viewer, boardId)
          const id = await addFilter(trx, { board_id: boardId, user_id: viewer.userId, name, filter })
          return one(trx, viewer, boardId, id)
        })

  /** Whether a filter is the board's. @throws AppError 404 */
  const isShared = async (viewer: Viewer, boardId: number, filterId: number): Promise<boolean> => {
    await getBoardAccess(db, viewer, boardId)
    return (await getFilter(db, boardId, viewer.userId, filterId)).user_id === null
  }

  const update = async (
    viewer: Viewer,
    { boardId, filterId }: { boardId: number; filterId: number },
    change: z.output<typeof savedFiltersApi.update.body>,
  ): Promise<SavedFilter> => {
    const changed = async (trx: Db) => {
      const before = await getFilter(trx, boardId, viewer.userId, filterId)
      const after = { ...before, ...change }
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (!isSame) await updateFilter(trx, filterId, after)
      return { isSame, result: await shown(trx, after) }
    }
    if (!(await isShared(viewer, boardId, filterId))) return (await db.transaction().execute(changed)).result
    return write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      const { isSame, result } = await changed(work.trx)
      if (isSame) return { boardId, revision: null, result }
      await work.emit(happened, { board_id: boardId, kind: 'filter.updated', subject: result.name })
      return { boardId, revision: board.revision, result }
    })
  }

  const remove = async (viewer: Viewer, { boardId, filterId }: { boardId: number; filterId: number }): Promise<Record<string, never>> => {
    if (!(await isShared(viewer, boardId, filterId))) {
      await deleteFilter(db, filterId)
      return {}
    }
    return write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      const { name } = await getFilter(work.trx, boardId, viewer.userId, filterId)
      await deleteFilter(work.trx, filterId)
      await work.emit(happened, { board_id: boardId, kind: 'filter.deleted', subject: name })
      return { boardId, revision: board.revision, result: {} }
    })
  }
  return { list, add, update, remove }
}
