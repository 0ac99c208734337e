import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notifications that are put aside: done, or snoozed until they come back by themselves. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['done_at', 'snoozed_until', 'returned_at'])
    await sql`alter table notifications add column ${sql.ref(column)} text`.execute(db)
  await sql`create index notifications_to_return on notifications (snoozed_until) where snoozed_until is not null`.execute(db)
}

export const inbox: Migration = { up }
