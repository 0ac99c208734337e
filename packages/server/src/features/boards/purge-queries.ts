import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { Db } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { comingBoards } from './write-queries.ts'

/** Rows of one statement. A card takes along all that is on it, and on SQLite everybody who writes waits for the statement. */
const rowsAtOnce = 100
/** What could still be brought back a moment ago may be about to come back. */
const marginMs = 5 * 60_000

type Piece = 'cards' | 'activities' | 'notifications' | 'sprint_events'

/**
 * Job: removes for good what was deleted more than a day ago, in small statements: a board holds tens of thousands of cards, and
 * somebody may delete a hundred of them. Several processes may run it at once.
 */
export async function purgeDeleted(db: Db): Promise<void> {
  const before = instant(-deletedKeptMs - marginMs)
  const gone = (table: 'lists' | 'cards') => db.selectFrom(table).where('deleted_at', '<', before)
  const goneBoards = db.selectFrom('boards').where('deleted_at', '<', before).where('boards.id', 'not in', comingBoards(db))
  const boards = goneBoards.select('boards.id')
  const lists = gone('lists').select('lists.id')
  const pieces: { from: Piece; first: () => Promise<{ id: number }[]> }[] = [
    { from: 'cards', first: () => gone('cards').select('cards.id').limit(rowsAtOnce).execute() },
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
      const ids = rows.map(({ id }) => id)
      await db.deleteFrom(from).where('id', 'in', ids).execute()
    }
  }
  for (const { id } of await gone('lists').select('lists.id').execute()) await db.deleteFrom('lists').where('id', '=', id).execute()
  for (const { id } of await boards.execute()) await db.deleteFrom('boards').where('id', '=', id).execute()
  await db.deleteFrom('invitations').where('expires_at', '<', instant(-deletedKeptMs)).where('accepted_at', 'is', null).execute()
}
