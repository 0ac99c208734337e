import type { ActivityKind } from '@rodada/contract/activities'
import { boardsApi } from '@rodada/contract/boards'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import { late } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { firstStatus, nextStatus } from '../../platform/work-status.ts'
import { listBoardCards } from '../cards/summary-queries.ts'
import { tellFinishing } from '../slack/queries.ts'
import { recordList } from '../sprints/journal-queries.ts'
import { followList } from '../sprints/place-queries.ts'
import { addActivity } from './activity-queries.ts'
import {
  addLists,
  getList,
  getListOrArchived,
  hideList,
  type ListRow,
  listLists,
  moveList,
  restoreList,
  touchCardsOfList,
  updateList,
} from './list-queries.ts'
import type { BoardLive } from './live.ts'
import { type BoardRow, changeBoard, countRevisions, getBoardAccess, runChange } from './queries.ts'
import { listsView, withCards } from './view.ts'

/** The lists of a board. */
export function listRoutes(route: Route, { db }: Deps, live: BoardLive): void {
  /**
   * One change of a list in one transaction, with its activity; the board is told after the commit. The work answers the list,
   * and the revision when it is another than the board's: null when there was nothing to change.
   */
  type Work = (trx: Db, board: BoardRow) => Promise<{ list: ListRow; revision?: number | null }>
  const write = async (viewer: Viewer, boardId: number, kind: ActivityKind, work: Work) => {
    const { revision, view } = await runChange(db, async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      const { list, revision = board.revision } = await work(trx, board)
      await addActivity(trx, { board_id: boardId, user_id: viewer.userId, kind, subject: list.title })
      const shown = listsView(await listLists(trx, boardId)).find(({ id }) => id === list.id)
      return { revision, view: shown ?? { ...list, position: 0 } }
    })
    if (revision !== null) live.publish(boardId, revision)
    return view
  }

  route(boardsApi.lists, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    const lists = listsView(await listLists(db, boardId))
    return query.cards === 'none' ? lists : withCards(lists, await listBoardCards(db, boardId))
  })

  route(boardsApi.addList, ({ viewer, params: { boardId }, body }) =>
    write(viewer, boardId, 'list.created', async (trx) => {
      const [added] = await addLists(trx, boardId, [{ title: body.title, ...firstStatus(body.title, body.status) }])
      if (!added) throw new Error('a list was not added')
      return { list: added }
    }),
  )

  route(boardsApi.updateList, ({ viewer, params: { boardId, listId }, body: { version, ...change } }) =>
    write(viewer, boardId, 'list.updated', async (trx, board) => {
      const list = await getList(trx, boardId, listId)
      if (change.title !== undefined && version !== undefined && version !== list.version) {
        throw late(listsView(await listLists(trx, boardId)).find(({ id }) => id === listId))
      }
      const title = change.title === list.title ? undefined : change.title
      const status = nextStatus(list, title, change.status)
      if (title === undefined && status === undefined) return { list, revision: null }
      if (status === 'concluida') await tellFinishing(trx, board, 'list_id', [listId])
      if (status !== undefined) await touchCardsOfList(trx, list, board.revision, status)
      const updated = await updateList(trx, list, {
        ...(title !== undefined && { title }),
        ...(status && { status }),
        ...(change.status && { status_chosen: 1 }),
      })
      if (status !== undefined) {
        await followList(trx, board, listId, status)
        await recordList(trx, listId, board)
      }
      return { list: updated }
    }),
  )

  route(boardsApi.moveList, ({ viewer, params: { boardId, listId }, body }) =>
    write(viewer, boardId, 'list.moved', async (trx, board) => {
      const list = await getList(trx, boardId, listId)
      const moved = await moveList(trx, list, body.position, board.revision)
      return moved ? { list: moved } : { list, revision: null }
    }),
  )

  route(boardsApi.removeList, async ({ viewer, params: { boardId, listId } }) => {
    await write(viewer, boardId, 'list.deleted', async (trx, board) => {
      const list = await getListOrArchived(trx, boardId, listId)
      await hideList(trx, listId, 'deleted_at')
      await recordList(trx, listId, board)
      return { list }
    })
    return {}
  })

  route(boardsApi.archiveList, async ({ viewer, params: { boardId, listId } }) => {
    await write(viewer, boardId, 'list.archived', async (trx, board) => {
      const list = await getList(trx, boardId, listId)
      await hideList(trx, listId, 'archived_at')
      await recordList(trx, listId, board)
      return { list }
    })
    return {}
  })

  route(boardsApi.restoreList, ({ viewer, params: { boardId, listId } }) =>
    write(viewer, boardId, 'list.restored', async (trx, board) => {
      const { list, cards } = await restoreList(trx, board, listId)
      const { revision } = await countRevisions(trx, board, cards - 1)
      await touchCardsOfList(trx, list, revision)
      await recordList(trx, listId, { id: boardId, revision })
      return { list, revision }
    }),
  )
}
