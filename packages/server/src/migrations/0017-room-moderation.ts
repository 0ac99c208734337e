import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Where seats and rooms come from, hashed, so that no network takes all places of a table or of the public list; who was removed from a
 * room; and the rooms that lost their last moderator while nobody was there to follow.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table seats add column network text`)
  await run(sql`alter table seats add column browser_hash text`)
  await run(sql`alter table rooms add column network text`)
  await run(sql`alter table rooms add column needs_heir integer not null default 0`)
  await run(sql`create table room_removals (
    id ${id},
    room_id integer not null references rooms (id) on delete cascade,
    user_id integer references users (id) on delete cascade,
    token_hash text,
    browser_hash text,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index removals_of_room on room_removals (room_id)`)
  await run(sql`create index removals_of_user on room_removals (user_id) where user_id is not null`)
}

export const roomModeration: Migration = { up }
