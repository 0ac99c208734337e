import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who administers lists the tasks of all boards, the latest changed first: those of a status, or those that are late. Those of a rare status stand
 * behind nearly all others. SQLite takes these indexes only for statements that say `status > ''`, which holds for every card, or ask for the first
 * column of the other one: on one board they would have it read the cards of all.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index cards_of_status on cards (status, updated_at, id)
    where archived_at is null and deleted_at is null and status > ''`.execute(db)
  await sql`create index cards_late on cards ((status not in ('concluida', 'cancelada')), updated_at, id, due_date)
    where due_date is not null and status not in ('concluida', 'cancelada') and archived_at is null and deleted_at is null`.execute(db)
}

export const tasksOfAll: Migration = { up }
