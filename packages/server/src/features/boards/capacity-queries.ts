import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'

/** Cards of counted boards at a revision. One map for each open database. */
let counts = new WeakMap<object, Map<number, { revision: number; cards: number }>>()

/** Clears the counts. @returns of how many boards */
export function forgetCounts(db: Db): number {
  const { size } = countsOf(db)
  counts = new WeakMap()
  return size
}

/**
 * Whether a held board has room for `more` cards. A change counts a revision for each card that it may add (bringing back a list counts as many
 * as it brings cards), so a board is counted only when it may be full: when it has had more revisions than it may have cards, and again after as
 * many as there was room for. A change that asks again asks for further cards.
 */
export async function hasRoomForCards(trx: Db, board: { id: number; revision: number }, more = 1): Promise<boolean> {
  // The change under way has counted its revision and not yet added its own cards.
  if (board.revision - 1 + more <= limits.boardCards) return true
  const known = countsOf(trx).get(board.id)
  // After a restored copy the revision may be lower than the one that was counted.
  if (known && known.revision <= board.revision && known.cards + (board.revision - known.revision) + more <= limits.boardCards) {
    if (known.revision === board.revision) known.cards += more
    return true
  }
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
  const fits = cards + more <= limits.boardCards
  countsOf(trx).set(board.id, { revision: board.revision, cards: fits ? cards + more : cards })
  return fits
}

/** As `hasRoomForCards`. @throws AppError 409 */
export async function requireRoomForCards(
  trx: Db,
  board: { id: number; revision: number },
  more = 1,
  refusal: string = texts.tooManyCards,
): Promise<void> {
  if (!(await hasRoomForCards(trx, board, more))) throw conflict(refusal)
}

/** A database and its transactions share one adapter that no other database has. */
function countsOf(trx: Db): Map<number, { revision: number; cards: number }> {
  const { adapter } = trx.getExecutor()
  const known = counts.get(adapter) ?? new Map()
  counts.set(adapter, known)
  return known
}
