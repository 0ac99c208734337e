import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table notifications (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    kind text not null,
    gather_key text,
    actor_id integer references users (id) on delete set null,
    board_id integer not null references boards (id) on delete cascade,
    card_id integer references cards (id) on delete set null,
    sprint_id integer references sprints (id) on delete set null,
    subject text not null,
    count integer not null,
    details text not null,
    created_at text not null,
    read_at text,
    mail_at text,
    push_at text
  ) ${strict}`)
  await run(sql`create index notifications_of_user on notifications (user_id, id)`)
  await run(sql`create index notifications_unread on notifications (user_id, board_id) where read_at is null`)
  // What goes on happening is one row until it is read.
  await run(
    sql`create unique index notifications_gathered on notifications (gather_key, user_id) where read_at is null and gather_key is not null`,
  )
  await run(sql`create index notifications_to_mail on notifications (mail_at) where mail_at is not null`)
  await run(sql`create index notifications_to_push on notifications (push_at) where push_at is not null`)
  await run(sql`create index notifications_by_age on notifications (created_at)`)
  await run(sql`create index notifications_of_board on notifications (board_id)`)
  await run(sql`create index notifications_of_card on notifications (card_id) where card_id is not null`)
  await run(sql`create index notifications_of_sprint on notifications (sprint_id) where sprint_id is not null`)

  // What must be told once, whoever of several processes does it: the first to write the mark.
  await run(sql`create table notification_marks (
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    made_at text not null,
    primary key (user_id, name)
  ) ${strict}`)
  await run(sql`create index notification_marks_by_age on notification_marks (made_at)`)

  // How far the activities of boards have been turned into notifications: not those from before there were any.
  await run(sql`create table notification_cursor (id integer primary key, activity_id integer not null) ${strict}`)
  await run(sql`insert into notification_cursor (id, activity_id) select 1, coalesce(max(id), 0) from activities`)

  await run(sql`create table push_subscriptions (
    id ${id},
    user_id integer not null references users (id) on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index push_subscriptions_of_user on push_subscriptions (user_id)`)

  // Keys that the installation made for itself.
  await run(sql`create table instance_keys (name text primary key, value text not null) ${strict}`)
}

export const notifications: Migration = { up }
