import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  // One row to lock while the first account is made, so that two first registrations cannot both become admin.
  await run(sql`create table instance (id integer primary key, created_at text not null) ${strict}`)
  await run(sql`insert into instance (id, created_at) values (1, ${new Date().toISOString()})`)

  await run(sql`create table users (
    id ${id},
    name text not null,
    email text not null unique,
    password_hash text not null,
    role text not null check (role in ('collaborator', 'manager', 'admin', 'member', 'guest')),
    avatar_url text,
    session_timeout integer not null default 30,
    created_at text not null,
    last_login text,
    deactivated_at text
  ) ${strict}`)

  await run(sql`create table sessions (
    id ${id},
    token_hash text not null unique,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null
  ) ${strict}`)
  await run(sql`create index sessions_of_user on sessions (user_id)`)

  await run(sql`create table rooms (
    id ${id},
    code text unique,
    name text not null,
    deck text not null,
    listed integer not null,
    moderators_only integer not null,
    host_token_hash text not null,
    round integer not null,
    revealed_at text,
    task_title text,
    created_at text not null,
    empty_since text,
    ended_at text
  ) ${strict}`)
  await run(sql`create index rooms_open on rooms (empty_since) where ended_at is null`)

  await run(sql`create table seats (
    id ${id},
    room_id integer not null references rooms (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    token_hash text unique,
    name text not null,
    name_key text not null,
    avatar text,
    role text not null check (role in ('moderator', 'participant')),
    joined_at text not null,
    away_since text,
    left_at text
  ) ${strict}`)
  await run(sql`create unique index seats_one_name on seats (room_id, name_key) where left_at is null`)
  await run(sql`create unique index seats_one_account on seats (room_id, user_id) where user_id is not null`)
  await run(sql`create index seats_away on seats (away_since) where left_at is null and away_since is not null`)

  await run(sql`create table processes (id text primary key, seen_at text not null) ${strict}`)
  await run(sql`create table connections (
    id text primary key,
    seat_id integer not null references seats (id) on delete cascade,
    process_id text not null
  ) ${strict}`)
  await run(sql`create index connections_of_seat on connections (seat_id)`)
  await run(sql`create index connections_of_process on connections (process_id)`)

  await run(sql`create table votes (
    room_id integer not null references rooms (id) on delete cascade,
    round integer not null,
    seat_id integer not null references seats (id) on delete cascade,
    value text not null,
    voted_at text not null,
    primary key (room_id, round, seat_id)
  ) ${strict}`)

  await run(sql`create table rounds (
    room_id integer not null references rooms (id) on delete cascade,
    number integer not null,
    task_title text,
    average text not null,
    vote_count integer not null,
    revealed_at text not null,
    primary key (room_id, number)
  ) ${strict}`)

  await run(sql`create table chat_messages (
    id ${id},
    room_id integer not null references rooms (id) on delete cascade,
    seat_id integer references seats (id) on delete set null,
    user_name text not null,
    avatar text,
    message text not null,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index chat_of_room on chat_messages (room_id, id)`)
}

export const accountsAndRooms: Migration = { up }
