import { addDays, dayOf, startOfDay } from '../../platform/time.ts'

/** Reminders, digests and the mail about boards go out from this hour on, where the person is. */
export const morningHour = 9
/** A reminder that is later than this is one nobody needs: the day has begun. */
export const noonHour = 12

const hourMs = 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The hour, 0 to 23, that the clocks of a time zone show. */
export function hourOf(instant: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  formats.set(timeZone, format)
  return Number(format.format(instant))
}

/** The next time that the clocks of a time zone show the morning hour, ISO 8601 UTC. */
export function nextMorning(now: Date, timeZone: string): string {
  const today = dayOf(now, timeZone)
  const at = morningOf(today, timeZone)
  return at > now.toISOString() ? at : morningOf(addDays(today, 1), timeZone)
}

function morningOf(day: string, timeZone: string): string {
  const guess = new Date(Date.parse(startOfDay(day, timeZone)) + morningHour * hourMs)
  // Clocks that were changed in the night are an hour off.
  return new Date(guess.getTime() + (morningHour - hourOf(guess, timeZone)) * hourMs).toISOString()
}
