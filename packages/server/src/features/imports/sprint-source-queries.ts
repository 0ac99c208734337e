import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { sprintJournal } from '../activities/queries.ts'
import { type FinalNumbers, rounded } from '../sprints/figure-queries.ts'

/** All sprints of a board. */
export const listSprintsThere = (db: Db, boardId: number) =>
  db.selectFrom('sprints').select(['id', 'ended_at']).where('board_id', '=', boardId).execute()

/** The columns of the sprints of a board that last. */
export const listOpenColumns = (db: Db, boardId: number) =>
  db
    .selectFrom('sprint_columns')
    .innerJoin('sprints', 'sprints.id', 'sprint_columns.sprint_id')
    .select(['sprint_columns.id', 'sprint_id'])
    .where('sprints.board_id', '=', boardId)
    .where('sprints.ended_at', 'is', null)
    .execute()

/** Whether a column is one of a sprint that lasts. */
export const isOpenColumn = async (db: Db, sprintId: number, columnId: number): Promise<boolean> =>
  (await db
    .selectFrom('sprint_columns')
    .innerJoin('sprints', 'sprints.id', 'sprint_columns.sprint_id')
    .select('sprint_columns.id')
    .where('sprint_columns.id', '=', columnId)
    .where('sprints.id', '=', sprintId)
    .where('sprints.ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** How many cards some sprints have, those without any left out. */
export async function countTasks(db: Db, sprintIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (sprintIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('cards')
    .select((eb) => ['sprint_id', eb.fn.countAll<number>().as('n')])
    .where('sprint_id', 'in', sprintIds)
    .where('deleted_at', 'is', null)
    .groupBy('sprint_id')
    .execute()
  return new Map(rows.map(({ sprint_id, n }) => [sprint_id ?? 0, n]))
}

const none = { points: 0, hours: 0, tasks: 0 }

/**
 * Gives sprints that had ended elsewhere what they count: what the journal has of cards that were done in them, as their reports read it, and how many
 * were not. `left`: cards that went on to another sprint. What was promised nobody knows. A file may say a million changes of one sprint, so they are
 * added up where nobody waits: the board is nobody's yet, and none of it changes meanwhile.
 */
export async function sumUpEnded(
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  sprints: readonly { id: number; left: number }[],
): Promise<void> {
  if (sprints.length === 0) return
  const ids = sprints.map(({ id }) => id)
  const { rows } = await sql<{ sprint_id: number; tasks: number; points: number; hours: number }>`
    with states as (
      select sprint_id, status, in_sprint, points, hours, row_number() over (partition by sprint_id, card_id order by id desc) as behind
      from ${sprintJournal(sql.join(ids))} as journal
    )
    select sprint_id, count(*) as tasks, coalesce(sum(points), 0) as points, coalesce(sum(hours), 0) as hours
    from states where behind = 1 and in_sprint = 1 and status = 'concluida' group by sprint_id`.execute(reads)
  const done = new Map(rows.map((row) => [row.sprint_id, row]))
  const leavers = await reads
    .selectFrom('cards')
    .select((eb) => ['from_sprint_id', eb.fn.countAll<number>().as('n')])
    .where('from_sprint_id', 'in', ids)
    .groupBy('from_sprint_id')
    .execute()
  const unfinished = new Map(leavers.map(({ from_sprint_id, n }) => [from_sprint_id, n]))
  await db.transaction().execute(async (trx) => {
    for (const { id, left } of sprints) {
      const { tasks, points, hours } = done.get(id) ?? none
      const completed = { points: rounded(points), hours: rounded(hours), tasks }
      const total = tasks + left + (unfinished.get(id) ?? 0)
      const final: FinalNumbers = { total, done: tasks, in_progress: 0, committed: none, completed, recorded: false }
      await trx
        .updateTable('sprints')
        .set({ final: JSON.stringify(final) })
        .where('id', '=', id)
        .execute()
    }
  })
}
