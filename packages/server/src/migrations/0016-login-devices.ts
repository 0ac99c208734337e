import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  // Browsers in which an account signed in. The secret of one serves all accounts that were there.
  await sql`create table login_devices (
    user_id integer not null references users (id) on delete cascade,
    secret_hash text not null,
    seen_at text not null,
    primary key (user_id, secret_hash)
  ) ${strict}`.execute(db)
  await sql`create index login_devices_by_age on login_devices (seen_at)`.execute(db)
}

export const loginDevices: Migration = { up }
