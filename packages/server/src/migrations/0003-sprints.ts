import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** As the program folds a text for searching, as of this migration. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()

const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const strict = onPostgres ? sql`` : sql`strict`
  const id = onPostgres ? sql`integer primary key generated always as identity` : sql`integer primary key autoincrement`
  const number = onPostgres ? sql`double precision` : sql`real`
  const sorted = onPostgres ? sql`text collate "C"` : sql`text`
  const run = <T>(statement: ReturnType<typeof sql<T>>) => statement.execute(db)

  await run(sql`alter table sprints add column search_text text not null default ''`)
  await run(sql`alter table sprints add column final text`)

  // What a card was in a sprint, each time that something of it changed which counts. The card may be gone.
  await run(sql`create table sprint_events (
    id ${id},
    sprint_id integer not null references sprints (id) on delete cascade,
    card_id integer not null,
    title text not null,
    in_sprint integer not null,
    status text not null check (status in ('pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada')),
    points ${number},
    hours ${number},
    happened_at text not null
  ) ${strict}`)
  await run(sql`create index sprint_events_of_card on sprint_events (sprint_id, card_id, id)`)

  await run(sql`alter table cards add column from_sprint_id integer references sprints (id) on delete set null`)
  await run(sql`create index cards_from_sprint on cards (from_sprint_id) where from_sprint_id is not null`)
  await run(sql`create index cards_in_column on cards (column_id, column_rank) where column_id is not null`)
  await run(sql`drop index cards_of_column`)
  await run(sql`create index cards_of_backlog on cards (board_id, (column_rank is null), column_rank, id)
    where sprint_id is null and archived_at is null and deleted_at is null`)

  // Texts carry a version, so that a late change is told so.
  for (const table of ['labels', 'checklists', 'checklist_items']) {
    await run(sql`alter table ${sql.table(table)} add column version integer not null default 1`)
  }

  await run(sql`alter table users add column search_text ${sorted} not null default ''`)
  const { rows } = await run(sql<{ id: number; name: string; email: string }>`select id, name, email from users`)
  for (const user of rows) {
    await run(sql`update users set search_text = ${folded(`${user.name}\n${user.email}`)} where id = ${user.id}`)
  }
}

export const sprints: Migration = { up }
