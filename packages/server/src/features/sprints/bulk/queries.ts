import type { Db } from '../../../platform/database.ts'
import type { Actor } from '../../auth/queries.ts'
import { type BoardRow, visibleBoardIds } from '../../boards/queries.ts'
import { changeBoards } from '../../boards/write.ts'
import { type CardRow, cardRows, getCardsById } from '../../cards/queries.ts'

/** A held board with those cards of a change that are on it. */
export type BoardCards = { board: BoardRow; cards: CardRow[] }

/** The cards of some ids that this person sees, deleted ones left out. */
const seenCards = (db: Db, viewer: Actor, ids: readonly number[]) =>
  cardRows(db)
    .where('cards.id', 'in', ids)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))

/**
 * Begins a change of cards that may be of several boards. Cards that are absent or not seen are left out; the others come in the order of `ids`.
 * @throws AppError 403 when the person may not write on one of the boards
 */
export async function changeCards(trx: Db, viewer: Actor, ids: readonly number[]): Promise<BoardCards[]> {
  const found = await seenCards(trx, viewer, ids).execute()
  const boards = await changeBoards(
    trx,
    viewer,
    found.map(({ board_id }) => board_id),
  )
  // Again, because they may have changed before their boards were held.
  const seen = new Set(found.length === 0 ? [] : (await seenCards(trx, viewer, ids).execute()).map(({ id }) => id))
  const cards = await getCardsById(
    trx,
    ids.filter((id) => seen.has(id)),
  )
  return boards.map((board) => ({ board, cards: cards.filter(({ board_id }) => board_id === board.id) }))
}

/** Of some ranks, those that cards of a list, of a column or of a board's backlog have. */
export async function findTaken(
  trx: Db,
  place: { of: 'list_id' | 'column_id' | 'board_id'; id: number; by: 'rank' | 'column_rank' },
  ranks: readonly string[],
): Promise<Set<string>> {
  if (ranks.length === 0) return new Set()
  const rows = await trx
    .selectFrom('cards')
    .select(place.by)
    .where(place.of, '=', place.id)
    .where(place.by, 'in', ranks)
    .$if(place.of === 'board_id', (query) => query.where('sprint_id', 'is', null))
    .execute()
  return new Set(rows.flatMap((row) => row[place.by as keyof typeof row] ?? []))
}

/** The rank that follows one in a list; null at its end. */
export async function findNextInList(trx: Db, listId: number, rank: string): Promise<string | null> {
  const next = await trx
    .selectFrom('cards')
    .select('rank')
    .where('list_id', '=', listId)
    .where('rank', '>', rank)
    .orderBy('rank')
    .limit(1)
    .executeTakeFirst()
  return next?.rank ?? null
}
