import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * People of a card besides the one who answers for it: who takes part, and who watches it or its whole board. The board stands beside a
 * participant, so that a board of thousands of cards reads its few participants by one index.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const strict = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`strict`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table card_participants (
    card_id integer not null references cards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    board_id integer not null references boards (id) on delete cascade,
    primary key (card_id, user_id)
  ) ${strict}`)
  await run(sql`create index card_participants_of_board on card_participants (board_id, card_id, user_id)`)
  await run(sql`create index card_participants_of_user on card_participants (user_id, card_id)`)

  await run(sql`create table card_watchers (
    card_id integer not null references cards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    primary key (card_id, user_id)
  ) ${strict}`)
  await run(sql`create index card_watchers_of_user on card_watchers (user_id, card_id)`)

  await run(sql`create table board_watchers (
    board_id integer not null references boards (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    primary key (board_id, user_id)
  ) ${strict}`)
  await run(sql`create index board_watchers_of_user on board_watchers (user_id)`)
}

export const cardPeople: Migration = { up }
