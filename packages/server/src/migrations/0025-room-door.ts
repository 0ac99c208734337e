import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a room asks of newcomers. The version before lets everybody in: it knows of neither. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table rooms add column password_hash text`.execute(db)
  await sql`alter table rooms add column accounts_only integer not null default 0`.execute(db)
}

export const roomDoor: Migration = { up }
