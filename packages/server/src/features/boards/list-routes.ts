import type { ActivityKind } from '@rodada/contract/activities'
import { boardsApi } from '@rodada/contract/boards'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { late } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { addActivity } from './activity-queries.ts'
import {
  addLists,
  getList,
  hideList,
  type ListRow,
  listLists,
  moveList,
  restoreList,
  touchCardsOfList,
  updateList,
} from './list-queries.ts'
import type { BoardLive } from './live.ts'
import { type BoardRow, changeBoard, getBoardAccess } from './queries.ts'
import { listsView, statusOfTitle } from './view.ts'

/** The lists of a board. */
export function listRoutes(route: Route, { db }: Deps, live: BoardLive): void {
  /** One change of a list in one transaction, with its activity; the board is told after the commit. */
  const write = async (viewer: Viewer, boardId: number, kind: ActivityKind, work: (trx: Db, board: BoardRow) => Promise<ListRow>) => {
    const { revision, view } = await db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      const list = await work(trx, board)
      await addActivity(trx, { board_id: boardId, user_id: viewer.userId, kind, subject: list.title })
      const shown = listsView(await listLists(trx, boardId)).find(({ id }) => id === list.id)
      return { revision: board.revision, view: shown ?? { ...list, position: 0 } }
    })
    live.publish(boardId, revision)
    return view
  }

  route(boardsApi.lists, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return listsView(await listLists(db, boardId))
  })

  route(boardsApi.addList, ({ viewer, params: { boardId }, body }) =>
    write(viewer, boardId, 'list.created', async (trx) => {
      const [added] = await addLists(trx, boardId, [{ title: body.title, status: body.status ?? statusOfTitle(body.title) }])
      if (!added) throw new Error('a list was not added')
      return added
    }),
  )

  route(boardsApi.updateList, ({ viewer, params: { boardId, listId }, body: { version, ...change } }) =>
    write(viewer, boardId, 'list.updated', async (trx, board) => {
      const list = await getList(trx, boardId, listId)
      if (version !== undefined && version !== list.version) {
        throw late(listsView(await listLists(trx, boardId)).find(({ id }) => id === listId))
      }
      if (change.status !== undefined && change.status !== list.status) await touchCardsOfList(trx, list, board.revision, change.status)
      return updateList(trx, list, change)
    }),
  )

  route(boardsApi.moveList, ({ viewer, params: { boardId, listId }, body }) =>
    write(viewer, boardId, 'list.moved', async (trx) => moveList(trx, await getList(trx, boardId, listId), body.position)),
  )

  route(boardsApi.removeList, async ({ viewer, params: { boardId, listId } }) => {
    await write(viewer, boardId, 'list.deleted', async (trx) => {
      const list = await getList(trx, boardId, listId)
      await hideList(trx, listId, 'deleted_at')
      return list
    })
    return {}
  })

  route(boardsApi.archiveList, async ({ viewer, params: { boardId, listId } }) => {
    await write(viewer, boardId, 'list.archived', async (trx) => {
      const list = await getList(trx, boardId, listId)
      await hideList(trx, listId, 'archived_at')
      return list
    })
    return {}
  })

  route(boardsApi.restoreList, ({ viewer, params: { boardId, listId } }) =>
    write(viewer, boardId, 'list.restored', async (trx, board) => {
      const list = await restoreList(trx, boardId, listId)
      await touchCardsOfList(trx, list, board.revision)
      return list
    }),
  )
}
