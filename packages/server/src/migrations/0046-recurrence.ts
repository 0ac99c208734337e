import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Cards that come again. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  await sql`create table card_recurrences (
    card_id integer primary key references cards (id) on delete cascade,
    every text not null check (every in ('weekday', 'week', 'month', 'completion')),
    mode text not null check (mode in ('copy', 'reset')),
    list_id integer references lists (id) on delete set null,
    set_by integer references users (id) on delete set null,
    set_on text not null,
    dates_of text not null,
    next_on text,
    is_done integer not null default 0
  ) ${strict}`.execute(db)
  await sql`create index card_recurrences_by_day on card_recurrences (next_on)`.execute(db)
  await sql`create index card_recurrences_done on card_recurrences (card_id) where is_done = 1`.execute(db)
}

export const recurrence: Migration = { up }
