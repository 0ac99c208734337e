import { oneLineText } from '@rodada/contract/core/plain-text'
import type { Db } from '../../platform/database.ts'
import { addNotices } from '../notifications/notice-queries.ts'
import type { Problem } from './model.ts'
import type { ImportRow } from './queries.ts'
import { problemText } from './view.ts'

/**
 * Tells who started an import how it ended, in the transaction of the end.
 * @returns who is notified, whose pages are told after the commit
 */
export const tellEnd = (
  trx: Db,
  kind: 'import_done' | 'import_failed' | 'import_undone',
  { id, user_id }: Pick<ImportRow, 'id' | 'user_id'>,
  board: { id: number; title: string },
): Promise<number[]> =>
  addNotices(
    trx,
    // Nobody else did it, and so no actor is left out of those who are told. Who tries again and again has one row of each kind.
    { kind, board_id: board.id, actor_id: null, subject: board.title, details: { import_id: id }, gather: `${kind}:${board.id}` },
    [user_id],
  )

/** Letters of why, as far as it is told. */
const mostReason = 500

/**
 * The same of one that failed and left no board, with why. Who cancelled one, or undid it, knows. The same file, tried again, is one row.
 */
export function tellFailed(
  trx: Db,
  { id, user_id, head, file_name, choices }: Pick<ImportRow, 'id' | 'user_id' | 'head' | 'file_name' | 'choices'>,
  problem: Problem,
): Promise<number[]> {
  const kind = 'import_without_board'
  const subject = head?.board.title || file_name || '—'
  const reason = oneLineText(problemText(problem, choices.language)).slice(0, mostReason).toWellFormed()
  return addNotices(
    trx,
    { kind, board_id: null, actor_id: null, subject, details: { import_id: id, reason }, gather: `${kind}:${file_name}` },
    [user_id],
  )
}
