import type { WorkStatus } from '@rodada/contract/core/fields'
import { daysBetween, today } from './days.ts'

export type DueState = 'done' | 'late' | 'today' | 'soon' | 'later'
/** Up to this many days ahead counts as soon. */
const soonDays = 3

/** How a date stands to today, and by how many days. What is finished or cancelled is never late. */
export function dueState(due: string, status: WorkStatus, now = new Date()): { state: DueState; days: number } {
  const days = daysBetween(today(now), due)
  if (status === 'concluida' || status === 'cancelada') return { state: 'done', days }
  return { state: days < 0 ? 'late' : days === 0 ? 'today' : days <= soonDays ? 'soon' : 'later', days }
}
