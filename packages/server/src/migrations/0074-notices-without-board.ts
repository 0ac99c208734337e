import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Something is told that no board has: an import that left none. Until now each notification was of one. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await run(sql`alter table notifications alter column board_id drop not null`)
    return
  }
  // SQLite changes no column of a table.
  await run(sql`alter table notifications rename to notifications_of_boards`)
  await run(sql`create table notifications (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    kind text not null,
    gather_key text,
    actor_id integer references users (id) on delete set null,
    board_id integer references boards (id) on delete cascade,
    card_id integer references cards (id) on delete set null,
    sprint_id integer references sprints (id) on delete set null,
    subject text not null,
    count integer not null,
    details text not null,
    created_at text not null,
    read_at text,
    mail_at text,
    push_at text,
    estimation_id integer references estimations (id) on delete set null,
    done_at text,
    snoozed_until text,
    returned_at text
  ) strict`)
  const columns = sql`id, user_id, kind, gather_key, actor_id, board_id, card_id, sprint_id, subject, count, details, created_at, read_at, mail_at,
    push_at, estimation_id, done_at, snoozed_until, returned_at`
  await run(sql`insert into notifications (${columns}) select ${columns} from notifications_of_boards order by id`)
  // A page that is open asks for what is older than a number: none is given twice.
  await run(sql`delete from sqlite_sequence where name = 'notifications'`)
  await run(
    sql`insert into sqlite_sequence (name, seq) select 'notifications', seq from sqlite_sequence where name = 'notifications_of_boards'`,
  )
  await run(sql`drop table notifications_of_boards`)
  await run(sql`create index notifications_of_user on notifications (user_id, id)`)
  await run(sql`create index notifications_unread on notifications (user_id, board_id) where read_at is null`)
  await run(
    sql`create unique index notifications_gathered on notifications (gather_key, user_id) where read_at is null and gather_key is not null`,
  )
  await run(sql`create index notifications_to_mail on notifications (mail_at) where mail_at is not null`)
  await run(sql`create index notifications_to_push on notifications (push_at) where push_at is not null`)
  await run(sql`create index notifications_by_age on notifications (created_at)`)
  await run(sql`create index notifications_of_board on notifications (board_id)`)
  await run(sql`create index notifications_of_card on notifications (card_id) where card_id is not null`)
  await run(sql`create index notifications_of_sprint on notifications (sprint_id) where sprint_id is not null`)
  await run(sql`create index notifications_of_estimation on notifications (estimation_id) where estimation_id is not null`)
  await run(sql`create index notifications_to_return on notifications (snoozed_until) where snoozed_until is not null`)
}

export const noticesWithoutBoard: Migration = { up }
