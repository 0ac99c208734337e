import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const number = onPostgres ? sql`double precision` : sql`real`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  // Cards that were brought to a room. The title is the one that was shared; the card may be gone.
  await run(sql`create table room_tasks (
    id ${id},
    room_id integer not null references rooms (id) on delete cascade,
    card_id integer references cards (id) on delete set null,
    title text not null,
    estimate ${number},
    created_at text not null,
    unique (room_id, card_id)
  ) ${strict}`)
  await run(sql`create index room_tasks_of_card on room_tasks (card_id) where card_id is not null`)

  await run(sql`alter table rooms add column task_id integer references room_tasks (id) on delete set null`)
  // What was on the table when the cards were turned: a task that is chosen afterwards was not voted on.
  await run(sql`alter table rounds add column task_id integer references room_tasks (id) on delete set null`)

  await run(sql`create index rooms_of_task on rooms (task_id) where task_id is not null`)
  await run(sql`create index rounds_of_task on rounds (task_id) where task_id is not null`)

  await run(sql`create table card_estimates (
    id ${id},
    card_id integer not null references cards (id) on delete cascade,
    room_id integer references rooms (id) on delete set null,
    room_name text not null,
    round integer not null,
    estimate ${number} not null,
    average text not null,
    votes text not null,
    user_id integer references users (id) on delete set null,
    created_at text not null,
    unique (card_id, room_id, round)
  ) ${strict}`)
  await run(sql`create index estimates_of_room on card_estimates (room_id) where room_id is not null`)
  await run(sql`create index estimates_of_card on card_estimates (card_id, id)`)
}

export const roomTasks: Migration = { up }
