import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { slicesOf } from '../../../platform/slices.ts'

/** Cards that are told of in one turn. */
const atOnce = 500

/** Notes cards of other boards, to be told after this transaction: it holds one board, and must not wait for another one. */
export async function queueCards(trx: Db, cards: readonly { id: number }[]): Promise<void> {
  const rows = cards.map(({ id }) => ({ card_id: id }))
  for (const some of slicesOf(rows, atOnce)) await trx.insertInto('related_cards_queue').values(some).execute()
}

/** Notes the cards of other boards that are related to any card of a board. */
export async function queueNeighboursOfBoard(trx: Db, boardId: number): Promise<void> {
  const neighbours = (near: 'from_card_id' | 'to_card_id', far: 'from_card_id' | 'to_card_id') => sql`
    select there.id from card_relations
    join cards as here on here.id = card_relations.${sql.raw(near)} join cards as there on there.id = card_relations.${sql.raw(far)}
    where here.board_id = ${boardId} and there.board_id <> ${boardId}`
  await sql`insert into related_cards_queue (card_id)
    ${neighbours('from_card_id', 'to_card_id')} union ${neighbours('to_card_id', 'from_card_id')}`.execute(trx)
}

/** The boards whose cards wait to be told of. */
export const listWaitingBoards = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('cards')
      // Not joined: SQLite would read every card to see whether it is one of these, of which it knows only that there were none last night.
      .where('id', 'in', (eb) => eb.selectFrom('related_cards_queue').select('card_id'))
      .select('board_id')
      .distinct()
      .limit(atOnce)
      .execute()
  ).map(({ board_id }) => board_id)

/** Takes the cards of a held board out of the queue. */
export async function takeWaiting(trx: Db, boardId: number): Promise<number[]> {
  const waiting = trx
    .selectFrom('related_cards_queue')
    .innerJoin('cards', 'cards.id', 'related_cards_queue.card_id')
    .select('related_cards_queue.id')
    .where('cards.board_id', '=', boardId)
    .limit(atOnce)
  const taken = await trx.deleteFrom('related_cards_queue').where('id', 'in', waiting).returning('card_id').execute()
  return [...new Set(taken.map(({ card_id }) => card_id))]
}
