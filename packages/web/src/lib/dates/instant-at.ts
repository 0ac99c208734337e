import { read } from '../device/storage.ts'
import type { Day } from './days.ts'

/** What the clock shows at an instant in a time zone, as if it were UTC: in milliseconds. */
function wallOf(instant: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
}

/** The instant at which it is that time, 'HH:MM', on that day, on the clock of the account. ISO 8601 UTC. */
export function instantAt(day: Day, time: string): string {
  const timeZone = read('rodada.timeZone') ?? undefined
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // Twice, because the clock may change between the first guess and what was meant.
  let instant = wanted
  for (let turn = 0; turn < 2; turn++) instant = wanted - (wallOf(instant, timeZone) - instant)
  return new Date(instant).toISOString()
}
