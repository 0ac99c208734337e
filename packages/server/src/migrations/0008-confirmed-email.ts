import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { normalize } from '../platform/normalize.ts'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`alter table users add column email_verified_at text`)
  await run(sql`alter table users add column email_claimed_at text`)
  // Several may be valid at once: asking for another email must not spoil the one that is on its way.
  await run(sql`create table email_confirmations (
    token_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    email text not null,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create index confirmations_of_user on email_confirmations (user_id)`)
  await run(sql`create index invitations_of_email on invitations (email)`)

  // In the database, so that every process has it and a backup holds it.
  await run(sql`create table avatars (
    user_id integer primary key references users (id) on delete cascade,
    name text not null unique,
    bytes ${onPostgres ? sql`bytea` : sql`blob`} not null,
    created_at text not null
  ) ${strict}`)

  await run(sql`alter table labels add column search_text text not null default ''`)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from labels`.execute(db)
  for (const { id, name } of rows) await run(sql`update labels set search_text = ${normalize(name)} where id = ${id}`)
}

export const confirmedEmail: Migration = { up }
