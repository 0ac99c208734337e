import type { Amount } from '@rodada/contract/sprint-reports'
import type { SprintsSummary } from '@rodada/contract/sprints'
import type { Db } from '../../migrations/schema.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'

/** How many tasks of a sprint are how far; cancelled and hidden ones do not count. */
export type TaskCounts = { total: number; done: number; in_progress: number }

/** What an ended sprint counted at its end, stored with it. */
export type FinalNumbers = TaskCounts & { committed: Amount; completed: Amount }

/** The figures of a sprint that every screen shows. `pending` counts pending and blocked tasks, `progress` is a percentage. */
export type SprintFigures = TaskCounts & { pending: number; progress: number }

/** `done` of `total` as a percentage with one decimal. */
export const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.round((done / total) * 1000) / 10)

/** The numbers of an ended sprint. */
export const finalOf = (sprint: { final: string | null }): FinalNumbers | undefined =>
  sprint.final === null ? undefined : (JSON.parse(sprint.final) as FinalNumbers)

const none: TaskCounts = { total: 0, done: 0, in_progress: 0 }

const figuresOf = ({ total, done, in_progress }: TaskCounts): SprintFigures => ({
  total,
  done,
  in_progress,
  pending: total - done - in_progress,
  progress: percent(done, total),
})

/** The last journal row of each card of each sprint. */
const lastRows = (db: Db) =>
  db
    .selectFrom('sprint_events')
    .select((eb) => eb.fn.max('sprint_events.id').as('last'))
    .groupBy(['sprint_events.sprint_id', 'sprint_events.card_id'])

/** Of such rows those of tasks that count: in their sprint, and not cancelled. */
const countedTasks = (db: Db, rows: ReturnType<typeof lastRows>) =>
  db.selectFrom('sprint_events').where('id', 'in', rows).where('in_sprint', '=', 1).where('status', '!=', 'cancelada')

/**
 * The figures of sprints by their ids, read from their journals by one statement: as they are now, or as they were at the end of
 * one that ended. All that shows a count of a sprint asks this.
 */
export async function listFigures(db: Db, sprints: readonly { id: number; final: string | null }[]): Promise<Map<number, SprintFigures>> {
  const counts = new Map<number, TaskCounts>(sprints.map((sprint) => [sprint.id, finalOf(sprint) ?? none]))
  const lasting = sprints.flatMap(({ id, final }) => (final === null ? [id] : []))
  if (lasting.length > 0) {
    const rows = await countedTasks(db, lastRows(db).where('sprint_events.sprint_id', 'in', lasting))
      .select((eb) => ['sprint_id', 'status', eb.fn.countAll<number>().as('n')])
      .groupBy(['sprint_id', 'status'])
      .execute()
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

/** As `listFigures`, of one sprint. */
export async function getFigures(db: Db, sprint: { id: number; final: string | null }): Promise<SprintFigures> {
  return (await listFigures(db, [sprint])).get(sprint.id) ?? figuresOf(none)
}

/** How many sprints a person sees, and the tasks of those that last, counted as in `listFigures`. */
export async function summarizeSprints(db: Db, viewer: Asker): Promise<SprintsSummary> {
  const sprints = await db
    .selectFrom('sprints')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('ended_at').as('ended')])
    .where('board_id', 'in', visibleBoardIds(db, viewer))
    .executeTakeFirstOrThrow()
  const lasting = db.selectFrom('sprints').select('id').where('ended_at', 'is', null).where('board_id', 'in', visibleBoardIds(db, viewer))
  const tasks = await countedTasks(db, lastRows(db).where('sprint_events.sprint_id', 'in', lasting))
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number | null>(eb.case().when('status', '=', 'concluida').then(1).else(0).end()).as('done'),
    ])
    .executeTakeFirstOrThrow()
  return {
    all: sprints.all,
    active: sprints.all - sprints.ended,
    ended: sprints.ended,
    total_tasks: tasks.total,
    tasks_concluidas: tasks.done ?? 0,
  }
}
