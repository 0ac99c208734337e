import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a receiver that somebody chose last took long to answer, so that nobody else's messages wait for it. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table webhooks add column slow_at text`.execute(db)
  await sql`alter table slack_hooks add column slow_at text`.execute(db)
}

export const slowReceivers: Migration = { up }
