import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The deck of a board, and what its sizes are worth there. The version before lets them be. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table boards add column deck text`)
  await run(sql`alter table boards add column deck_points text`)
}

export const decks: Migration = { up }
