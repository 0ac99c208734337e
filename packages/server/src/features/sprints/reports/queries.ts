import type { WorkStatus } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { sprintJournal } from '../../activities/queries.ts'

/** Lines of a journal that are added up in some ten milliseconds, as those of most sprints are. */
const shortJournal = 2000

/** Whether so much happened in a sprint that nobody should wait while it is added up: programs work in it, or it was brought. */
export async function hasLongJournal(db: Db, sprintId: number): Promise<boolean> {
  const most = shortJournal + 1
  const { rows } = await sql<{ n: number }>`
    select
      (select count(*) from (select id from activities where sprint_id = ${sprintId} and replaced = 0 limit ${most}) as here) +
      (select count(*) from (
        select id from activities
        where from_sprint_id = ${sprintId} and (sprint_id is null or sprint_id <> from_sprint_id) limit ${most}
      ) as gone) as n`.execute(db)
  return (rows[0]?.n ?? 0) > shortJournal
}

/** By how much the work of a sprint changed in one hour, 'YYYY-MM-DDTHH' in UTC: all of it, and what is not done. */
export type Step = {
  hour: string
  points: number
  hours: number
  tasks: number
  open_points: number
  open_hours: number
  open_tasks: number
}

/** Hours, 'YYYY-MM-DDTHH', between which nothing is told apart: what lies in a stretch, without its `until`, counts in the hour `as`. */
export type Stretch = { from: string; until: string; as: string }

/**
 * The changes of a sprint's work, added up by the database from its journal: each row of a card against the one before it. Days
 * follow from hours wherever time zones differ by whole ones.
 */
export async function listSteps(db: Db, sprintId: number, alike: readonly Stretch[]): Promise<Step[]> {
  const hour = sql`substr(happened_at, 1, 13)`
  const ofStretch = alike.map((one) => sql`when ${hour} >= ${one.from} and ${hour} < ${one.until} then ${one.as}`)
  const { rows } = await sql<Step>`
    with states as (
      select id, card_id, case ${sql.join(ofStretch, sql` `)} else ${hour} end as hour, coalesce(points, 0) as points, coalesce(hours, 0) as hours,
        case when in_sprint = 1 and status <> 'cancelada' then 1 else 0 end as counts,
        case when in_sprint = 1 and status not in ('cancelada', 'concluida') then 1 else 0 end as is_open
      from ${sprintJournal(sql`${sprintId}`)} as journal
    ), pairs as (
      select hour, counts, is_open, points, hours,
        coalesce(lag(counts) over previous, 0) as counted, coalesce(lag(is_open) over previous, 0) as was_open,
        coalesce(lag(points) over previous, 0) as had_points, coalesce(lag(hours) over previous, 0) as had_hours
      from states window previous as (partition by card_id order by id)
    )
    select hour, sum(counts - counted) as tasks, sum(is_open - was_open) as open_tasks,
      sum(counts * points - counted * had_points) as points, sum(is_open * points - was_open * had_points) as open_points,
      sum(counts * hours - counted * had_hours) as hours, sum(is_open * hours - was_open * had_hours) as open_hours
    from pairs group by hour order by hour`.execute(db)
  return rows
}

/** A card at the end of a sprint's journal. */
export type JournalCard = {
  card_id: number
  title: string
  points: number | null
  hours: number | null
  status: WorkStatus
  in_sprint: number
  /** Whether it counted at an instant, and whether it did at that or any later one. */
  counted_at: number
  counted_since: number
  visible: number
  /** Whether it is in the sprint still, and else the sprint it is in now. */
  is_here: number
  now_status: WorkStatus | null
  now_sprint_id: number | null
  now_sprint_name: string | null
  /** When its work began, and when it was last done while it was in the sprint. */
  started_at: string | null
  done_at: string | null
}

/** Every card that was ever in a sprint, as it was last, and whether it counted at an instant. */
export async function listJournalCards(db: Db, sprintId: number, at: string): Promise<JournalCard[]> {
  const { rows } = await sql<JournalCard>`
    with states as (
      select card_id, title, points, hours, status, in_sprint, happened_at,
        case when in_sprint = 1 and status <> 'cancelada' then 1 else 0 end as counts,
        lead(happened_at) over by_card as until, lag(status) over by_card as earlier
      from ${sprintJournal(sql`${sprintId}`)} as journal window by_card as (partition by card_id order by id)
    ), cards_of_sprint as (
      select card_id,
        max(case when until is null then title end) as title,
        max(case when until is null then points end) as points,
        max(case when until is null then hours end) as hours,
        max(case when until is null then status end) as status,
        max(case when until is null then in_sprint end) as in_sprint,
        max(case when counts = 1 and happened_at < ${at} and (until is null or until >= ${at}) then 1 else 0 end) as counted_at,
        max(case when counts = 1 and (until is null or until >= ${at}) then 1 else 0 end) as counted_since,
        max(case when status = 'concluida' and coalesce(earlier, '') <> 'concluida' then happened_at end) as done_at
      from states group by card_id
    )
    select cards_of_sprint.*, case when lists.id is null then 0 else 1 end as visible,
      case when cards.sprint_id = ${sprintId} then 1 else 0 end as is_here, cards.status as now_status, begun.started_at,
      later.id as now_sprint_id, later.name as now_sprint_name
    from cards_of_sprint
    left join cards on cards.id = cards_of_sprint.card_id and cards.deleted_at is null
      and cards.board_id = (select board_id from sprints where id = ${sprintId})
    left join cards as begun on begun.id = cards_of_sprint.card_id
    left join lists on lists.id = cards.list_id and lists.deleted_at is null
    left join sprints as later on later.id = cards.sprint_id
    order by cards_of_sprint.card_id`.execute(db)
  return rows
}

/** Ended sprints that are read for the last few that were worked on: so many in a row are not called off. */
const mostEnded = 100

/** The last ended sprints of a board, the last first. The caller has made sure that the viewer sees it. */
export const listEnded = (db: Db, boardId: number) =>
  db
    .selectFrom('sprints')
    .select(['id', 'name', 'starts_on', 'ends_on', 'ended_at', 'final'])
    .where('board_id', '=', boardId)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEnded)
    .execute()
