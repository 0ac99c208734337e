import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Smaller journals are read quickly as they are. */
const largeJournal = 5000

/**
 * Entries of the journal say whether a later one replaced them in the figures of their sprint: one of the same card and day, after
 * which nothing of them is left to count. Large journals that are there are marked too.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // The team's day. Its clocks stand three hours behind UTC since before the first sprint.
  const day = onPostgres
    ? sql`(activities.created_at::timestamptz at time zone 'UTC' - interval '3 hours')::date`
    : sql`date(activities.created_at, '-3 hours')`
  await sql`alter table activities add column replaced integer not null default 0`.execute(db)
  await sql`
    update activities set replaced = 1 where id in (
      select id from (
        select id, counts, max(counts) over (
          partition by sprint_id, of_card_id, day order by id desc rows between unbounded preceding and 1 preceding
        ) as later_counts
        from (
          select activities.id, activities.sprint_id, of_card_id, ${day} as day,
            case when shown = 1 and activities.status <> 'cancelada' then 1 else 0 end as counts
          from activities join sprints on sprints.id = activities.sprint_id
          where (sprints.ended_at is null or activities.id <= sprints.journal_end) and activities.sprint_id in (
            select sprint_id from activities where sprint_id is not null group by sprint_id having count(*) > ${sql.lit(largeJournal)}
          )
        ) as states
      ) as compared where later_counts >= counts
    )`.execute(db)
  await sql`drop index activities_of_sprint`.execute(db)
  await sql`
    create index activities_of_sprint on activities (sprint_id, of_card_id, id) where sprint_id is not null and replaced = 0`.execute(db)
}

export const replacedEntries: Migration = { up }
