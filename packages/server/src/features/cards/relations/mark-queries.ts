import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { countWhere, isDone, isOpen, isShown } from '../count-queries.ts'

/** What a card's face says of rows beside it: whether an open card blocks it, how far its sub-cards are, and whether it comes again. */
export type Marks = { blocked: boolean; subcards_total: number; subcards_done: number; recurs: boolean }

export const noMarks: Marks = { blocked: false, subcards_total: 0, subcards_done: 0, recurs: false }

const cardsOf = (db: Db, of: { boardId: number } | { sprintId: number }) => {
  const marked = db.selectFrom('cards as marked').select('marked.id')
  return 'boardId' in of ? marked.where('marked.board_id', '=', of.boardId) : marked.where('marked.sprint_id', '=', of.sprintId)
}

/**
 * The marks of those cards that have any. They are read, and never stored: what blocks a card, or is a part of it, changes on other boards, in
 * transactions that cannot wait for this one. A sub-card that is done counts also from the archive, where finished work goes.
 */
export async function listMarks(
  db: Db,
  of: { boardId: number } | { sprintId: number } | { cardIds: readonly number[] },
): Promise<Map<number, Marks>> {
  if ('cardIds' in of && of.cardIds.length === 0) return new Map()
  const rows = await db
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
    .where('card_relations.to_card_id', 'in', 'cardIds' in of ? of.cardIds : cardsOf(db, of))
    .groupBy(['card_relations.to_card_id', 'card_relations.kind'])
    .execute()
  const recurring = await db
    .selectFrom('card_recurrences')
    .select('card_id')
    .where('card_id', 'in', 'cardIds' in of ? of.cardIds : cardsOf(db, of))
    .execute()
  const marks = new Map<number, Marks>()
  for (const { to_card_id, kind, open, done } of rows) {
    const [waiting, finished] = [Number(open ?? 0), Number(done ?? 0)]
    const before = marks.get(to_card_id) ?? noMarks
    marks.set(
      to_card_id,
      kind === 'blocks' ? { ...before, blocked: waiting > 0 } : { ...before, subcards_total: waiting + finished, subcards_done: finished },
    )
  }
  for (const { card_id } of recurring) marks.set(card_id, { ...(marks.get(card_id) ?? noMarks), recurs: true })
  return marks
}

/** Whether a card is open, and an open card blocks it. */
export const isBlocked = sql<boolean>`(${isOpen} and exists (
  select 1 from card_relations
  join cards as blocker on blocker.id = card_relations.from_card_id
  join lists as there on there.id = blocker.list_id
  join boards as beyond on beyond.id = blocker.board_id
  where card_relations.kind = 'blocks' and card_relations.to_card_id = cards.id and blocker.status not in ('concluida', 'cancelada')
    and blocker.archived_at is null and blocker.deleted_at is null and there.archived_at is null and there.deleted_at is null
    and beyond.deleted_at is null))`
