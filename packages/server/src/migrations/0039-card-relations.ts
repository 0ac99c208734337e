import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What cards are to each other, each relation once: what blocks, is a part, or repeats is `from_card_id`; of two that only belong together it is
 * the one with the lower id. The database itself lets no card be part of two. Cards of other boards whose neighbour changed wait in
 * `related_cards_queue` to be told. The version before knows nothing of either.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db)

  await run(sql`create table card_relations (
    id ${id},
    kind text not null,
    from_card_id integer not null references cards (id) on delete cascade,
    to_card_id integer not null references cards (id) on delete cascade
  ) ${strict}`)
  await run(sql`create unique index card_relations_once on card_relations (from_card_id, kind, to_card_id)`)
  await run(sql`create unique index card_relations_one_parent on card_relations (from_card_id) where kind = 'part_of'`)
  await run(sql`create index card_relations_to on card_relations (to_card_id)`)

  await run(sql`create table related_cards_queue (
    id ${id},
    card_id integer not null references cards (id) on delete cascade
  ) ${strict}`)
  await run(sql`create index related_cards_queue_card on related_cards_queue (card_id)`)
}

export const cardRelations: Migration = { up }
