import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Sealed estimations: what is asked of whom until when, and the votes. A vote belongs to a voter and a card of the list, so that it goes with
 * either. The version before knows nothing of them and goes on.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const number = onPostgres ? sql`double precision` : sql`real`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table estimations (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    organizer_id integer references users (id) on delete set null,
    deck text not null,
    settle text not null,
    created_at text not null,
    closes_at text not null,
    remind_at text,
    closed_at text
  ) ${strict}`)
  await run(sql`create index estimations_of_board on estimations (board_id, id)`)
  await run(sql`create index estimations_by_organizer on estimations (organizer_id) where organizer_id is not null`)
  await run(sql`create index estimations_open on estimations (closes_at) where closed_at is null`)
  await run(sql`create index estimations_to_remind on estimations (remind_at) where remind_at is not null`)

  await run(sql`create table estimation_cards (
    estimation_id integer not null references estimations (id) on delete cascade,
    card_id integer not null references cards (id) on delete cascade,
    place integer not null,
    settled ${number},
    estimate_before ${number},
    primary key (estimation_id, card_id)
  ) ${strict}`)
  await run(sql`create index estimation_cards_of_card on estimation_cards (card_id)`)

  await run(sql`create table estimation_voters (
    estimation_id integer not null references estimations (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    primary key (estimation_id, user_id)
  ) ${strict}`)
  await run(sql`create index estimation_voters_of_user on estimation_voters (user_id)`)

  await run(sql`create table estimation_votes (
    estimation_id integer not null references estimations (id) on delete cascade,
    card_id integer not null,
    user_id integer not null,
    value text not null,
    confidence text,
    reason text,
    primary key (estimation_id, card_id, user_id),
    foreign key (estimation_id, card_id) references estimation_cards (estimation_id, card_id) on delete cascade,
    foreign key (estimation_id, user_id) references estimation_voters (estimation_id, user_id) on delete cascade
  ) ${strict}`)
  await run(sql`create index estimation_votes_of_voter on estimation_votes (estimation_id, user_id)`)

  // What people had voted on a card before it came to a room's table.
  await run(sql`alter table room_tasks add column sealed_votes text`)
  await run(sql`alter table notifications add column estimation_id integer references estimations (id) on delete set null`)
  await run(sql`create index notifications_of_estimation on notifications (estimation_id) where estimation_id is not null`)
}

export const estimations: Migration = { up }
