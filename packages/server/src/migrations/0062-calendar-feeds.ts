import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Secret addresses under which calendars read what a person has to do. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table calendar_feeds (
    id ${id},
    user_id integer not null unique references users (id) on delete cascade,
    secret_hash text not null unique,
    created_at text not null,
    last_read_at text
  ) ${strict}`.execute(db)
}

export const calendarFeeds: Migration = { up }
