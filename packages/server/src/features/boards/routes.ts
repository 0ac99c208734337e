import { BoardSummary, boardsApi } from '@rodada/contract/boards'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, late } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { listArchivedCards } from '../cards/queries.ts'
import { addActivity, listActivities } from './activity-queries.ts'
import { createBoard, loadBoard, loadChanges } from './commands.ts'
import { addLabel, deleteLabel, getLabel, updateLabel } from './label-queries.ts'
import { listArchivedLists } from './list-queries.ts'
import type { BoardLive } from './live.ts'
import { boardPolicy } from './policy.ts'
import {
  changeBoard,
  countBoards,
  deleteBoard,
  getBoardAccess,
  getBoardFor,
  listBoards,
  listBoardsOf,
  undeleteBoard,
  updateBoard,
} from './queries.ts'
import { boardView, listsView } from './view.ts'

/** Boards themselves, and their labels. */
export function boardRoutes(route: Route, { db }: Deps, live: BoardLive): void {
  route(boardsApi.list, async ({ viewer, query }) => (await listBoards(db, viewer, query)).map(boardView))
  route(boardsApi.counts, ({ viewer }) => countBoards(db, viewer))
  route(boardsApi.ofUser, async ({ viewer, params }) => (await listBoardsOf(db, viewer, params.userId)).map(boardView))
  route(boardsApi.get, ({ viewer, params }) => loadBoard(db, viewer, params.boardId))
  route(boardsApi.changes, ({ viewer, params, query }) => loadChanges(db, viewer, params.boardId, query.since))

  route(boardsApi.create, async ({ viewer, body }) => {
    allow(boardPolicy.create(viewer), texts.guestsCannotCreate)
    return db.transaction().execute((trx) => createBoard(trx, viewer, body))
  })

  route(boardsApi.update, async ({ viewer, params: { boardId }, body: { version, ...change } }) => {
    const { revision, updated, becamePrivate } = await db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      if (version !== undefined && version !== board.version) {
        // Only declared fields, as in every reply.
        throw late(BoardSummary.parse(boardView(await getBoardFor(trx, viewer, boardId))))
      }
      await updateBoard(trx, board, change)
      const subject = change.title ?? board.title
      await addActivity(trx, {
        board_id: boardId,
        user_id: viewer.userId,
        kind: 'board.updated',
        subject,
        details: { fields: Object.keys(change) },
      })
      return {
        revision: board.revision,
        updated: boardView(await getBoardFor(trx, viewer, boardId)),
        becamePrivate: board.is_public === 1 && change.is_public === false,
      }
    })
    live.publish(boardId, revision)
    if (becamePrivate) live.everybodysAccessChanged(boardId)
    return updated
  })

  route(boardsApi.remove, async ({ viewer, params: { boardId } }) => {
    await db.transaction().execute(async (trx) => {
      await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      await deleteBoard(trx, boardId)
    })
    live.everybodysAccessChanged(boardId)
    return {}
  })

  route(boardsApi.restore, ({ viewer, params: { boardId } }) =>
    db.transaction().execute(async (trx) => {
      await undeleteBoard(trx, viewer, boardId)
      return boardView(await getBoardFor(trx, viewer, boardId))
    }),
  )

  route(boardsApi.activity, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    return listActivities(db, { boardId }, query)
  })

  route(boardsApi.archive, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    const cards = await listArchivedCards(db, boardId, query)
    const lists = await listArchivedLists(db, boardId)
    const archivedAt = (row: { archived_at: string | null }) => row.archived_at ?? ''
    return {
      cards: cards.map((card) => ({ ...card, archived_at: archivedAt(card) })),
      lists: listsView(lists).map((list, index) => ({ ...list, archived_at: lists[index]?.archived_at ?? '' })),
    }
  })

  route(boardsApi.addLabel, async ({ viewer, params: { boardId }, body }) => {
    const { revision, label } = await db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      return { revision: board.revision, label: await addLabel(trx, boardId, body) }
    })
    live.publish(boardId, revision)
    return label
  })

  route(boardsApi.updateLabel, async ({ viewer, params: { boardId, labelId }, body }) => {
    const { revision, label } = await db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      const { name, color } = await getLabel(trx, boardId, labelId)
      return { revision: board.revision, label: await updateLabel(trx, labelId, { name, color, ...body }) }
    })
    live.publish(boardId, revision)
    return label
  })

  route(boardsApi.removeLabel, async ({ viewer, params: { boardId, labelId } }) => {
    const { revision } = await db.transaction().execute(async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      await getLabel(trx, boardId, labelId)
      await deleteLabel(trx, labelId, board.revision)
      return board
    })
    live.publish(boardId, revision)
    return {}
  })
}
