import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const states = 'of_card_id, list_id, column_id, sprint_id, status, estimate, estimated_hours, assignee_id, shown'

/**
 * The activities become the journal of every card: what it was and became, by ids. What is known of before is filled in: the
 * journals of sprints whole, the lists of moves where a title says which one it was, and how each card stands now.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const number = onPostgres ? sql`double precision` : sql`real`
  const now = new Date().toISOString()
  const add = (column: string, type: ReturnType<typeof sql>) =>
    sql`alter table activities add column ${sql.ref(column)} ${type}`.execute(db)

  // Outlives the card, which `card_id` does not.
  await add('of_card_id', sql`integer`)
  for (const id of ['list_id', 'column_id', 'sprint_id', 'assignee_id']) {
    await add(id, sql`integer`)
    await add(`from_${id}`, sql`integer`)
  }
  for (const status of ['status', 'from_status']) await add(status, sql`text`)
  for (const amount of ['estimate', 'from_estimate', 'estimated_hours']) await add(amount, number)
  await add('shown', sql`integer`)
  await sql`alter table sprints add column journal_end integer`.execute(db)

  const title = (name: 'from' | 'to') =>
    onPostgres ? sql`(details::json ->> ${sql.lit(name)})` : sql`json_extract(details, ${sql.lit(`$.${name}`)})`
  // Of lists that are called alike nobody knows which one it was.
  const unique = sql`(select board_id, title, min(id) as id from lists group by board_id, title having count(*) = 1) as named`
  for (const [name, column, kinds] of [
    ['to', 'list_id', sql`('card.created', 'card.moved')`],
    ['from', 'from_list_id', sql`('card.moved')`],
  ] as const)
    await sql`
      update activities set ${sql.ref(column)} = named.id from ${unique}
      where kind in ${kinds} and named.board_id = activities.board_id and named.title = ${title(name)}`.execute(db)

  await sql`
    insert into activities
      (board_id, card_id, kind, subject, details, created_at, of_card_id, sprint_id, status, estimate, estimated_hours, shown)
    select sprints.board_id, cards.id, 'card.state', sprint_events.title, '{}', happened_at,
      sprint_events.card_id, sprint_events.sprint_id, sprint_events.status, points, hours, in_sprint
    from sprint_events join sprints on sprints.id = sprint_events.sprint_id left join cards on cards.id = sprint_events.card_id
    order by sprint_events.id`.execute(db)
  await sql`
    insert into activities (board_id, card_id, kind, subject, details, created_at, ${sql.raw(states)})
    select cards.board_id, cards.id, 'card.state', cards.title, '{}',
      case when cards.sprint_id is null then coalesce(cards.completed_at, ${now}) else ${now} end,
      cards.id, cards.list_id, cards.column_id, cards.sprint_id, cards.status, cards.estimate, cards.estimated_hours, cards.assignee_id,
      case when cards.archived_at is null and cards.deleted_at is null and lists.archived_at is null and lists.deleted_at is null
        then 1 else 0 end
    from cards join lists on lists.id = cards.list_id order by cards.id`.execute(db)

  await sql`create index activities_of_sprint on activities (sprint_id, of_card_id, id) where sprint_id is not null`.execute(db)
  await sql`create index activities_from_sprint on activities (from_sprint_id, of_card_id, id) where from_sprint_id is not null`.execute(db)
  await sql`create index activities_told on activities (id) where kind <> 'card.state'`.execute(db)
}

export const journal: Migration = { up }
