import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who used an invitation: whom somebody let in under an address they know by it. Of those used before, nobody knows any more. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table invitations add column accepted_by integer references users (id) on delete set null`.execute(db)
}

export const invitationAcceptance: Migration = { up }
