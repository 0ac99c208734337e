import type { Db } from '../../../platform/database.ts'
import { overStatuses } from '../queries.ts'

/** The cards of a board without a sprint that have a rank, finished and hidden ones too: they keep their places. */
const ranked = (trx: Db, boardId: number) =>
  trx.selectFrom('cards').where('board_id', '=', boardId).where('sprint_id', 'is', null).where('column_rank', 'is not', null)

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

/** Whether the backlog of a board shows a card. */
export const isInBacklog = async (trx: Db, boardId: number, cardId: number): Promise<boolean> =>
  (await shown(trx, boardId).select('cards.id').where('cards.id', '=', cardId).executeTakeFirst()) !== undefined

/** The rank of a card of the backlog; undefined when it has none yet. */
export async function findBacklogRank(trx: Db, boardId: number, cardId: number): Promise<string | undefined> {
  const row = await ranked(trx, boardId).select('column_rank').where('id', '=', cardId).executeTakeFirst()
  return row?.column_rank ?? undefined
}

/** The next rank behind one (null: the first of all), without that of the card `except`. */
export async function findNextRank(trx: Db, boardId: number, before: string | null, except: number): Promise<string | null> {
  const next = await ranked(trx, boardId)
    .select('column_rank')
    .where('id', '!=', except)
    .$if(before !== null, (query) => query.where('column_rank', '>', before))
    .orderBy('column_rank')
    .limit(1)
    .executeTakeFirst()
  return next?.column_rank ?? null
}

/** The last rank, without that of the card `except`. */
export async function findLastRank(trx: Db, boardId: number, except: number): Promise<string | null> {
  const last = await ranked(trx, boardId)
    .select('column_rank')
    .where('id', '!=', except)
    .orderBy('column_rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.column_rank ?? null
}

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

/** All cards that have a rank, in their order. */
export async function listRanked(trx: Db, boardId: number): Promise<number[]> {
  const rows = await ranked(trx, boardId).select('id').orderBy('column_rank').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
