import { addDays, type Day, today } from '../../lib/dates/days.ts'
import { instantAt } from '../../lib/dates/instant-at.ts'

export const morning = '09:00'
const evening = '17:00'
/** Later today is at least this far ahead, in milliseconds. */
const soonestMs = 30 * 60_000

export type SnoozeTime = { name: 'laterToday' | 'tomorrow' | 'monday'; at: string }

/** When a notification may come back, on the clock of the account: today at 17:00 while that is ahead, tomorrow and on Monday at 9:00. */
export function snoozeTimes(now = new Date()): SnoozeTime[] {
  const day = today(now)
  const later = instantAt(day, evening)
  const monday = nextMonday(day)
  return [
    ...(Date.parse(later) >= now.getTime() + soonestMs ? [{ name: 'laterToday' as const, at: later }] : []),
    { name: 'tomorrow', at: instantAt(addDays(day, 1), morning) },
    // On a Sunday both are the same.
    ...(monday === addDays(day, 1) ? [] : [{ name: 'monday' as const, at: instantAt(monday, morning) }]),
  ]
}

function nextMonday(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 0 ? 1 : 8 - weekday)
}
