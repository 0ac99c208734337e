import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** With what the files of a board of another tool are fetched, sealed and only while its import runs, and how far that is. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table imports add column secret text`.execute(db)
  await sql`alter table imports add column files_byte integer not null default 0`.execute(db)
  await sql`alter table imports add column files_done integer not null default 0`.execute(db)
  await sql`alter table imports add column files_total integer not null default 0`.execute(db)
}

export const importFiles: Migration = { up }
