import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table two_factor (
    user_id integer primary key references users (id) on delete cascade,
    secret text not null,
    last_step integer not null,
    created_at text not null
  ) ${strict}`)
  // Apart from the active one, which an enrolment that is not finished must not touch.
  await run(sql`create table two_factor_enrolments (
    user_id integer primary key references users (id) on delete cascade,
    secret text not null,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create table recovery_codes (
    user_id integer not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  ) ${strict}`)
  // Passwords that were right and wait for their second factor.
  await run(sql`create table login_challenges (
    token_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    password_mark text not null,
    tries integer not null,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create index challenges_by_end on login_challenges (expires_at)`)
}

export const twoFactor: Migration = { up }
