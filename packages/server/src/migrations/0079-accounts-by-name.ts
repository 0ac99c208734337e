import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who administers looks at accounts by name, fifty at a time. Each look sorted all of them. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index users_by_name on users (search_text, id)`.execute(db)
}

export const accountsByName: Migration = { up }
