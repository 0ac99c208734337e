import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Names of sprint columns carry a version, as those of lists do, so that a late change is told so. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sprint_columns add column version integer not null default 1`.execute(db)
}

export const columnVersions: Migration = { up }
