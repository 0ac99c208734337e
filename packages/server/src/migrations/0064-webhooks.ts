import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Webhooks of boards and what they delivered. A webhook is claimed as a whole, so that its messages keep their order and one that answers nobody
 * costs one look at each pause, however much waits. Sprints say whether their start was told: a planned one begins by its date alone.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const strict = onPostgres ? sql`` : sql`strict`
  await sql`create table webhooks (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    form text not null,
    url text not null,
    masked_url text not null,
    secret text not null,
    events text not null,
    created_at text not null,
    updated_at text not null,
    set_by integer references users (id) on delete set null,
    tries integer not null default 0,
    next_try_at text not null,
    failed_at text,
    failing_since text,
    switched_off_at text,
    dropped_at text
  ) ${strict}`.execute(db)
  await sql`create index webhooks_of on webhooks (board_id, id)`.execute(db)
  await sql`create index webhooks_set_by on webhooks (set_by)`.execute(db)
  await sql`create index webhooks_due on webhooks (next_try_at, id)`.execute(db)
  await sql`create table webhook_deliveries (
    id ${id},
    webhook_id integer not null references webhooks (id) on delete cascade,
    message_id text not null,
    type text not null,
    body text not null,
    status text not null,
    tries integer not null default 0,
    next_try_at text not null,
    answer_status integer,
    problem text,
    duration_ms integer,
    created_at text not null,
    tried_at text
  ) ${strict}`.execute(db)
  await sql`create index webhook_deliveries_of on webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status = 'waiting'`.execute(db)
  await sql`alter table sprints add column start_told integer not null default 0`.execute(db)
  await sql`update sprints set start_told = 1 where status <> 'planejada' or starts_on <= ${new Date().toISOString().slice(0, 10)}`.execute(
    db,
  )
  await sql`create index sprints_to_tell on sprints (starts_on) where start_told = 0`.execute(db)
}

export const webhooks: Migration = { up }
