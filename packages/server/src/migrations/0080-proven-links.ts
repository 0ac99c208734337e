import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whether the provider says that the address of a link is read by its person. A link of before is asked for it when its person comes by it again.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table identities add column email_verified integer not null default 0`.execute(db)
}

export const provenLinks: Migration = { up }
