import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { addDays, daysFrom, mondayOf, startOfDay } from '../../platform/time.ts'
import type { Day, OwnFigures } from '../cards/search/own-figure-queries.ts'
import type { CurrentSprint } from './queries.ts'

/** Numbers of a person's cards. */
export const tasksView = ({ done, open, inProgress, late, dueToday }: OwnFigures): DashboardStats['userTasks'] => ({
  total: done + open,
  completed: done,
  inProgress,
  pending: open - inProgress,
  overdue: late,
  dueToday,
})

/** The week that each time zone was asked for last: when its days begin takes as long to find as a person's figures to count. */
const weeks = new Map<string, readonly Day[]>()

/** Monday to Sunday of the week of `today`, where somebody is. */
export function weekOf(today: string, timeZone: string): readonly Day[] {
  const monday = mondayOf(today)
  const known = weeks.get(timeZone)
  if (known?.[0]?.day === monday) return known
  const week = daysFrom(monday, addDays(monday, 6)).map((day) => ({
    day,
    from: startOfDay(day, timeZone),
    until: startOfDay(addDays(day, 1), timeZone),
  }))
  weeks.set(timeZone, week)
  return week
}

/** Calendar days from one to the other. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const sprintView = (sprint: CurrentSprint | undefined, today: string): DashboardStats['sprintProgress'] =>
  sprint
    ? {
        sprint_id: sprint.id,
        currentSprint: sprint.name,
        status: sprint.status,
        progress: sprint.figures.progress,
        daysUntilStart: sprint.status === 'planejada' ? daysBetween(today, sprint.starts_on) : 0,
        daysRemaining: daysBetween(today, sprint.ends_on),
        tasksCompleted: sprint.figures.done,
        totalTasks: sprint.figures.total,
      }
    : null
