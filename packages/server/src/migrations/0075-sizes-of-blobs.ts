import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who administers sees how many bytes all files take. They are added up from an index, which is a fraction of the table. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index blobs_size on blobs (size)`.execute(db)
}

export const sizesOfBlobs: Migration = { up }
