import { limits } from '@rodada/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'
import { shownTasks, type Task, withLabelsOf } from './task-queries.ts'

/** A month by its days, 'YYYY-MM-DD'. */
export type Month = { first: string; last: string }

/** The tasks that a person is to do or has done, on the boards they see now. */
const ownTasks = (db: Db, viewer: Asker) =>
  shownTasks(db)
    .leftJoin('sprints as planned', 'planned.id', 'cards.sprint_id')
    .where('cards.assignee_id', '=', viewer.userId)
    .where('cards.status', '!=', 'cancelada')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))

/**
 * Whether a task belongs to a month: its sprint touches it (one that is late lasts until today) or, without a sprint, it is due
 * in it.
 */
const isOf = ({ first, last }: Month, today: string) => sql<boolean>`(
  (planned.starts_on <= ${last}
    and case when planned.ended_at is null and planned.ends_on < ${today} then ${today} else planned.ends_on end >= ${first})
  or (cards.sprint_id is null and cards.due_date between ${first} and ${last}))`

/** A person's tasks of a month, by the place they have in their sprints; the first of them, should there be more than anybody reads. */
export const listOwnTasks = async (db: Db, viewer: Asker, month: Month, today: string): Promise<Task[]> =>
  withLabelsOf(
    db,
    await ownTasks(db, viewer)
      .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
      .where(isOf(month, today))
      .orderBy('sprint_columns.rank')
      .orderBy('cards.column_rank')
      .orderBy('cards.id')
      .limit(limits.ownTasks)
      .execute(),
  )

/** How many tasks a person has in each of some months, counted by one statement. */
export async function countOwnTasks(db: Db, viewer: Asker, months: readonly Month[], today: string): Promise<number[]> {
  const row: Record<string, number | null> = await ownTasks(db, viewer)
    .clearSelect()
    .select((eb) =>
      months.map((month, index) => eb.fn.sum<number | null>(eb.case().when(isOf(month, today)).then(1).else(0).end()).as(`month_${index}`)),
    )
    .executeTakeFirstOrThrow()
  return months.map((_, index) => row[`month_${index}`] ?? 0)
}
