import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Groups of the provider of sign-ins whose people are on a board; and of each member, by which group they are on it. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table board_groups (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    role text not null,
    unique (board_id, name)
  ) ${strict}`.execute(db)
  await sql`create index board_groups_by_name on board_groups (name, board_id)`.execute(db)
  await sql`alter table board_members add column by_group text`.execute(db)
}

export const boardGroups: Migration = { up }
