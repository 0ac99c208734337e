import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Invitations to the installation itself. They are a table of their own, because those of boards belong to a board and stay with it after
 * they were accepted, while these are gone once their account exists.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  await sql`create table sign_up_invitations (
    id ${id},
    email text not null unique,
    token_hash text not null unique,
    invited_by integer references users (id) on delete cascade,
    mailed integer not null default 0,
    created_at text not null,
    expires_at text not null
  ) ${onPostgres ? sql`` : sql`strict`}`.execute(db)
}

export const signUp: Migration = { up }
