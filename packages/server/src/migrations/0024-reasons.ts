import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How sure somebody is of a vote, and what they saw in the task: parts of the vote, so that they go wherever it goes. The version before
 * votes without them.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table votes add column confidence text`)
  await run(sql`alter table votes add column reason text`)
  await run(sql`alter table votes add column reasoned_at text`)
}

export const reasons: Migration = { up }
