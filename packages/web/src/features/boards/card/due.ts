import type { WorkStatus } from '@rodada/contract/fields'

export type DueState = 'done' | 'late' | 'today' | 'soon' | 'later'
/** Up to this many days ahead counts as soon. */
const soonDays = 3

/** Days from one calendar date to another, whatever the clocks did between them. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

/** Today's calendar date where the person is, 'YYYY-MM-DD'. */
export function today(now = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** How a date stands to today, and by how many days. What is finished or cancelled is never late. */
export function dueState(due: string, status: WorkStatus, now = new Date()): { state: DueState; days: number } {
  const days = daysBetween(today(now), due)
  if (status === 'concluida' || status === 'cancelada') return { state: 'done', days }
  return { state: days < 0 ? 'late' : days === 0 ? 'today' : days <= soonDays ? 'soon' : 'later', days }
}

/** Whether a date typed so far may be meant: a year that is still being typed reads as one of antiquity. */
export const isPlausible = (date: string): boolean => date === '' || /^[2-9]\d{3}-\d\d-\d\d$/.test(date) || /^19\d\d-\d\d-\d\d$/.test(date)

/** 'YYYY-MM-DD' as a moment of that day here, for the formatter. */
export const dayOf = (date: string): Date => new Date(`${date}T12:00:00`)
