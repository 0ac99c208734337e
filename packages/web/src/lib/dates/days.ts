import { teamTimeZone } from '@rodada/contract/sprints/settings'
import { read } from '../device/storage.ts'

/** Calendar days as the wire speaks of them, 'YYYY-MM-DD', in the person's own time zone. */
export type Day = string

/** en-CA writes dates as ISO 8601 does. Without a zone of the account it is the browser's. */
const calendarOf = (timeZone: string | null): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? undefined, year: 'numeric', month: '2-digit', day: '2-digit' })
let calendar: { timeZone: string | null; of: Intl.DateTimeFormat } | undefined

/** The day that it is for this person, as for the server that counts what is late. */
export function today(now = new Date()): Day {
  const timeZone = read('rodada.timeZone')
  if (calendar?.timeZone !== timeZone) calendar = { timeZone, of: calendarOf(timeZone) }
  return calendar.of.format(now)
}

const teamCalendar = calendarOf(teamTimeZone)

/** The day that it is for a sprint. */
export const teamToday = (now = new Date()): Day => teamCalendar.format(now)

// Read as UTC: the difference of two days must not depend on when a clock was put forward between them.
const number = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** How many days from one day to another: 1 for tomorrow, -1 for yesterday. */
export const daysBetween = (from: Day, to: Day): number => number(to) - number(from)

/** The day that many days later, or earlier when negative. */
export const addDays = (day: Day, days: number): Day => new Date((number(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** Whether it is a Saturday or a Sunday. */
export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** How many weekdays there are from one day to another, both included. */
export const weekdaysFrom = (first: Day, last: Day): number =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index)).filter((day) => !isWeekend(day))
    .length
