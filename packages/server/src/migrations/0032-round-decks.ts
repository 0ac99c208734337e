import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The deck that a round was voted with: the room may have another one since, and sizes have no order of their own. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table rounds add column deck text`.execute(db)
}

export const roundDecks: Migration = { up }
