import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A public link may show the report of a sprint in place of its board. It ends with the sprint. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table read_links add column sprint_id integer references sprints (id) on delete cascade`.execute(db)
  await sql`create index read_links_of_sprint on read_links (sprint_id)`.execute(db)
}

export const reportLinks: Migration = { up }
