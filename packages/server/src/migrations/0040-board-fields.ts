import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Fields that a board gives its cards. A value is in the column of its type, so that both databases compare it as what it is. What a board
 * shows of its cards is kept beside each card, as are their counts: a board of 5,000 cards is read without its 50,000 values.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const number = onPostgres ? sql`double precision` : sql`real`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table board_fields (
    id ${id},
    board_id integer not null references boards (id) on delete cascade,
    name text not null,
    type text not null check (type in ('text', 'number', 'date', 'checkbox', 'choice', 'person')),
    position integer not null,
    on_card integer not null default 0,
    version integer not null default 1,
    created_at text not null
  ) ${strict}`)
  await run(sql`create index board_fields_of_board on board_fields (board_id, position)`)

  await run(sql`create table board_field_options (
    id ${id},
    field_id integer not null references board_fields (id) on delete cascade,
    name text not null,
    color text not null,
    position integer not null
  ) ${strict}`)
  await run(sql`create index board_field_options_of_field on board_field_options (field_id, position)`)

  await run(sql`create table card_field_values (
    card_id integer not null references cards (id) on delete cascade,
    field_id integer not null references board_fields (id) on delete cascade,
    text_value text,
    number_value ${number},
    date_value text,
    checked integer,
    option_id integer references board_field_options (id) on delete cascade,
    person_id integer references users (id) on delete cascade,
    primary key (card_id, field_id)
  ) ${strict}`)
  await run(sql`create index card_field_values_of_field on card_field_values (field_id)`)
  await run(sql`create index card_field_values_of_option on card_field_values (option_id) where option_id is not null`)
  await run(sql`create index card_field_values_of_person on card_field_values (person_id) where person_id is not null`)

  await run(sql`alter table cards add column shown_fields text`)
}

export const boardFields: Migration = { up }
