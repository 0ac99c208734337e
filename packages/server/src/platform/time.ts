import { teamTimeZone } from '@rodada/contract/sprints/settings'

/** Where a person's day begins and ends until they choose otherwise. */
export const defaultTimeZone = teamTimeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone, 'YYYY-MM-DD'. */
export function dayOf(instant: string | Date, timeZone: string): string {
  // en-CA writes dates as ISO 8601 does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(new Date(instant))
}

/** A calendar day some days later or, negative, earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last day that is within seven days of a day. */
export const inSevenDays = (day: string): string => addDays(day, 7)

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The last weekday, the one before it, and so on: the `count`th, beginning with the day itself. */
export function weekdayBack(day: string, count: number): string {
  const left = isWeekend(day) ? count : count - 1
  return left <= 0 ? day : weekdayBack(addDays(day, -1), left)
}

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The instant, ISO 8601 UTC, at which a calendar day begins in a time zone. Clocks that change at midnight make it no fixed hour. */
export function startOfDay(day: string, timeZone: string): string {
  // No zone is further from UTC; within this span later instants have later days.
  let [before, from] = [Date.parse(`${day}T00:00:00Z`) - 16 * 3_600_000, Date.parse(`${day}T00:00:00Z`) + 16 * 3_600_000]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else from = middle
  }
  return new Date(from).toISOString()
}

/** How many days there are from one to another, both included. */
export const countDays = (first: string, last: string): number =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1)

/** The days from one to another, both included. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: countDays(first, last) }, (_, index) => addDays(first, index))
