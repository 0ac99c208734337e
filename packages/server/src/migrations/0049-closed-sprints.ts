import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the closing of a sprint did, so that it can be taken back. Sprints that ended before have nothing to take back. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sprints add column closing text`.execute(db)
}

export const closedSprints: Migration = { up }
