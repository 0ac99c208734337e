import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { firstWithin } from '../../platform/first-within.ts'
import { comingBoards } from './write-queries.ts'

/** Rows of one statement: on SQLite everybody who writes waits for it. Each comment and item leaves the index of the search with its words. */
const rowsAtOnce = 100
/** Cards of one statement. Each takes along its labels, links, relations and values of fields, which may be two hundred. */
const cardsAtOnce = 25
/** Lines of the journal that lose their card in one statement. */
const linesAtOnce = 2000
/** What a board was brought from: rows that are short, and that nothing else follows. */
const shortRowsAtOnce = 1000
/** What could still be brought back a moment ago may be about to come back. */
const marginMs = 5 * 60_000

type Gone = { id: number }

/** So many of some cards as have no more lines of the journal than a statement takes. */
async function withinLines(db: Db, rows: readonly Gone[]): Promise<number[]> {
  const cards = await db
    .selectFrom('cards')
    .select((eb) => [
      'cards.id',
      eb
        .selectFrom('activities')
        .whereRef('activities.card_id', '=', 'cards.id')
        .select((of) => of.fn.countAll<number>().as('n'))
        .as('lines'),
    ])
    .where(
      'cards.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return firstWithin(cards, linesAtOnce, ({ lines }) => Number(lines)).map(({ id }) => id)
}

/** Removes what is on cards and may be large, a little in each statement: one card has thousands of items, and comments of forty megabytes. */
async function emptyCards(db: Db, cardIds: readonly number[]): Promise<void> {
  const items = () =>
    db
      .selectFrom('checklist_items')
      .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
      .select('checklist_items.id')
      .where('checklists.card_id', 'in', cardIds)
      .limit(rowsAtOnce)
      .execute()
  const of = (table: 'comments' | 'card_estimates') => () =>
    db.selectFrom(table).select(`${table}.id`).where(`${table}.card_id`, 'in', cardIds).limit(rowsAtOnce).execute()
  const lines = () => db.selectFrom('activities').select('id').where('card_id', 'in', cardIds).limit(linesAtOnce).execute()
  // The last of them go with the card: they are as many as one statement takes.
  for (let some = await lines(); some.length === linesAtOnce; some = await lines())
    await db
      .updateTable('activities')
      .set({ card_id: null })
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
  await inParts(db, 'checklist_items', items)
  for (const table of ['comments', 'card_estimates'] as const) await inParts(db, table, of(table))
}

/** Removes rows of a table for as long as there are some. */
async function inParts(
  db: Db,
  from: Piece | 'checklist_items' | 'comments' | 'card_estimates',
  first: () => Promise<Gone[]>,
): Promise<void> {
  for (let rows = await first(); rows.length > 0; rows = await first()) {
    const ids = from === 'cards' ? await withinLines(db, rows) : rows.map(({ id }) => id)
    if (from === 'cards') await emptyCards(db, ids)
    // Another process may have removed all of these meanwhile.
    if (ids.length > 0) await db.deleteFrom(from).where('id', 'in', ids).execute()
  }
}

/** Removes from where the things of a board were brought: there may be a million. */
async function forgetSources(db: Db, boardId: number): Promise<void> {
  const some = () =>
    db.selectFrom('import_sources').select(['source', 'kind', 'source_id']).where('board_id', '=', boardId).limit(shortRowsAtOnce).execute()
  for (let rows = await some(); rows[0]; rows = await some()) {
    const { source, kind } = rows[0]
    const ids = rows.flatMap((row) => (row.source === source && row.kind === kind ? [row.source_id] : []))
    await db
      .deleteFrom('import_sources')
      .where('board_id', '=', boardId)
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('source_id', 'in', ids)
      .execute()
  }
}

type Piece = 'cards' | 'activities' | 'notifications' | 'sprint_events'

/**
 * Job: removes for good what was deleted more than a day ago, in small statements: a board holds tens of thousands of cards, and
 * somebody may delete a hundred of them. Several processes may run it at once.
 */
export async function purgeDeleted(db: Db): Promise<void> {
  const before = instant(-deletedKeptMs - marginMs)
  const goneLists = db.selectFrom('lists').where('deleted_at', '<', before)
  const goneBoards = db.selectFrom('boards').where('deleted_at', '<', before).where('boards.id', 'not in', comingBoards(db))
  const boards = goneBoards.select('boards.id')
  const lists = goneLists.select('lists.id')
  const pieces: { from: Piece; first: () => Promise<Gone[]> }[] = [
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('deleted_at', '<', before).limit(cardsAtOnce).execute() },
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('list_id', 'in', lists).limit(cardsAtOnce).execute() },
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('board_id', 'in', boards).limit(cardsAtOnce).execute() },
    {
      from: 'activities',
      first: () => db.selectFrom('activities').select('id').where('board_id', 'in', boards).limit(rowsAtOnce).execute(),
    },
    {
      from: 'notifications',
      first: () => db.selectFrom('notifications').select('id').where('board_id', 'in', boards).limit(rowsAtOnce).execute(),
    },
    {
      from: 'sprint_events',
      first: () =>
        db
          .selectFrom('sprint_events')
          .select('id')
          .where('sprint_id', 'in', db.selectFrom('sprints').select('sprints.id').where('board_id', 'in', boards))
          .limit(rowsAtOnce)
          .execute(),
    },
  ]
  for (const { from, first } of pieces) await inParts(db, from, first)
  for (const { id } of await goneLists.select('lists.id').execute()) await db.deleteFrom('lists').where('id', '=', id).execute()
  for (const { id } of await boards.execute()) {
    await forgetSources(db, id)
    await db.deleteFrom('boards').where('id', '=', id).execute()
  }
  await db.deleteFrom('invitations').where('expires_at', '<', instant(-deletedKeptMs)).where('accepted_at', 'is', null).execute()
}
