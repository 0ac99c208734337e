import type { ActivityKind } from '@rodada/contract/boards/activities'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { texts } from '@rodada/contract/texts/texts'
import { invalid, stale } from '../../../platform/http/errors.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Viewer } from '../../../platform/http/viewer.ts'
import type { Work } from '../../../platform/work.ts'
import { happened, listEmptied, listStatusChanged, listVisibilityChanged } from '../events.ts'
import { type BoardRow, changeBoard, countRevisions } from '../queries.ts'
import { listsView, listView } from '../view.ts'
import type { Write } from '../write.ts'
import {
  addLists,
  findList,
  getList,
  getListOrArchived,
  hideList,
  type ListRow,
  listLists,
  moveList,
  restoreList,
  updateList,
} from './queries.ts'
import { firstStatus, nextStatus } from './status-policy.ts'

/** What differs of the limit of work in progress; undefined when nothing does. A list without a limit has no hard one. */
function limitChange(list: ListRow, change: { wip_limit?: number | null; wip_hard?: boolean }) {
  const wip_limit = change.wip_limit === undefined ? list.wip_limit : change.wip_limit
  const wip_hard = wip_limit !== null && (change.wip_hard ?? list.wip_hard === 1) ? 1 : 0
  return wip_limit === list.wip_limit && wip_hard === list.wip_hard ? undefined : { wip_limit, wip_hard }
}

/** Changes of the lists of a board. */
export function listRoutes(route: Route, write: Write): void {
  /** One change of a list, with its activity. It answers the list and the revision; null when nothing changed. */
  type ListChange = (work: Work, board: BoardRow) => Promise<{ list: ListRow; revision?: number | null }>
  const writeList = (viewer: Viewer, boardId: number, kind: ActivityKind, change: ListChange) =>
    write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      const { list, revision = board.revision } = await change(work, board)
      if (revision !== null) await work.emit(happened, { board_id: boardId, kind, subject: list.title })
      const shown = listsView(await listLists(work.trx, boardId)).find(({ id }) => id === list.id)
      return { boardId, revision, result: shown ?? listView(list, 0) }
    })

  route(boardsApi.addList, ({ viewer, params: { boardId }, body }) =>
    writeList(viewer, boardId, 'list.created', async ({ trx }) => {
      const [added] = await addLists(trx, boardId, [{ title: body.title, ...firstStatus(body.title, body.status) }])
      if (!added) throw new Error('a list was not added')
      return { list: added }
    }),
  )

  route(boardsApi.updateList, ({ viewer, params: { boardId, listId }, body: { version, ...change } }) =>
    writeList(viewer, boardId, 'list.updated', async (work, board) => {
      const { trx } = work
      const list = await getList(trx, boardId, listId)
      if (change.title !== undefined && version !== undefined && version !== list.version) {
        throw stale(listsView(await listLists(trx, boardId)).find(({ id }) => id === listId))
      }
      const title = change.title === list.title ? undefined : change.title
      const status = nextStatus(list, title, change.status)
      const limit = limitChange(list, change)
      if (title === undefined && status === undefined && limit === undefined) return { list, revision: null }
      const updated = await updateList(trx, list, {
        ...(title !== undefined && { title }),
        ...(status && { status }),
        ...(change.status && { status_chosen: 1 }),
        ...limit,
      })
      if (status !== undefined) await work.emit(listStatusChanged, { board, listId, status })
      return { list: updated }
    }),
  )

  route(boardsApi.moveList, ({ viewer, params: { boardId, listId }, body }) =>
    writeList(viewer, boardId, 'list.moved', async ({ trx }, board) => {
      const list = await getList(trx, boardId, listId)
      const moved = await moveList(trx, list, body.position, board.revision)
      return moved ? { list: moved } : { list, revision: null }
    }),
  )

  route(boardsApi.removeList, async ({ viewer, params: { boardId, listId }, query: { target_list_id } }) => {
    await writeList(viewer, boardId, 'list.deleted', async (work, board) => {
      const { trx } = work
      const list = await (target_list_id === undefined ? getListOrArchived : getList)(trx, boardId, listId)
      if (target_list_id !== undefined) {
        const into = target_list_id === listId ? undefined : await findList(trx, boardId, target_list_id)
        if (!into) throw invalid({ target_list_id: texts.listElsewhere })
        await work.emit(listEmptied, { board, listId, into })
      }
      await hideList(work.trx, listId, 'deleted_at')
      await work.emit(listVisibilityChanged, { board, listId, hidden: true })
      return { list }
    })
    return {}
  })

  route(boardsApi.archiveList, async ({ viewer, params: { boardId, listId } }) => {
    await writeList(viewer, boardId, 'list.archived', async (work, board) => {
      const list = await getList(work.trx, boardId, listId)
      await hideList(work.trx, listId, 'archived_at')
      await work.emit(listVisibilityChanged, { board, listId, hidden: true })
      return { list }
    })
    return {}
  })

  route(boardsApi.restoreList, ({ viewer, params: { boardId, listId } }) =>
    writeList(viewer, boardId, 'list.restored', async (work, board) => {
      const { list, cards } = await restoreList(work.trx, board, listId)
      const counted = await countRevisions(work.trx, board, cards - 1)
      await work.emit(listVisibilityChanged, { board: counted, listId, hidden: false })
      return { list, revision: counted.revision }
    }),
  )
}
