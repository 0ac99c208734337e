import type { MyTasks } from '@rodada/contract/sprints/reports'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import { addDays } from '../../../platform/time.ts'
import { percent } from '../figure-queries.ts'
import { taskView } from '../view.ts'
import type { Month } from './my-task-queries.ts'
import type { Task } from './queries.ts'

/** The twelve months of a year. */
export const monthsOf = (year: number): Month[] =>
  Array.from({ length: 12 }, (_, index) => ({ first: firstOf(year, index), last: addDays(firstOf(year, index + 1), -1) }))

/** First day of a month of a year; month 12 is January of the next. */
const firstOf = (year: number, index: number): string => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)

/** Tasks by their sprints, in the order of the sprints; those without one last. */
export function groupsOf(
  tasks: readonly Task[],
  sprints: readonly Sprint[],
  counted: ReadonlyMap<number | null, MyTasks['stats']>,
): MyTasks['sprints'] {
  return [...sprints, null].flatMap((sprint) => {
    const own = tasks.filter((task) => task.sprint_id === (sprint?.id ?? null))
    const counts = counted.get(sprint?.id ?? null)
    if (own.length === 0 || !counts) return []
    return [{ sprint, progresso: percent(counts.concluidas, counts.total), counts, tasks: own.map(taskView) }]
  })
}
