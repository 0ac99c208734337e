import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How far people have seen what happened on their boards. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  await sql`create table board_visits (
    user_id integer not null references users (id) on delete cascade,
    board_id integer not null references boards (id) on delete cascade,
    seen_id integer not null,
    seen_at text not null,
    seen_cards text not null default '[]',
    primary key (user_id, board_id)
  ) ${strict}`.execute(db)
  await sql`create index board_visits_of_board on board_visits (board_id)`.execute(db)
  // Nobody is told today of all that ever happened.
  await sql`insert into board_visits (user_id, board_id, seen_id, seen_at)
    select user_id, board_id, (select coalesce(max(id), 0) from activities), ${new Date().toISOString()} from board_members`.execute(db)
}

export const boardVisits: Migration = { up }
