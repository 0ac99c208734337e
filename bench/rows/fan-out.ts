import { flushTimes } from '../disk.ts'
import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { type Kind, Server } from '../server.ts'
import { onEachStore, type Store, type Values } from '../stores.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const votesPerSecond = 2000

/** One server under test with its players, at the table for all turns. */
type Side = { kind: Kind; server: Server; driver: Driver }
/** `load`: share of its core that the server took. */
type Steady = { p50: number; p99: number; lost: number; load: number }
/** `cost`: processor time of the server for one delivery, in microseconds. `busy`: share of its core that the generator took. */
type FullSpeed = { deliveriesPerSecond: number; cost: number; busy: number; lost: number; refused: number }
type Turn<T> = { ours: T; baseline: T }

/**
 * Votes to rooms of eight, on each database: latency at 2,000 votes a second, the ceiling, and that nothing is lost even when the server is
 * killed. Both servers run all the time and are measured in short turns: whatever else the machine does hits both.
 */
export const fanOutRows = (plan: Plan): Promise<Row[]> => onEachStore(plan.say, (store) => rowsOn(store, plan))

async function rowsOn(store: Store, { turns, seconds, connections, say }: Plan): Promise<Row[]> {
  const { REDIS_URL } = store.settings
  // The bare server uses the same adapter.
  const baseline = await open('baseline', connections, REDIS_URL === undefined ? {} : { REDIS_URL })
  const ours = await open('ours', connections, store.settings)
  const inTurns = async <T>(measure: (side: Side) => Promise<T>, line: (measured: T) => string): Promise<Turn<T>[]> => {
    // Warmed up: code is compiled, timers and caches are in use.
    for (const side of [baseline, ours]) await measure(side)
    const measured: Turn<T>[] = []
    for (let turn = 1; turn <= turns; turn++) {
      const pair = { baseline: await measure(baseline), ours: await measure(ours) }
      measured.push(pair)
      say(`votos, ${store.name} ${turn}/${turns}: ${line(pair.ours)} (nu: ${line(pair.baseline)})`)
    }
    return measured
  }
  try {
    const steady = await inTurns(
      (side) => atSteadyRate(side, seconds),
      ({ p50, p99, load }) => `p50 ${ms(p50)}, p99 ${ms(p99)}, núcleo a ${whole(load * 100)} %`,
    )
    const flush = flushTimes()
    const fullSpeed = await inTurns(
      (side) => atFullSpeed(side, seconds),
      ({ deliveriesPerSecond, cost, busy }) =>
        `${whole(deliveriesPerSecond)} entregas/s a ${cost.toFixed(1)} µs, gerador a ${whole(busy * 100)} %`,
    )
    const { sent, last } = await ours.driver.play('votesSoFar', undefined)
    await ours.server.kill()
    const undelivered = [...steady, ...fullSpeed].reduce((sum, turn) => sum + turn.ours.lost, 0)
    const refused = fullSpeed.at(-1)?.ours.refused ?? 0
    const missing = notStored(await store.read(ours.server, 'select seat_id, value from votes'), last)
    const rows = [
      latencyRow(steady, 'p50'),
      latencyRow(steady, 'p99', 3),
      plainRow('fdatasync do disco nessa hora, p50 e p99', `${ms(flush.p50)} e ${ms(flush.p99)}`),
      ceilingRow(fullSpeed, 0.5),
      lossRow(undelivered + refused + missing, sent),
    ]
    return rows.map((row) => ({ ...row, name: `${row.name}, ${store.name}` }))
  } finally {
    for (const { driver, server } of [baseline, ours]) {
      await driver.end()
      await server.remove()
    }
  }
}

async function open(kind: Kind, players: number, settings: NodeJS.ProcessEnv = {}): Promise<Side> {
  const server = await Server.start(kind, settings)
  const driver = new Driver()
  await driver.play('seat', { ports: [server.port], bare: kind === 'baseline', players, roomSize: 8 })
  return { kind, server, driver }
}

async function atSteadyRate({ server, driver }: Side, seconds: number): Promise<Steady> {
  const { result, cpuMs } = await server.during(() => driver.play('steady', { votesPerSecond, seconds }))
  return { ...result, load: cpuMs / (seconds * 1000) }
}

async function atFullSpeed({ server, driver }: Side, seconds: number): Promise<FullSpeed> {
  const { result, cpuMs } = await server.during(() => driver.play('fullSpeed', { seconds }))
  return { ...result, cost: (cpuMs * 1000) / result.deliveries, busy: driver.busy }
}

function latencyRow(turns: readonly Turn<Steady>[], share: 'p50' | 'p99', goal?: number): Row {
  const ratio = ({ ours, baseline }: Turn<Steady>) => ours[share] / baseline[share]
  const turn = medianBy(turns, ratio)
  return {
    name: `voto até cada tela, ${whole(votesPerSecond)} votos/s, ${share}`,
    ours: ms(turn.ours[share]),
    baseline: ms(turn.baseline[share]),
    ratio: times(ratio(turn)),
    goal: goal === undefined ? '' : `≤ ${times(goal)}`,
    ok: goal === undefined ? undefined : ratio(turn) <= goal,
  }
}

function ceilingRow(turns: readonly Turn<FullSpeed>[], goal: number): Row {
  const ratio = ({ ours, baseline }: Turn<FullSpeed>) => ours.deliveriesPerSecond / baseline.deliveriesPerSecond
  const turn = medianBy(turns, ratio)
  return {
    name: 'teto de entregas por segundo',
    ours: whole(turn.ours.deliveriesPerSecond),
    baseline: whole(turn.baseline.deliveriesPerSecond),
    ratio: times(ratio(turn)),
    goal: `≥ ${times(goal)}`,
    ok: ratio(turn) >= goal,
  }
}

const plainRow = (name: string, ours: string, goal = '', ok?: boolean): Row => ({ name, ours, baseline: '', ratio: '', goal, ok })

const lossRow = (lost: number, votes: number): Row =>
  plainRow(`votos perdidos ou recusados, de ${whole(votes)}, com kill -9 no fim`, whole(lost), '0', lost === 0)

/** How many accepted votes the killed server's database does not have. */
function notStored(votes: readonly Values[], last: readonly [participantId: number, value: string][]): number {
  const stored = new Map(votes.map(({ seat_id, value }) => [seat_id, value]))
  return last.filter(([participantId, value]) => stored.get(participantId) !== value).length
}
