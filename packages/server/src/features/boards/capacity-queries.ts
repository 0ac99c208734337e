import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { conflict } from '../../platform/errors.ts'

/** Cards that a board showed at a revision, for boards that had to be counted. One map for each database that is open. */
let counts = new WeakMap<object, Map<number, { revision: number; cards: number }>>()

/** Forgets what was counted. @returns of how many boards */
export function forgetCounts(db: Db): number {
  const { size } = countsOf(db)
  counts = new WeakMap()
  return size
}

/**
 * That a held board has room for `more` cards. A change adds one card at most (bringing a list back counts as many changes as it
 * brings cards), so that a board is counted only when it may be full: when it had more changes than it may have cards, and
 * again after as many as there was room for.
 * @throws AppError 409
 */
export async function requireRoomForCards(
  trx: Db,
  board: { id: number; revision: number },
  more = 1,
  refusal: string = texts.tooManyCards,
): Promise<void> {
  // The change under way has not added its own yet.
  if (board.revision - 1 + more <= limits.boardCards) return
  const known = countsOf(trx).get(board.id)
  // A database brought back from a copy may have gone behind what was counted.
  if (known && known.revision <= board.revision && known.cards + (board.revision - known.revision) + more <= limits.boardCards) return
  const { cards } = await trx
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .where('lists.board_id', '=', board.id)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  countsOf(trx).set(board.id, { revision: board.revision, cards })
  if (cards + more > limits.boardCards) throw conflict(refusal)
}

/** A database and its transactions have their adapter in common, and no other database has it. */
function countsOf(trx: Db): Map<number, { revision: number; cards: number }> {
  const { adapter } = trx.getExecutor()
  const known = counts.get(adapter) ?? new Map()
  counts.set(adapter, known)
  return known
}
