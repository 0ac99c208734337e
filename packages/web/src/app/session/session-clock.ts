import { read } from '../../lib/device/storage.ts'

/** How long before the end the warning comes, in milliseconds. */
const warningTime = 2 * 60_000

export type SessionPhase =
  | { kind: 'calm' }
  | { kind: 'renew' }
  | { kind: 'warn'; secondsLeft: number }
  | { kind: 'over' }
  | { kind: 'unknown' }

/** What the idle session needs at `now` (milliseconds since 1970), from the last call of any tab and whether somebody is at this one. */
export function sessionPhase(now: number, isAttended: boolean): SessionPhase {
  const idle = Number(read('rodada.idleMinutes')) * 60_000
  const lastCall = Number(read('rodada.lastCall'))
  if (!(idle > 0) || !(lastCall > 0)) return { kind: 'unknown' }
  const left = lastCall + idle - now
  if (left <= 0) return { kind: 'over' }
  if (left > warningTime) return { kind: 'calm' }
  return isAttended ? { kind: 'renew' } : { kind: 'warn', secondsLeft: Math.ceil(left / 1000) }
}
