import type { CardChange } from '@rodada/contract/cards/cards'
import { calmWeekdays } from '@rodada/contract/cards/settings'
import { addDays, daysBetween, today, weekdaysFrom } from '../../lib/dates/days.ts'

/** Days since work that is under way was last moved, as the calendar counts them; null as long as that is nothing to speak of. */
export function idleDays({ moved_at, status }: Pick<CardChange, 'moved_at' | 'status'>, now = new Date()): number | null {
  if (moved_at === null || (status !== 'em_andamento' && status !== 'impedimento')) return null
  const moved = new Date(moved_at)
  // Most cards are told apart without a calendar, because a filter asks for thousands.
  if (now.getTime() - moved.getTime() < (calmWeekdays - 1) * 86_400_000) return null
  const [from, here] = [today(moved), today(now)]
  const days = daysBetween(from, here)
  // Any seven days hold five weekdays.
  return days >= 7 || weekdaysFrom(addDays(from, 1), here) >= calmWeekdays ? days : null
}
