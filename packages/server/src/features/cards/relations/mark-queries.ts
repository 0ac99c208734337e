import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { slicesInTurns } from '../../../platform/slices.ts'
import { countWhere, isDone, isOpen, isShown } from '../count-queries.ts'

/** What a card's face says of rows beside it: whether an open card blocks it, how far its sub-cards are, and whether it comes again. */
export type Marks = { blocked: boolean; subcards_total: number; subcards_done: number; recurs: boolean }

export const noMarks: Marks = { blocked: false, subcards_total: 0, subcards_done: 0, recurs: false }

/** Cards whose relations are read in one statement: each may have a hundred, and SQLite keeps everybody waiting meanwhile. */
const cardsAtOnce = 100

/** Those of some cards to which any relation leads. Of most cards there is none, and this is known from an index alone. */
async function relatedAmong(db: Db, cardIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('cards')
    .select('cards.id')
    .where('cards.id', 'in', cardIds)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('card_relations').select('card_relations.id').whereRef('card_relations.to_card_id', '=', 'cards.id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The marks of those cards that have any. They are read, and never stored: what blocks a card, or is a part of it, changes on other boards, in
 * transactions that cannot wait for this one. A sub-card that is done counts also from the archive, where finished work goes.
 */
export async function listMarks(db: Db, cardIds: readonly number[]): Promise<Map<number, Marks>> {
  const marks = new Map<number, Marks>()
  if (cardIds.length === 0) return marks
  for await (const some of slicesInTurns(await relatedAmong(db, cardIds), cardsAtOnce))
    for (const { to_card_id, kind, open, done } of await countRelations(db, some)) {
      const [waiting, finished] = [Number(open ?? 0), Number(done ?? 0)]
      const before = marks.get(to_card_id) ?? noMarks
      marks.set(
        to_card_id,
        kind === 'blocks'
          ? { ...before, blocked: waiting > 0 }
          : { ...before, subcards_total: waiting + finished, subcards_done: finished },
      )
    }
  const recurring = await db.selectFrom('card_recurrences').select('card_id').where('card_id', 'in', cardIds).execute()
  for (const { card_id } of recurring) marks.set(card_id, { ...(marks.get(card_id) ?? noMarks), recurs: true })
  return marks
}

/** How many open cards, and how many that are done, block each of some cards or are a part of it. */
const countRelations = (db: Db, cardIds: readonly number[]) =>
  db
    .selectFrom('card_relations')
    .innerJoin('cards', 'cards.id', 'card_relations.from_card_id')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select((eb) => [
      'card_relations.to_card_id',
      'card_relations.kind',
      countWhere(eb.and([isOpen, isShown(eb)])).as('open'),
      countWhere(isDone).as('done'),
    ])
    .where('card_relations.kind', 'in', ['blocks', 'part_of'])
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .where('boards.deleted_at', 'is', null)
    .where('card_relations.to_card_id', 'in', cardIds)
    .groupBy(['card_relations.to_card_id', 'card_relations.kind'])
    .execute()

/** Whether a card is open, and an open card blocks it. */
export const isBlocked = sql<boolean>`(${isOpen} and exists (
  select 1 from card_relations
  join cards as blocker on blocker.id = card_relations.from_card_id
  join lists as there on there.id = blocker.list_id
  join boards as beyond on beyond.id = blocker.board_id
  where card_relations.kind = 'blocks' and card_relations.to_card_id = cards.id and blocker.status not in ('concluida', 'cancelada')
    and blocker.archived_at is null and blocker.deleted_at is null and there.archived_at is null and there.deleted_at is null
    and beyond.deleted_at is null))`
