import { addDays, type Day } from './days.ts'
import { firstWeekday, weekdayOf } from './parse-day.ts'

/** The days of the week that a day is in, as the language that is shown begins its weeks. */
export function weekOf(day: Day): Day[] {
  const first = addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7))
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of another month, or the last one of a month that is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const total = year * 12 + month - 1 + count
  const [toYear, toMonth] = [Math.floor(total / 12), (total % 12) + 1]
  const first = `${String(toYear).padStart(4, '0')}-${String(toMonth).padStart(2, '0')}`
  return `${first}-${String(Math.min(date, lastOf(toYear, toMonth))).padStart(2, '0')}`
}

/** The month of a day in six weeks, so that it keeps its height: with days of the months around it. */
export function monthGrid(day: Day): { first: Day; last: Day; weeks: Day[][] } {
  const first = `${day.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  return { first, last, weeks: [0, 1, 2, 3, 4, 5].map((week) => weekOf(addDays(first, week * 7))) }
}
