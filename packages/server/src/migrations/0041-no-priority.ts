import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Cards may have no priority. For the version before, which knows four, such a card is one of medium priority. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table cards add column has_priority integer not null default 1`.execute(db)
}

export const noPriority: Migration = { up }
