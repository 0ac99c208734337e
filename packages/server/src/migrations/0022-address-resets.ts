import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Links that set a password at an address that nobody has confirmed: they belong to the address, whatever account has it. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  await sql`create table address_resets (
    token_hash text primary key,
    email text not null,
    expires_at text not null
  ) ${strict}`.execute(db)
  await sql`create index resets_of_address on address_resets (email)`.execute(db)
}

export const addressResets: Migration = { up }
