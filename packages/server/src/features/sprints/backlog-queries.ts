import { texts } from '@rodada/contract/texts'
import { sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { conflict } from '../../platform/errors.ts'
import { isLong, rankBetween, ranksBehind } from '../../platform/ranks.ts'
import type { BoardRow } from '../boards/queries.ts'
import { type CardRow, updateCard } from '../cards/queries.ts'
import { writeRanks } from './place-queries.ts'
import { overStatuses } from './queries.ts'

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

const isShown = async (trx: Db, boardId: number, cardId: number): Promise<boolean> =>
  (await shown(trx, boardId).select('cards.id').where('cards.id', '=', cardId).executeTakeFirst()) !== undefined

/**
 * Puts a card of a held board's backlog behind another one, or (null) on top.
 * @throws AppError 409 when one of the two is no longer in the backlog
 */
export async function rankInBacklog(trx: Db, board: BoardRow, card: CardRow, after: number | null): Promise<void> {
  for (const id of after === null ? [card.id] : [card.id, after]) {
    if (!(await isShown(trx, board.id, id))) throw conflict(texts.notInBacklog)
  }
  const before = after === null ? null : await rankOf(trx, board, after, card.id)
  const next = await ranked(trx, board.id)
    .select('column_rank')
    .where('id', '!=', card.id)
    .$if(before !== null, (query) => query.where('column_rank', '>', before))
    .orderBy('column_rank')
    .limit(1)
    .executeTakeFirst()
  const rank = rankBetween(before, next?.column_rank ?? null)
  await updateCard(trx, board, card, { column_rank: rank })
  if (isLong(rank)) await renewRanks(trx, board)
}

/** The rank of a card of the backlog. One that has none yet gets one, as do those before it, so that the order stays what it was. */
async function rankOf(trx: Db, board: BoardRow, cardId: number, except: number): Promise<string> {
  const own = await ranked(trx, board.id).select('column_rank').where('id', '=', cardId).executeTakeFirst()
  if (own?.column_rank) return own.column_rank
  const last = await ranked(trx, board.id)
    .select('column_rank')
    .where('id', '!=', except)
    .orderBy('column_rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await shown(trx, board.id)
    .select('cards.id')
    .where('cards.column_rank', 'is', null)
    .where('cards.id', '<=', cardId)
    .where('cards.id', '!=', except)
    .orderBy('cards.id')
    .execute()
  const ranks = ranksBehind(last?.column_rank ?? null, rows.length)
  await write(trx, board, rows, ranks)
  return ranks.at(-1) ?? ''
}

/** Short ranks again, in the same order. */
async function renewRanks(trx: Db, board: BoardRow): Promise<void> {
  const rows = await ranked(trx, board.id).select('id').orderBy('column_rank').orderBy('id').execute()
  await write(trx, board, rows, ranksBehind(null, rows.length))
}

const write = (trx: Db, board: BoardRow, rows: readonly { id: number }[], ranks: readonly string[]): Promise<void> =>
  writeRanks(
    trx,
    'column_rank',
    rows.map(({ id }) => id),
    ranks,
    sql`revision = ${board.revision}`,
  )
