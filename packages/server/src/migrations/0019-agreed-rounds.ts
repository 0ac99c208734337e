import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a round agreed on and what was saved of it, so that the two are told apart; and chat messages that are sent twice, said once. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const number = db.getExecutor().adapter instanceof PostgresAdapter ? sql`double precision` : sql`real`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table rounds add column agreed ${number}`)
  await run(sql`alter table rounds add column saved ${number}`)
  await run(sql`update rounds set saved = (
    select max(estimate) from card_estimates where card_estimates.room_id = rounds.room_id and card_estimates.round = rounds.number
  )`)
  await run(sql`alter table chat_messages add column send_key text`)
  await run(sql`create unique index chat_messages_sent_once on chat_messages (room_id, seat_id, send_key)`)
}

export const agreedRounds: Migration = { up }
