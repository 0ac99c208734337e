import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../numbers.ts'
import { table } from './seat.ts'

/** Neighbouring votes come from different rooms; a prime, so that everybody has a turn. */
const stride = 389
/** Until the load has found its rhythm. */
const settleMs = 300
const patienceMs = 60_000

export type Steady = { votesPerSecond: number; seconds: number }
export type SteadyResult = { p50: number; p99: number; slowest: number; lost: number }

/** Votes at a steady rate, whatever the server does meanwhile: a server that stalls shows it in the latencies. */
export async function steady({ votesPerSecond, seconds }: Steady): Promise<SteadyResult> {
  const { ledger, players, bare } = table
  const started = performance.now()
  let sent = 0
  ledger.latencies = undefined
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started
      if (elapsed >= settleMs) ledger.latencies ??= []
      for (const due = (elapsed / 1000) * votesPerSecond; sent < due; sent++) ledger.vote((sent * stride) % players.length, bare)
      if (elapsed < settleMs + seconds * 1000) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  const lost = await drain()
  const latencies = Float64Array.from(ledger.latencies ?? []).sort()
  ledger.latencies = undefined
  return {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    slowest: latencies.at(-1) ?? 0,
    lost,
  }
}

/** `deliveries` are all of this order, `refused` all since the beginning. */
export type FullSpeedResult = { deliveriesPerSecond: number; deliveries: number; lost: number; refused: number }

/** Everybody votes again as soon as their own vote came back: as fast as the server can. */
export async function fullSpeed({ seconds }: { seconds: number }): Promise<FullSpeedResult> {
  const { ledger, players, bare } = table
  const atFirst = ledger.delivered
  ledger.onOwn = (index) => ledger.vote(index, bare)
  for (const index of players.keys()) ledger.vote(index, bare)
  await wait(settleMs)
  const before = ledger.delivered
  const started = performance.now()
  await wait(seconds * 1000)
  const deliveriesPerSecond = ((ledger.delivered - before) * 1000) / (performance.now() - started)
  ledger.onOwn = () => {}
  const lost = await drain()
  return { deliveriesPerSecond, deliveries: ledger.delivered - atFirst, lost, refused: ledger.refused }
}

/** How many votes were accepted, and everybody's last one. */
export const votesSoFar = (): { sent: number; last: [participantId: number, value: string][] } => ({
  sent: table.ledger.accepted,
  last: table.ledger.lastVotes(),
})

/** Waits for what is under way. Returns the votes without an answer and the deliveries that never came. */
export async function drain(): Promise<number> {
  const { ledger } = table
  const missing = () => ledger.unanswered + Math.max(0, ledger.expected - ledger.delivered)
  for (const started = performance.now(); missing() > 0 && performance.now() - started < patienceMs; ) await wait(20)
  return missing()
}
