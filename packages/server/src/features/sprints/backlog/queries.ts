import type { Db } from '../../../platform/database.ts'
import { overStatuses } from '../queries.ts'

/** The cards that the backlog shows. */
const shown = (trx: Db, boardId: number) =>
  trx
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .where('cards.board_id', '=', boardId)
    .where('cards.sprint_id', 'is', null)
    .where('cards.status', 'not in', overStatuses)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)

/** A card of the backlog of a board, with the rank that it has there; undefined when the backlog does not show it. */
export const findInBacklog = (trx: Db, boardId: number, cardId: number): Promise<{ column_rank: string | null } | undefined> =>
  shown(trx, boardId).select('cards.column_rank').where('cards.id', '=', cardId).executeTakeFirst()

/** The shown cards without a rank up to one of them, in their order, without the card `except`. */
export async function listUnrankedUpTo(trx: Db, boardId: number, cardId: number, except: number): Promise<number[]> {
  const rows = await shown(trx, boardId)
    .select('cards.id')
    .where('cards.column_rank', 'is', null)
    .where('cards.id', '<=', cardId)
    .where('cards.id', '!=', except)
    .orderBy('cards.id')
    .execute()
  return rows.map(({ id }) => id)
}
