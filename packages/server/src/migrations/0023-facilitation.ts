import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who only observes, who was reminded, and the timer and the countdown of a round. Every column has a value that means what
 * was true before it: the version before goes on without knowing of any.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table seats add column observer integer not null default 0`)
  await run(sql`alter table seats add column nudged_at text`)
  await run(sql`alter table rooms add column timer_ends_at text`)
  await run(sql`alter table rooms add column timer_seconds integer not null default 0`)
  await run(sql`alter table rooms add column timer_paused_ms integer`)
  await run(sql`alter table rooms add column timer_reveals integer not null default 0`)
  await run(sql`alter table rooms add column auto_reveal integer not null default 0`)
  await run(sql`alter table rooms add column reveal_at text`)
  await run(sql`alter table rooms add column reveal_stopped integer not null default 0`)
  await run(sql`create index rooms_with_timer on rooms (timer_ends_at) where timer_ends_at is not null`)
  await run(sql`create index rooms_about_to_reveal on rooms (reveal_at) where reveal_at is not null`)
}

export const facilitation: Migration = { up }
