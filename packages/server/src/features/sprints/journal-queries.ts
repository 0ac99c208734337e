import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'

/**
 * The journal of sprints: what a card was in a sprint, one row each time that something changes which counts. Burndown, report
 * and velocity are computed from nothing else. It is closed when the sprint ends. Whoever writes cards calls this.
 */
const fields = ['sprint_id', 'card_id', 'title', 'in_sprint', 'status', 'points', 'hours', 'happened_at'] as const

/** What counts about a card; that its list is shown counts too. */
const counted = ['sprint_id', 'status', 'title', 'estimate', 'estimated_hours', 'archived_at', 'deleted_at'] as const

/** Whether a change of a card is one for the journal. */
export const isForJournal = (
  card: Partial<Record<(typeof counted)[number], unknown>>,
  change: Partial<Record<(typeof counted)[number], unknown>>,
): boolean =>
  Boolean(card.sprint_id ?? change.sprint_id) && counted.some((field) => change[field] !== undefined && change[field] !== card[field])

/** Cards in sprints that last, as journal rows of now. */
const snapshots = (trx: Db) =>
  trx
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('sprints', 'sprints.id', 'cards.sprint_id')
    .where('sprints.ended_at', 'is', null)

const shownOrNot = (trx: Db) =>
  snapshots(trx).select((eb) => [
    'sprints.id as sprint_id',
    'cards.id as card_id',
    'cards.title',
    eb
      .case()
      .when(
        eb.and([
          eb('cards.archived_at', 'is', null),
          eb('cards.deleted_at', 'is', null),
          eb('lists.archived_at', 'is', null),
          eb('lists.deleted_at', 'is', null),
        ]),
      )
      .then(eb.lit(1))
      .else(eb.lit(0))
      .end()
      .as('in_sprint'),
    'cards.status',
    'cards.estimate as points',
    'cards.estimated_hours as hours',
    eb.val(instant()).as('happened_at'),
  ])

/** Writes down how a card stands in its sprint now. */
export async function recordCard(trx: Db, cardId: number): Promise<void> {
  await trx
    .insertInto('sprint_events')
    .columns(fields)
    .expression(shownOrNot(trx).where('cards.id', '=', cardId))
    .execute()
}

/** Writes down how all cards that a change of a board wrote stand in their sprints now. */
export async function recordChanged(trx: Db, board: { id: number; revision: number }): Promise<void> {
  await trx
    .insertInto('sprint_events')
    .columns(fields)
    .expression(shownOrNot(trx).where('cards.board_id', '=', board.id).where('cards.revision', '=', board.revision))
    .execute()
}

/** Writes down that cards leave the sprints they are in. Called before they do. */
export async function recordLeaving(trx: Db, cardIds: readonly number[]): Promise<void> {
  await trx
    .insertInto('sprint_events')
    .columns(fields)
    .expression(
      snapshots(trx)
        .select((eb) => [
          'sprints.id as sprint_id',
          'cards.id as card_id',
          'cards.title',
          eb.lit(0).as('in_sprint'),
          'cards.status',
          'cards.estimate as points',
          'cards.estimated_hours as hours',
          eb.val(instant()).as('happened_at'),
        ])
        .where('cards.id', 'in', cardIds),
    )
    .execute()
}

/** A list was hidden or came back, and its planned cards with it: they count as changed, and the journal says so. */
export async function recordList(trx: Db, listId: number, board: { id: number; revision: number }): Promise<void> {
  await trx
    .updateTable('cards')
    .set({ revision: board.revision })
    .where('list_id', '=', listId)
    .where('sprint_id', 'is not', null)
    .execute()
  await trx
    .insertInto('sprint_events')
    .columns(fields)
    .expression(shownOrNot(trx).where('cards.list_id', '=', listId))
    .execute()
}
