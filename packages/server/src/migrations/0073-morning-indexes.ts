import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Each minute of a morning asks which cards are due that day or the next and, on Mondays, who chose the digest. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index cards_due on cards (due_date) where due_date is not null and archived_at is null and deleted_at is null`.execute(
    db,
  )
  await sql`create index settings_of_digest on settings (user_id) where name = 'weekly_digest' and value = 'true'`.execute(db)
}

export const morningIndexes: Migration = { up }
