import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The day on which the work on a card is to begin. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table cards add column start_date text`.execute(db)
}

export const startDates: Migration = { up }
