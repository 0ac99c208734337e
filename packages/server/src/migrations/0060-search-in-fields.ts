import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searchIn } from './0051-search-in-talk.ts'

const searchInValues = searchIn([
  { table: 'card_field_values', text: 'text_value', index: 'card_search_fields', queue: 'field_search_queue', id: 'value_id' },
])

/**
 * What stands in text fields is found as comments are. An index speaks of a text by one number, which values did not have: they get one, and
 * writers that name none go on as they are.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await run(sql`alter table card_field_values add column id integer generated always as identity`)
    await run(sql`create unique index card_field_values_by_id on card_field_values (id)`)
    await searchInValues(db)
    return onlyTextsWait(db)
  }
  // SQLite numbers rows anew when it tidies its file, unless the number is a column of the table; and it adds no such column to a table.
  await run(sql`alter table card_field_values rename to unnumbered_field_values`)
  await run(sql`create table card_field_values (
    id integer primary key autoincrement,
    card_id integer not null references cards (id) on delete cascade,
    field_id integer not null references board_fields (id) on delete cascade,
    text_value text,
    number_value real,
    date_value text,
    checked integer,
    option_id integer references board_field_options (id) on delete cascade,
    person_id integer references users (id) on delete cascade,
    unique (card_id, field_id)
  ) strict`)
  // While the table is empty, so that no value is looked at twice.
  await searchInValues(db)
  await onlyTextsWait(db)
  await waitOnce(db)
  const columns = sql`card_id, field_id, text_value, number_value, date_value, checked, option_id, person_id`
  await run(sql`insert into card_field_values (${columns}) select ${columns} from unnumbered_field_values order by card_id, field_id`)
  await run(sql`drop table unnumbered_field_values`)
  await run(sql`create index card_field_values_of_field on card_field_values (field_id)`)
  await run(sql`create index card_field_values_of_option on card_field_values (option_id) where option_id is not null`)
  await run(sql`create index card_field_values_of_person on card_field_values (person_id) where person_id is not null`)
}

/** Numbers, dates and choices are never folded: they are none of those that wait for it. */
async function onlyTextsWait(db: Kysely<unknown>): Promise<void> {
  await sql`drop index card_field_values_unfolded`.execute(db)
  await sql`
    create index card_field_values_unfolded on card_field_values (id) where search_text is null and text_value is not null`.execute(db)
}

/** A value is written by `insert … on conflict`, and there SQLite ignores the `or ignore` of a trigger. */
async function waitOnce(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)
  const wait = sql`insert into field_search_queue (value_id)
    select new.id where not exists (select 1 from field_search_queue where value_id = new.id)`
  await run(sql`drop trigger card_field_values_searched`)
  await run(sql`drop trigger card_field_values_searched_anew`)
  await run(sql`create trigger card_field_values_searched after insert on card_field_values
    when new.search_text is not null begin ${wait}; end`)
  await run(sql`create trigger card_field_values_searched_anew after update of search_text on card_field_values
    when new.search_text is not null and new.search_text is not old.search_text begin ${wait}; end`)
}

export const searchInFields: Migration = { up }
