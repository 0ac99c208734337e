import { read } from '../lib/storage.ts'

/** How long before the end the warning comes, in milliseconds. */
const warningTime = 2 * 60_000
/** Somebody who typed or pressed something within this time is here: their session is renewed without asking. */
const presentWithin = 5 * 60_000

export type SessionPhase =
  | { kind: 'calm' }
  | { kind: 'renew' }
  | { kind: 'warn'; secondsLeft: number }
  | { kind: 'over' }
  | { kind: 'unknown' }

/** What the idle session needs at `now`, from the last call of any tab and the last input in this one (milliseconds since 1970). */
export function sessionPhase(now: number, lastInput: number): SessionPhase {
  const idle = Number(read('rodada.idleMinutes')) * 60_000
  const lastCall = Number(read('rodada.lastCall'))
  if (!(idle > 0) || !(lastCall > 0)) return { kind: 'unknown' }
  const left = lastCall + idle - now
  if (left <= 0) return { kind: 'over' }
  if (left > warningTime) return { kind: 'calm' }
  return now - lastInput < presentWithin ? { kind: 'renew' } : { kind: 'warn', secondsLeft: Math.ceil(left / 1000) }
}
