import { type DueGroup, dueGroups } from '@rodada/contract/cards/own-cards'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { addDays, mondayOf } from '../../../platform/time.ts'

/** One of a person's tasks, as far as counting and ordering go. */
export type OwnState = {
  id: number
  board_id: number
  status: WorkStatus
  priority: Priority
  due_date: string | null
  completed_at: string | null
  estimate: number | null
}

const urgency: Record<Priority, number> = { urgent: 0, high: 1, medium: 2, low: 3, none: 4 }

function dueGroupOf(due: string | null, today: string): DueGroup {
  if (due === null) return 'undated'
  if (due <= today) return due < today ? 'late' : 'today'
  return due <= addDays(mondayOf(today), 6) ? 'week' : 'later'
}

/**
 * What is open of a person's tasks, by when it is due, in the order in which it is looked at. The figures of the dashboard and
 * 'Minhas Tarefas' are both read from here, so that they agree. `today` is 'YYYY-MM-DD' where the person is.
 */
export function openByDue(tasks: readonly OwnState[], today: string): Record<DueGroup, OwnState[]> {
  const groups: Record<DueGroup, OwnState[]> = { late: [], today: [], week: [], later: [], undated: [] }
  for (const task of tasks)
    if (task.status !== 'concluida' && task.status !== 'cancelada') groups[dueGroupOf(task.due_date, today)].push(task)
  for (const due of dueGroups)
    groups[due].sort(
      (a, b) =>
        // Plain comparison: days are written so that they sort as text.
        ((a.due_date ?? '') < (b.due_date ?? '') ? -1 : (a.due_date ?? '') > (b.due_date ?? '') ? 1 : 0) ||
        urgency[a.priority] - urgency[b.priority] ||
        a.board_id - b.board_id ||
        a.id - b.id,
    )
  return groups
}
