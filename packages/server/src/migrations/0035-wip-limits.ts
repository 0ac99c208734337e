import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many cards a list is to hold at most, and whether it takes no more (`wip_hard` 1) or only says so. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table lists add column wip_limit integer`.execute(db)
  await sql`alter table lists add column wip_hard integer not null default 0`.execute(db)
}

export const wipLimits: Migration = { up }
