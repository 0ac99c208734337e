import { BoardSummary, boardsApi } from '@rodada/contract/boards'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, late } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { addAudit } from '../audit/queries.ts'
import { listArchivedCards } from '../cards/summary-queries.ts'
import { addActivity, listActivities } from './activity-queries.ts'
import { createBoard, loadBoard, loadChanges } from './commands.ts'
import { addLabel, deleteLabel, getLabel, updateLabel } from './label-queries.ts'
import { listArchivedLists } from './list-queries.ts'
import type { BoardLive } from './live.ts'
import { listMembers } from './member-queries.ts'
import { boardPolicy } from './policy.ts'
import {
  changeBoard,
  changedBoardFields,
  countBoards,
  deleteBoard,
  getBoardAccess,
  getBoardFor,
  listBoards,
  listBoardsOf,
  runChange,
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
    const { revision, becamePrivate } = await runChange(db, async (trx) => {
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const newTexts = change.title !== undefined || change.description !== undefined
      if (newTexts && version !== undefined && version !== board.version) {
        // Only declared fields, as in every reply.
        throw late(BoardSummary.parse(boardView(await getBoardFor(trx, viewer, boardId))))
      }
      const fields = changedBoardFields(board, change)
      if (fields.length === 0) return { revision: null, becamePrivate: false }
      await updateBoard(trx, board, Object.fromEntries(fields.map((field) => [field, change[field]])))
      const subject = change.title ?? board.title
      await addActivity(trx, { board_id: boardId, user_id: viewer.userId, kind: 'board.updated', subject, details: { fields } })
      return { revision: board.revision, becamePrivate: board.is_public === 1 && change.is_public === false }
    })
    if (revision !== null) live.publish(boardId, revision)
    if (becamePrivate) live.everybodysAccessChanged(boardId)
    return boardView(await getBoardFor(db, viewer, boardId))
  })

  route(boardsApi.remove, async (context) => {
    const { boardId } = context.params
    await db.transaction().execute(async (trx) => {
      const { title } = await changeBoard(trx, context.viewer, boardId, boardPolicy.administer)
      await deleteBoard(trx, boardId)
      await addAudit(trx, context, { kind: 'board.deleted', subject: title, details: { board: boardId } })
    })
    live.everybodysAccessChanged(boardId)
    return {}
  })

  route(boardsApi.restore, async (context) => {
    const { boardId } = context.params
    const { revision, restored, members } = await db.transaction().execute(async (trx) => {
      const revision = await undeleteBoard(trx, context.viewer, boardId)
      const restored = boardView(await getBoardFor(trx, context.viewer, boardId))
      await addAudit(trx, context, { kind: 'board.restored', subject: restored.title, details: { board: boardId } })
      return { revision, restored, members: await listMembers(trx, boardId) }
    })
    // Deleting it sent everybody out of its channel: those who still show it are told by themselves that it is there again.
    live.accessChanged(
      boardId,
      members.map(({ user_id }) => user_id),
    )
    live.publish(boardId, revision)
    return restored
  })

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
    const { revision, label } = await runChange(db, async (trx) => {
      const board = await changeBoard(trx, viewer, boardId)
      const before = await getLabel(trx, boardId, labelId)
      const { version, ...change } = body
      const { name, color } = { ...before, ...change }
      if (version !== undefined && version !== before.version && change.name !== undefined) throw late(before)
      if (name === before.name && color === before.color) return { revision: null, label: before }
      return { revision: board.revision, label: await updateLabel(trx, before, change, board.revision) }
    })
    if (revision !== null) live.publish(boardId, revision)
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
