import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const letters = alphabet.length
/** The letter of a room's id at a place of its code. */
const letter = (place: number) => sql`substr(${sql.lit(alphabet)}, (id / ${sql.lit(letters ** place)}) % ${sql.lit(letters)} + 1, 1)`

/**
 * The record of a room: the address at which it stays, when each round began and who saved what of it, and who moderated. Rooms that
 * ended before lost their codes: they take one of their ids. The version before leaves the new columns empty, which the record copes with.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table rooms add column record_code text`)
  await run(sql`alter table rooms add column round_started_at text`)
  await run(
    sql`update rooms set record_code = coalesce(code, ${sql.join(
      [5, 4, 3, 2, 1, 0].map((place) => letter(place)),
      sql` || `,
    )})`,
  )
  await run(sql`create index rooms_of_record on rooms (record_code)`)
  await run(sql`alter table rounds add column started_at text`)
  await run(sql`alter table rounds add column saved_at text`)
  await run(sql`alter table rounds add column saved_by text`)
  await run(sql`alter table rounds add column agreed_card text`)
  await run(sql`alter table rounds add column observers integer not null default 0`)
  await run(sql`alter table seats add column moderated integer not null default 0`)
  await run(sql`update seats set moderated = 1 where role = 'moderator'`)
  await run(sql`create index seats_of_user on seats (user_id) where user_id is not null`)
}

export const sessionRecord: Migration = { up }
