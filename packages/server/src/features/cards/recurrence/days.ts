import type { Recurrence } from '@rodada/contract/cards/settings'
import { addDays } from '../../../platform/time.ts'

const dayOfWeek = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of a later month, or the last one of a month that is shorter. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const toDate = Math.min(date, lastDayOf(toYear, toMonth))
  return [toYear, String(toMonth).padStart(2, '0'), String(toDate).padStart(2, '0')].join('-')
}

/**
 * The first day after `today` on which a card comes again; null when that is no matter of days. Days that have passed come no more.
 * @param setOn the day on which somebody said so: weeks and months are counted from it, so that the 31st comes back after February
 */
export function nextDay(every: Recurrence, setOn: string, today: string): string | null {
  switch (every) {
    case 'completion':
      return null
    case 'weekday': {
      const tomorrow = addDays(today, 1)
      const weekday = dayOfWeek(tomorrow)
      return addDays(tomorrow, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
    }
    case 'week':
      return addDays(today, 7 - ((dayOfWeek(today) - dayOfWeek(setOn) + 7) % 7))
    case 'month': {
      const [setYear = 0, setMonth = 0] = setOn.split('-').map(Number)
      const [year = 0, month = 0] = today.split('-').map(Number)
      const months = (year - setYear) * 12 + month - setMonth
      const inThisMonth = monthsLater(setOn, months)
      return inThisMonth > today ? inThisMonth : monthsLater(setOn, months + 1)
    }
  }
}

/** How many days later another day is. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
