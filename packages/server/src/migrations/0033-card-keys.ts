import { prefixOf } from '@rodada/contract/cards/keys'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const boardsAtOnce = 500

/**
 * A prefix and a counter for each board, and a number for each card, in the order in which they were made. A board keeps the prefixes that it
 * had, and a card that goes to another board keeps its key of the first.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  // Boards that a process of the version before makes while it still runs have no name that the database could shorten.
  await run(sql`alter table boards add column key_prefix text not null default 'QUA'`)
  await run(sql`alter table boards add column card_counter integer not null default 0`)
  await run(sql`alter table cards add column number integer`)
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from boards where id > ${after} order by id limit ${boardsAtOnce}`.execute(db)
    for (const { id, title } of rows) await run(sql`update boards set key_prefix = ${prefixOf(title)} where id = ${id}`)
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  await run(sql`
    update cards set number = numbered.place
    from (select id, row_number() over (partition by board_id order by id) as place from cards) as numbered
    where numbered.id = cards.id`)
  await run(sql`
    update boards set card_counter = counted.n
    from (select board_id, count(*) as n from cards group by board_id) as counted
    where counted.board_id = boards.id`)
  await run(sql`create unique index cards_of_number on cards (board_id, number)`)
  await run(sql`create index boards_of_prefix on boards (key_prefix)`)
  const strict = onPostgres(db) ? sql`` : sql`strict`
  await run(sql`create table board_prefixes (
    board_id integer not null references boards (id) on delete cascade,
    prefix text not null,
    primary key (board_id, prefix)
  ) ${strict}`)
  await run(sql`create index board_prefixes_of_prefix on board_prefixes (prefix)`)
  await run(sql`create table card_keys (
    board_id integer not null references boards (id) on delete cascade,
    number integer not null,
    card_id integer not null references cards (id) on delete cascade,
    revision integer not null,
    primary key (board_id, number)
  ) ${strict}`)
  await run(sql`create index card_keys_of_card on card_keys (card_id)`)
  await run(sql`alter table github_links add column by_key integer not null default 0`)
  await (onPostgres(db) ? numberOnPostgres(db) : numberOnSqlite(db))
}

const onPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Cards that a process of the version before adds while it still runs get their numbers here. */
async function numberOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function number_card() returns trigger language plpgsql as $$ begin
    update boards set card_counter = card_counter + 1 where id = new.board_id returning card_counter into new.number;
    return new;
  end $$`.execute(db)
  await sql`create trigger cards_numbered before insert on cards for each row when (new.number is null) execute function number_card()`.execute(
    db,
  )
}

async function numberOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger cards_numbered after insert on cards when new.number is null begin
    update boards set card_counter = card_counter + 1 where id = new.board_id;
    update cards set number = (select card_counter from boards where id = new.board_id) where id = new.id;
  end`.execute(db)
}

export const cardKeys: Migration = { up }
