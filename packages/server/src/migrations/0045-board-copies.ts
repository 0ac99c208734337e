import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Boards that others are made from, and copies of boards that are under way. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  await sql`alter table boards add column is_template integer not null default 0`.execute(db)
  await sql`create table board_copies (
    board_id integer primary key references boards (id) on delete cascade,
    user_id integer not null unique references users (id) on delete cascade,
    process_id text not null,
    title text not null,
    done integer not null default 0,
    total integer not null,
    started_at text not null
  ) ${strict}`.execute(db)
}

export const boardCopies: Migration = { up }
