import type { Db } from '../../platform/database.ts'
import { addNotices } from '../notifications/notice-queries.ts'
import type { ImportRow } from './queries.ts'

/**
 * Tells whoever started an import how it ended, in the transaction of the end. One that left no board is told by its page alone: what people are told
 * is of boards that they see.
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
    // Nobody else did it, and so no actor is left out of those who are told. Whoever tries again and again has one row of each kind.
    { kind, board_id: board.id, actor_id: null, subject: board.title, details: { import_id: id }, gather: `${kind}:${board.id}` },
    [user_id],
  )
