import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table audit_log (
    id ${id},
    kind text not null,
    user_id integer references users (id) on delete set null,
    subject text not null,
    search_text text not null,
    details text not null,
    address text not null,
    device text not null,
    times integer not null default 1,
    gathered_as text unique,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index audit_by_time on audit_log (created_at)`)
  await run(sql`create index audit_by_kind on audit_log (kind, id)`)
  await run(sql`create index audit_by_user on audit_log (user_id)`)

  // Long actions of whoever administers. One runs at a time: it holds the only slot until it ends or its process is dead.
  await run(sql`create table operations (
    id ${id},
    kind text not null,
    slot text unique,
    state text not null check (state in ('running', 'done', 'failed')),
    progress integer not null default 0,
    process_id text not null,
    user_id integer references users (id) on delete set null,
    result text not null default '{}',
    started_at text not null,
    ended_at text
  ) ${strict}`)

  // What whoever administers chose for the whole instance; value is JSON.
  await run(sql`create table instance_settings (name text primary key, value text not null) ${strict}`)

  await run(sql`alter table processes add column name text not null default ''`)
  await run(sql`alter table processes add column version text not null default ''`)
  await run(sql`alter table processes add column sockets integer not null default 0`)
  await run(sql`alter table processes add column started_at text not null default ''`)
}

export const audit: Migration = { up }
