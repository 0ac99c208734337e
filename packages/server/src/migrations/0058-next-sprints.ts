import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Boards that make the next sprint themselves when the last open one ends. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table boards add column auto_sprint integer not null default 0`.execute(db)
}

export const nextSprints: Migration = { up }
