import { addDays, dayOf, startOfDay } from '../../platform/time.ts'

/** Reminders, digests and emails about boards are sent from this hour on, where the person is. */
export const morningHour = 9
/** After this hour a reminder comes too late for the day. */
export const noonHour = 12

const hourMs = 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The hour, 0 to 23, in a time zone. */
export function hourOf(instant: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  formats.set(timeZone, format)
  return Number(format.format(instant))
}

/** The next morning hour in a time zone, ISO 8601 UTC. */
export function nextMorning(now: Date, timeZone: string): string {
  const today = dayOf(now, timeZone)
  const at = morningOf(today, timeZone)
  return at > now.toISOString() ? at : morningOf(addDays(today, 1), timeZone)
}

function morningOf(day: string, timeZone: string): string {
  const guess = new Date(Date.parse(startOfDay(day, timeZone)) + morningHour * hourMs)
  // A change of the clocks in the night makes it an hour off.
  return new Date(guess.getTime() + (morningHour - hourOf(guess, timeZone)) * hourMs).toISOString()
}
