import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Secret addresses under which strangers read a board. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table read_links (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    secret_hash text not null unique,
    names integer not null,
    created_at text not null,
    expires_at text,
    last_read_at text
  ) ${strict}`.execute(db)
  await sql`create index read_links_of_board on read_links (board_id, id)`.execute(db)
  await sql`create index read_links_of_person on read_links (user_id)`.execute(db)
}

export const readLinks: Migration = { up }
