import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { addDays, dayOf, mondayOf } from '../../platform/time.ts'
import { type OwnState, openByDue } from '../cards/search/own-view.ts'
import type { CurrentSprint } from './queries.ts'

/** Numbers of a person's cards. `today` is 'YYYY-MM-DD' where they are. */
export function tasksView(cards: readonly OwnState[], today: string): DashboardStats['userTasks'] {
  const open = cards.filter((card) => card.status !== 'concluida')
  const inProgress = open.filter((card) => card.status === 'em_andamento').length
  const due = openByDue(open, today)
  return {
    total: cards.length,
    completed: cards.length - open.length,
    inProgress,
    pending: open.length - inProgress,
    overdue: due.late.length,
    dueToday: due.today.length,
  }
}

/** Monday to Sunday of the week of `today`: what was due or done each day, and what was done. */
export function weekView(cards: readonly OwnState[], today: string, timeZone: string): DashboardStats['weeklyProgress'] {
  const monday = mondayOf(today)
  // The day where somebody is takes long to find, and most of what is done was done in weeks before.
  const before = addDays(monday, -1)
  const doneOn = cards.map(({ completed_at }) => (completed_at !== null && completed_at >= before ? dayOf(completed_at, timeZone) : null))
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index)
    return {
      day,
      tasks: cards.filter((card, at) => doneOn[at] === day || (card.completed_at === null && card.due_date === day)).length,
      completed: doneOn.filter((done) => done === day).length,
    }
  })
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
