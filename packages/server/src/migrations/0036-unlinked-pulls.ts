import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Pull requests that somebody took off a card: its key in their title or branch links them no more. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  await sql`create table github_unlinked (
    card_id integer not null references cards (id) on delete cascade,
    repository_key text not null,
    number integer not null,
    primary key (card_id, repository_key, number)
  ) ${strict}`.execute(db)
}

export const unlinkedPulls: Migration = { up }
