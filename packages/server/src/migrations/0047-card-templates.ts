import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What cards of a board may begin as. They are no cards, so that no number, search or older process takes one for work. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  await sql`create table card_templates (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    content text not null,
    version integer not null default 1,
    created_at text not null,
    updated_at text not null
  ) ${onPostgres ? sql`` : sql`strict`}`.execute(db)
  await sql`create index card_templates_of_board on card_templates (board_id)`.execute(db)
}

export const cardTemplates: Migration = { up }
