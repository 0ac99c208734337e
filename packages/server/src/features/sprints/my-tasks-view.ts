import type { MyTasks } from '@rodada/contract/sprint-reports'
import type { Sprint } from '@rodada/contract/sprints'
import { addDays } from '../../platform/time.ts'
import type { Month } from './my-task-queries.ts'
import type { Task } from './task-queries.ts'
import { percent, taskView } from './view.ts'

/** The twelve months of a year. */
export const monthsOf = (year: number): Month[] =>
  Array.from({ length: 12 }, (_, index) => ({ first: firstOf(year, index), last: addDays(firstOf(year, index + 1), -1) }))

/** First day of a month of a year; month 12 is January of the next. */
const firstOf = (year: number, index: number): string => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)

/** Tasks counted by how far they are; late ones are due before `today` and not done. */
export function countsOf(tasks: readonly Task[], today: string): MyTasks['stats'] {
  const done = tasks.filter(({ status }) => status === 'concluida').length
  const inProgress = tasks.filter(({ status }) => status === 'em_andamento').length
  return {
    total: tasks.length,
    concluidas: done,
    em_andamento: inProgress,
    pendentes: tasks.length - done - inProgress,
    atrasadas: tasks.filter(({ status, due_date }) => status !== 'concluida' && due_date !== null && due_date < today).length,
  }
}

/** Tasks by their sprints, in the order of the sprints; those without one last. */
export function groupsOf(tasks: readonly Task[], sprints: readonly Sprint[], today: string): MyTasks['sprints'] {
  return [...sprints, null].flatMap((sprint) => {
    const own = tasks.filter((task) => task.sprint_id === (sprint?.id ?? null))
    if (own.length === 0) return []
    const counts = countsOf(own, today)
    return [{ sprint, progresso: percent(counts.concluidas, counts.total), counts, tasks: own.map(taskView) }]
  })
}
