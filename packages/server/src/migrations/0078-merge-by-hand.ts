import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const indexes = ['card_search', 'card_search_comments', 'card_search_items', 'card_search_files', 'card_search_fields']

/**
 * SQLite's indexes of the search merge their pieces when they are told to, a few pages at a time. By itself SQLite did it within the statement that
 * came next, for up to some seconds, and nobody voted meanwhile.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  for (const index of indexes) await sql`insert into ${sql.table(index)} (${sql.id(index)}, rank) values ('automerge', 0)`.execute(db)
}

export const mergeByHand: Migration = { up }
