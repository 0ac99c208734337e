import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is old is found by its age, and what hangs on it by its owner: without these, each deletion would read whole tables. */
const indexes = [
  sql`create index rooms_ended on rooms (ended_at) where ended_at is not null`,
  sql`create index seats_of_room on seats (room_id)`,
  sql`create index seats_of_gone_guests on seats (left_at) where left_at is not null and user_id is null`,
  sql`create index votes_of_seat on votes (seat_id)`,
  sql`create index chat_of_seat on chat_messages (seat_id) where seat_id is not null`,
  sql`create index rounds_by_age on rounds (revealed_at)`,
  sql`create index imports_by_age on github_imports (created_at)`,
]

const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const index of indexes) await index.execute(db)
}

export const retention: Migration = { up }
