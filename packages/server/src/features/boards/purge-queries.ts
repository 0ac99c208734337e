import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { firstWithin } from '../../platform/first-within.ts'
import { comingBoards } from './write-queries.ts'

/** Rows of one statement. A card takes along all that is on it, and on SQLite everybody who writes waits for the statement. */
const rowsAtOnce = 100
/** Items, comments and lines of the journal on the cards of one statement, unless one card has more. */
const thingsAtOnce = 2000
/** What could still be brought back a moment ago may be about to come back. */
const marginMs = 5 * 60_000

/** A row to be removed; `things`: how much hangs on a card. */
type Gone = { id: number; things?: number }

/** The cards of some rows, with what hangs on each. */
async function withThings(db: Db, rows: readonly Gone[]): Promise<Gone[]> {
  const cards = await db
    .selectFrom('cards')
    .select((eb) => [
      'cards.id',
      eb('checklist_total', '+', eb.ref('comment_count')).as('counted'),
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
  return cards.map(({ id, counted, lines }) => ({ id, things: Number(counted) + Number(lines) }))
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
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('deleted_at', '<', before).limit(rowsAtOnce).execute() },
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('list_id', 'in', lists).limit(rowsAtOnce).execute() },
    { from: 'cards', first: () => db.selectFrom('cards').select('id').where('board_id', 'in', boards).limit(rowsAtOnce).execute() },
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
  for (const { from, first } of pieces) {
    for (let rows = await first(); rows.length > 0; rows = await first()) {
      const weighed = from === 'cards' ? await withThings(db, rows) : rows
      const ids = firstWithin(weighed, thingsAtOnce, ({ things = 0 }) => things).map(({ id }) => id)
      // Another process may have removed all of these meanwhile.
      if (ids.length > 0) await db.deleteFrom(from).where('id', 'in', ids).execute()
    }
  }
  for (const { id } of await goneLists.select('lists.id').execute()) await db.deleteFrom('lists').where('id', '=', id).execute()
  for (const { id } of await boards.execute()) await db.deleteFrom('boards').where('id', '=', id).execute()
  await db.deleteFrom('invitations').where('expires_at', '<', instant(-deletedKeptMs)).where('accepted_at', 'is', null).execute()
}
