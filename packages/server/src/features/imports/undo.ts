import { setTimeout as pause } from 'node:timers/promises'
import { type Deps, instant } from '../../platform/deps.ts'
import { addAudit } from '../audit/queries.ts'
import { findActor } from '../auth/queries.ts'
import { boardHidden } from '../boards/events.ts'
import { holdBoard } from '../boards/queries.ts'
import { tellEnd, tellFailed } from './end-notice.ts'
import { changeImport, dropObjects, findPlace, type ImportRow } from './queries.ts'
import { dropBoard } from './set-up-queries.ts'
import { type Context, gathered, heldBoard, Lost, Stopped } from './steps.ts'
import { takeBack } from './take-back.ts'

/**
 * Whether somebody may take back what is done yet. Who left a board, or lost it, left to others what they made of it; what an import did
 * that never came to its end is taken back in any case.
 */
async function mayTakeBack(trx: Deps['db'], row: ImportRow): Promise<boolean> {
  if (row.finished_at === null) return true
  try {
    // Who undoes it does so as themselves, also what a program of theirs brought.
    await heldBoard(trx, await findActor(trx, { userId: row.user_id, token: null }), row.board_id)
    return true
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  }
}

/** Takes back what an import did: the whole board that it made, or change after change on one that was there. */
export async function undo(context: Context, row: ImportRow, isStopped: () => boolean): Promise<void> {
  const { db, events, outbox, processId, publish, notified, accessChanged } = context
  const { board_id: boardId } = row
  const at = { step: 'undo' as const, processId }
  const kept = { status: 'done', step: null, phase: null } as const
  for (let isMore = row.is_new === 0 && boardId !== null; isMore; ) {
    if (isStopped()) throw new Lost()
    const from = performance.now()
    const turn = await db.transaction().execute(async (trx) => {
      const board = await holdBoard(trx, boardId ?? 0).catch(() => undefined)
      if (!board || !(await mayTakeBack(trx, row))) return undefined
      const work = events.begin(trx, null)
      const leaving = { work: events.begin(trx, { userId: row.user_id, token: null }), trust: { mailed: outbox.enabled } }
      const { stayed, ...taken } = await takeBack(work, board, row, leaving)
      const before = stayed.length > 0 ? await findPlace(trx, row.id) : undefined
      const left = before && { left_out: gathered([...before.left_out, ...stayed]) }
      if (!(await changeImport(trx, row.id, at, { phase: 'undoing', ...left }))) throw new Lost()
      return { ...taken, revision: board.revision, notified: [...work.notified, ...leaving.work.notified] }
    })
    isMore = turn?.isMore ?? false
    if (turn && turn.gone.length > 0) {
      publish(boardId ?? 0, turn.revision, turn.notified)
      accessChanged(boardId ?? 0, turn.gone)
    }
    await pause(performance.now() - from)
  }
  const told = await db.transaction().execute(async (trx) => {
    if (!(await mayTakeBack(trx, row))) {
      await changeImport(trx, row.id, at, kept)
      return undefined
    }
    // The board is held before the import, as by who still brings files to it: each would wait for the other.
    const dropped = row.is_new === 1 && boardId !== null ? await dropBoard(trx, boardId, { wasShown: row.finished_at !== null }) : undefined
    const board = row.is_new === 0 && boardId !== null ? await holdBoard(trx, boardId).catch(() => undefined) : undefined
    const status = row.finished_at !== null ? 'undone' : row.problem ? 'failed' : 'cancelled'
    const end = {
      status,
      step: null,
      phase: null,
      finished_at: instant(),
      undo_until: null,
      ...(row.is_new === 1 && { board_id: null }),
    } as const
    if (!(await changeImport(trx, row.id, at, end))) throw new Lost()
    await dropObjects(trx, [row.object_name, row.bundle_name])
    const failed = status === 'failed' && row.is_new === 1 && row.problem ? await tellFailed(trx, row, row.problem) : []
    if (boardId === null) return { revision: undefined, importer: failed }
    if (row.finished_at !== null) {
      const actor = { viewer: { userId: row.user_id }, address: '', userAgent: '' }
      await addAudit(trx, actor, { kind: 'import.undone', subject: row.head?.board.title ?? '', details: { board: boardId } })
    }
    if (row.is_new === 0) {
      // Who cancelled it knows.
      const kind = status === 'undone' ? 'import_undone' : status === 'failed' ? 'import_failed' : undefined
      return board && { revision: board.revision, importer: kind ? await tellEnd(trx, kind, row, board) : [] }
    }
    await events.begin(trx, null).emit(boardHidden, { boardId })
    return { revision: dropped, importer: failed }
  })
  if (boardId !== null && told?.revision !== undefined) publish(boardId, told.revision)
  notified(told?.importer ?? [])
}
