import type { WorkStatus } from '@rodada/contract/core/fields'
import type { Amount } from '@rodada/contract/sprints/reports'
import type { SprintsSummary } from '@rodada/contract/sprints/sprints'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../auth/queries.ts'
import { visibleBoardIds } from '../boards/queries.ts'

/** How many tasks of a sprint are how far; cancelled and hidden ones do not count. */
export type TaskCounts = { total: number; done: number; in_progress: number }

/**
 * What an ended sprint counted at its end, stored with it. `recorded` false: it had ended elsewhere, and nobody knows what it promised or how its days
 * went.
 */
export type FinalNumbers = TaskCounts & { committed: Amount; completed: Amount; recorded?: false | undefined }

/** The figures of a sprint that every screen shows. `pending` counts pending and blocked tasks, `progress` is a percentage. */
export type SprintFigures = TaskCounts & { pending: number; progress: number }

/** Sums of halves and decimals, without what binary fractions leave behind. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** `done` of `total` as a percentage with one decimal. */
export const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.round((done / total) * 1000) / 10)

/** The numbers of an ended sprint. */
export const finalOf = (sprint: { final: string | null }): FinalNumbers | undefined =>
  sprint.final === null ? undefined : (JSON.parse(sprint.final) as FinalNumbers)

/** Whether what a sprint promised and how its days went was written down. */
export const isRecorded = (sprint: { final: string | null }): boolean => finalOf(sprint)?.recorded !== false

const none: TaskCounts = { total: 0, done: 0, in_progress: 0 }

const figuresOf = ({ total, done, in_progress }: TaskCounts): SprintFigures => ({
  total,
  done,
  in_progress,
  pending: total - done - in_progress,
  progress: percent(done, total),
})

/**
 * The tasks of lasting sprints that count: shown, and not cancelled. Read from the cards, which say what the last entry of each in the
 * journal says (journal.test.ts), however long the journal is.
 */
const countedTasks = (sprints: RawBuilder<unknown>) => sql`(
  select cards.sprint_id, cards.status, cards.estimate from cards join lists on lists.id = cards.list_id
  where cards.sprint_id in (${sprints}) and cards.status <> 'cancelada' and cards.archived_at is null and cards.deleted_at is null
    and lists.archived_at is null and lists.deleted_at is null
) as tasks`

/**
 * The figures of sprints by their ids, by one statement: as they are now, or as they were at the end of one that ended. All that
 * shows a count of a sprint asks this.
 */
export async function listFigures(db: Db, sprints: readonly { id: number; final: string | null }[]): Promise<Map<number, SprintFigures>> {
  const counts = new Map<number, TaskCounts>(sprints.map((sprint) => [sprint.id, finalOf(sprint) ?? none]))
  const lasting = sprints.flatMap(({ id, final }) => (final === null ? [id] : []))
  if (lasting.length > 0) {
    const { rows } = await sql<{ sprint_id: number; status: WorkStatus; n: number }>`
      select sprint_id, status, count(*) as n from ${countedTasks(sql.join(lasting))} group by sprint_id, status`.execute(db)
    for (const { sprint_id, status, n } of rows) {
      const before = counts.get(sprint_id) ?? none
      counts.set(sprint_id, {
        total: before.total + n,
        done: before.done + (status === 'concluida' ? n : 0),
        in_progress: before.in_progress + (status === 'em_andamento' ? n : 0),
      })
    }
  }
  return new Map([...counts].map(([id, each]) => [id, figuresOf(each)]))
}

/** So many tasks are counted in a few milliseconds. */
const fewTasks = 5000

/** Whether some sprints, as far as they last, have so many tasks that nobody should wait while they are counted. */
export async function haveManyTasks(db: Db, sprints: readonly { id: number; final: string | null }[]): Promise<boolean> {
  const lasting = sprints.flatMap(({ id, final }) => (final === null ? [id] : []))
  if (lasting.length === 0) return false
  const few = db
    .selectFrom('cards')
    .select('id')
    .where('sprint_id', 'in', lasting)
    .limit(fewTasks + 1)
  const { n } = await db
    .selectFrom(few.as('few'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n > fewTasks
}

/** Points of the tasks of lasting sprints that count: all, and of those that are done; and how many have none. */
export type SprintPoints = { points: number; done_points: number; unestimated: number }

/** The points of lasting sprints by their ids, of the same tasks that `listFigures` counts; one without tasks is absent. */
export async function listPoints(db: Db, sprintIds: readonly number[]): Promise<Map<number, SprintPoints>> {
  if (sprintIds.length === 0) return new Map()
  const { rows } = await sql<SprintPoints & { sprint_id: number }>`
    select sprint_id, coalesce(sum(estimate), 0) as points, count(*) - count(estimate) as unestimated,
      coalesce(sum(case when status = 'concluida' then estimate end), 0) as done_points
    from ${countedTasks(sql.join(sprintIds))} group by sprint_id`.execute(db)
  return new Map(
    rows.map(({ sprint_id, points, done_points, unestimated }) => [
      sprint_id,
      { points: rounded(points), done_points: rounded(done_points), unestimated },
    ]),
  )
}

/** As `listFigures`, of one sprint. */
export async function getFigures(db: Db, sprint: { id: number; final: string | null }): Promise<SprintFigures> {
  return (await listFigures(db, [sprint])).get(sprint.id) ?? figuresOf(none)
}

/** How many sprints a person sees, and the tasks of those that last, counted as in `listFigures`. */
export async function summarizeSprints(db: Db, viewer: Actor): Promise<SprintsSummary> {
  const sprints = await db
    .selectFrom('sprints')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('ended_at').as('ended')])
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .executeTakeFirstOrThrow()
  const lasting = db.selectFrom('sprints').select('id').where('ended_at', 'is', null).where('board_id', 'in', visibleBoardIds(db, viewer))
  const { rows } = await sql<{ total: number; done: number | null }>`
    select count(*) as total, sum(case when status = 'concluida' then 1 else 0 end) as done from ${countedTasks(sql`${lasting}`)}`.execute(
    db,
  )
  const tasks = rows[0] ?? { total: 0, done: 0 }
  return {
    all: sprints.all,
    active: sprints.all - sprints.ended,
    ended: sprints.ended,
    total_tasks: tasks.total,
    tasks_concluidas: tasks.done ?? 0,
  }
}
