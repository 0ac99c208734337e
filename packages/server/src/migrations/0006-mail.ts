import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  // What is to be sent, not the email itself: it is written when it goes out, so that no secret in it is ever stored.
  await run(sql`create table outbox (
    id ${id},
    kind text not null,
    data text not null,
    tries integer not null default 0,
    created_at text not null,
    next_try_at text not null
  ) ${strict}`)
  await run(sql`create index outbox_due on outbox (next_try_at)`)

  // Several may be valid at once: asking for another email must not spoil the one that is on its way.
  await run(sql`create table password_resets (
    token_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create index resets_of_user on password_resets (user_id)`)

  // From where a person has signed in.
  await run(sql`create table known_devices (
    user_id integer not null references users (id) on delete cascade,
    device text not null,
    address_hash text not null,
    seen_at text not null,
    primary key (user_id, device, address_hash)
  ) ${strict}`)
  await run(sql`create index devices_by_age on known_devices (seen_at)`)
}

export const mail: Migration = { up }
