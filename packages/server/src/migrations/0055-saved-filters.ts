import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Filters of a board's cards that people keep, for themselves or for the board. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  await sql`create table saved_filters (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    user_id integer references users (id) on delete cascade,
    name text not null,
    filter text not null,
    created_at text not null
  ) ${onPostgres ? sql`` : sql`strict`}`.execute(db)
  await sql`create index saved_filters_of_board on saved_filters (board_id, user_id)`.execute(db)
  await sql`create index saved_filters_of_user on saved_filters (user_id)`.execute(db)
}

export const savedFilters: Migration = { up }
