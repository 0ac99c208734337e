import { limits } from '@rodada/contract/core/limits'
import type { MyTasks } from '@rodada/contract/sprints/reports'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Actor } from '../../auth/queries.ts'
import { countWhere, isDone, isInProgress, isOpen, isOverdue, isOwnTask } from '../../cards/count-queries.ts'
import { shownTasks, type Task, withPartsOf } from './queries.ts'

/** A month by its days, 'YYYY-MM-DD'. */
export type Month = { first: string; last: string }
/** Which of a person's tasks: those of a month, all open ones, which are only counted, or those without a sprint and without a date, which no month has. */
export type Scope = Month | 'open' | 'undated'
type Counts = MyTasks['stats']

/** The tasks that a person is to do or has done, on the boards they see now. */
const ownTasks = (db: Db, viewer: Actor) =>
  shownTasks(db).leftJoin('sprints as planned', 'planned.id', 'cards.sprint_id').where(isOwnTask(db, viewer))

/**
 * Whether a task belongs to a scope. What is listed and what is counted both ask this, so that they agree. A task belongs to a
 * month when its sprint touches it (one that is late lasts until today) or, without a sprint, when it is due in it.
 */
function isOf(scope: Scope, today: string) {
  if (scope === 'open') return isOpen
  if (scope === 'undated') return sql<boolean>`(cards.sprint_id is null and cards.due_date is null)`
  const { first, last } = scope
  return sql<boolean>`(
  (planned.starts_on <= ${last}
    and case when planned.ended_at is null and planned.ends_on < ${today} then ${today} else planned.ends_on end >= ${first})
  or (cards.sprint_id is null and cards.due_date between ${first} and ${last}))`
}

/** A person's tasks of a scope, by the place they have in their sprints; the first of them, should there be more than anybody reads. */
export const listOwnTasks = async (db: Db, viewer: Actor, scope: Scope, today: string): Promise<Task[]> =>
  withPartsOf(
    db,
    await ownTasks(db, viewer)
      .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
      .where(isOf(scope, today))
      .orderBy('sprint_columns.rank')
      .orderBy('cards.column_rank')
      .orderBy('cards.id')
      .limit(limits.ownTasks)
      .execute(),
  )

/** How many tasks a person has in each of some scopes, counted by one statement. */
export async function countOwnTasks(db: Db, viewer: Actor, scopes: readonly Scope[], today: string): Promise<number[]> {
  const row: Record<string, number | null> = await ownTasks(db, viewer)
    .clearSelect()
    .select(scopes.map((scope, index) => countWhere(isOf(scope, today)).as(`scope_${index}`)))
    .executeTakeFirstOrThrow()
  return scopes.map((_, index) => row[`scope_${index}`] ?? 0)
}

/**
 * A person's tasks of a scope by how far they are, for each sprint; those without a sprint under null. A sprint counts with all
 * that is the person's in it, also what the scope leaves out, because it tells how far they got.
 */
export async function countOwnBySprint(db: Db, viewer: Actor, scope: Scope, today: string): Promise<Map<number | null, Counts>> {
  const inScope = isOf(scope, today)
  const rows = await ownTasks(db, viewer)
    .clearSelect()
    .select((eb) => [
      'cards.sprint_id',
      eb.fn.countAll<number>().as('total'),
      countWhere(isDone).as('done'),
      countWhere(isInProgress).as('in_progress'),
      countWhere(isOverdue(today)).as('late'),
    ])
    .where((eb) =>
      eb.or([inScope, eb('cards.sprint_id', 'in', ownTasks(db, viewer).clearSelect().select('cards.sprint_id').where(inScope))]),
    )
    .groupBy('cards.sprint_id')
    .execute()
  return new Map(rows.map(({ sprint_id, ...row }) => [sprint_id, countsOf(row)]))
}

/** A person's tasks of a scope by how far they are. */
export async function countOwnStates(db: Db, viewer: Actor, scope: Scope, today: string): Promise<Counts> {
  const row = await ownTasks(db, viewer)
    .clearSelect()
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      countWhere(isDone).as('done'),
      countWhere(isInProgress).as('in_progress'),
      countWhere(isOverdue(today)).as('late'),
    ])
    .where(isOf(scope, today))
    .executeTakeFirstOrThrow()
  return countsOf(row)
}

const countsOf = (row: { total: number; done: number | null; in_progress: number | null; late: number | null }): Counts => {
  const [done, inProgress] = [row.done ?? 0, row.in_progress ?? 0]
  return {
    total: row.total,
    concluidas: done,
    em_andamento: inProgress,
    pendentes: row.total - done - inProgress,
    atrasadas: row.late ?? 0,
  }
}
