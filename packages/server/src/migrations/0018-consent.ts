import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who set an integration up, and who left a board by themselves. Of what was set up before, nobody knows who did it: it stops until
 * an administrator of the board answers for it.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  await run(sql`alter table slack_hooks add column set_by integer references users (id) on delete set null`)
  await run(sql`alter table github_webhooks add column set_by integer references users (id) on delete set null`)
  // What waited to be sent belongs to a time in which nobody was asked.
  await run(sql`delete from slack_messages`)

  await run(sql`create table board_departures (
    board_id integer not null references boards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    left_at text not null,
    primary key (board_id, user_id)
  ) ${strict}`)
  await run(sql`create index board_departures_of_person on board_departures (user_id)`)
  // The account that is asked inside of the site, instead of an address that is sent a link.
  await run(sql`alter table invitations add column user_id integer references users (id) on delete cascade`)
  await run(sql`create index invitations_of_person on invitations (user_id) where user_id is not null`)
}

export const consent: Migration = { up }
