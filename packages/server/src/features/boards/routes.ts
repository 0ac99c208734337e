import { boardsApi } from '@rodada/contract/boards/board-calls'
import { BoardSummary } from '@rodada/contract/boards/boards'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { labelNamesApi } from '@rodada/contract/boards/label-names'
import type { Deps } from '../../platform/deps.ts'
import { stale } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import { addAudit } from '../audit/queries.ts'
import { changeDeckPoints, deckPointsOf } from './deck-queries.ts'
import { boardClosed, boardHidden, deckPointsChanged, happened, keysChanged, labelChanged } from './events.ts'
import { addLabel, deleteLabel, findLabelNames, getLabel, updateLabel } from './label-queries.ts'
import type { BoardLive } from './live.ts'
import { listMembers } from './members/queries.ts'
import { boardPolicy } from './policy.ts'
import { changeBoard, countBoards, getBoardFor, listBoards, listBoardsOf } from './queries.ts'
import { boardView } from './view.ts'
import type { Write } from './write.ts'
import { changedBoardFields, deleteBoard, undeleteBoard, updateBoard } from './write-queries.ts'

/** Boards themselves, and their labels. */
export function boardRoutes(route: Route, { db, events }: Deps, live: BoardLive, write: Write): void {
  route(boardsApi.list, async ({ viewer, query }) => (await listBoards(db, viewer, query)).map(boardView))
  route(labelNamesApi.find, ({ viewer, query }) => findLabelNames(db, viewer, query))
  route(boardsApi.counts, ({ viewer }) => countBoards(db, viewer))
  route(boardsApi.ofUser, async ({ viewer, params }) => (await listBoardsOf(db, viewer, params.userId)).map(boardView))

  route(boardsApi.update, async ({ viewer, params: { boardId }, body: { version, ...change } }) => {
    const becamePrivate = await write(viewer, async (work) => {
      const { trx } = work
      const board = await changeBoard(trx, viewer, boardId, boardPolicy.administer)
      const newTexts = change.title !== undefined || change.description !== undefined
      if (newTexts && version !== undefined && version !== board.version) {
        throw stale(BoardSummary.parse(boardView(await getBoardFor(trx, viewer, boardId))))
      }
      const fields = changedBoardFields(board, change)
      if (fields.length === 0) return { boardId, revision: null, result: false }
      await updateBoard(trx, board, Object.fromEntries(fields.map((field) => [field, change[field]])))
      if (fields.includes('key_prefix')) await work.emit(keysChanged, { board })
      const subject = change.title ?? board.title
      await work.emit(happened, { board_id: boardId, kind: 'board.updated', subject, details: { fields } })
      const closed = board.is_public === 1 && change.is_public === false
      if (closed) await work.emit(boardClosed, { board })
      return { boardId, revision: board.revision, result: closed }
    })
    if (becamePrivate) live.everybodysAccessChanged(boardId)
    return boardView(await getBoardFor(db, viewer, boardId))
  })

  route(deckPointsApi.change, async ({ viewer, params: { boardId }, body }) => {
    const changed = await write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      const points = await changeDeckPoints(work.trx, board, body.points)
      if (!points) return { boardId, revision: null, result: { deck_points: deckPointsOf(board), isNew: false } }
      await work.emit(happened, {
        board_id: boardId,
        kind: 'board.updated',
        subject: board.title,
        details: { fields: ['deck_points'] },
      })
      return { boardId, revision: board.revision, result: { deck_points: points, isNew: true } }
    })
    if (changed.isNew) await events.announce(deckPointsChanged, { boardId })
    return changed
  })

  route(boardsApi.remove, async (context) => {
    const { boardId } = context.params
    await db.transaction().execute(async (trx) => {
      const { title } = await changeBoard(trx, context.viewer, boardId, boardPolicy.administer)
      await deleteBoard(trx, boardId)
      await events.begin(trx, context.viewer).emit(boardHidden, { boardId })
      await addAudit(trx, context, { kind: 'board.deleted', subject: title, details: { board: boardId } })
    })
    live.everybodysAccessChanged(boardId)
    return {}
  })

  route(boardsApi.restore, async (context) => {
    const { boardId } = context.params
    const { revision, restored, members } = await db.transaction().execute(async (trx) => {
      const revision = await undeleteBoard(trx, context.viewer, boardId)
      await events.begin(trx, context.viewer).emit(boardHidden, { boardId })
      const restored = boardView(await getBoardFor(trx, context.viewer, boardId))
      await addAudit(trx, context, { kind: 'board.restored', subject: restored.title, details: { board: boardId } })
      return { revision, restored, members: await listMembers(trx, boardId) }
    })
    // The deletion removed everybody from the board's channel, so people who still show it are told directly that it is back.
    live.accessChanged(
      boardId,
      members.map(({ user_id }) => user_id),
    )
    live.publish(boardId, revision)
    return restored
  })

  route(boardsApi.addLabel, ({ viewer, params: { boardId }, body }) =>
    write(viewer, async ({ trx }) => {
      const board = await changeBoard(trx, viewer, boardId)
      return { boardId, revision: board.revision, result: await addLabel(trx, boardId, body) }
    }),
  )

  route(boardsApi.updateLabel, ({ viewer, params: { boardId, labelId }, body: { version, ...change } }) =>
    write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      const before = await getLabel(work.trx, boardId, labelId)
      const { name, color } = { ...before, ...change }
      if (version !== undefined && version !== before.version && change.name !== undefined) throw stale(before)
      if (name === before.name && color === before.color) return { boardId, revision: null, result: before }
      await work.emit(labelChanged, { board, labelId, deleted: false })
      return { boardId, revision: board.revision, result: await updateLabel(work.trx, before, change) }
    }),
  )

  route(boardsApi.removeLabel, ({ viewer, params: { boardId, labelId } }) =>
    write(viewer, async (work) => {
      const board = await changeBoard(work.trx, viewer, boardId)
      await getLabel(work.trx, boardId, labelId)
      await work.emit(labelChanged, { board, labelId, deleted: true })
      await deleteLabel(work.trx, labelId)
      return { boardId, revision: board.revision, result: {} }
    }),
  )
}
