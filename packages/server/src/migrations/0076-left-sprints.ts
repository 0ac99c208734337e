import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Figures of a sprint read from its journal which cards left it. Almost all lines of cards in a sprint say that they were in it before, too, and each
 * of them had to be looked at. An index of those alone that left is a fraction of that.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop index activities_from_sprint`.execute(db)
  await sql`
    create index activities_left_sprint on activities (from_sprint_id, of_card_id, id)
    where from_sprint_id is not null and (sprint_id is null or sprint_id <> from_sprint_id)`.execute(db)
}

export const leftSprints: Migration = { up }
