import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Cards may show one of their pictures. The version before knows nothing of it, and what it deletes is no address any more. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table cards add column cover_file_id integer`.execute(db)
}

export const cardCovers: Migration = { up }
