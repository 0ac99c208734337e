import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { type Kind, Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { ms, type Row, times, whole } from './table.ts'

const votesPerSecond = 2000

type Run = {
  p50: number
  p99: number
  deliveriesPerSecond: number
  /** Deliveries and acknowledgements that never came, plus accepted votes that the database does not have. */
  lost: number
  votes: number
  refused: number
  /** Processor time of the server for one delivery at full speed, in microseconds. */
  cost: number
  /** Share of its core that the generator took at full speed. */
  busy: number
}

/** Votes to rooms of eight: latency at 2,000 votes a second, the ceiling, and that nothing is lost even when the server is killed. */
export async function fanOutRows({ runs, seconds, connections, say }: Plan): Promise<Row[]> {
  const pairs: { ours: Run; baseline: Run }[] = []
  for (let i = 0; i < runs; i++) {
    const baseline = await run('baseline', connections, seconds)
    const ours = await run('ours', connections, seconds)
    pairs.push({ ours, baseline })
    for (const [kind, { p50, p99, deliveriesPerSecond, cost, busy, lost, refused }] of Object.entries({ baseline, ours })) {
      say(
        `votos ${i + 1}/${runs} ${kind}: p50 ${ms(p50)}, p99 ${ms(p99)}, ${whole(deliveriesPerSecond)} entregas/s ` +
          `a ${cost.toFixed(1)} µs, gerador ${whole(busy * 100)} %, perdidos ${lost}, recusados ${refused}`,
      )
    }
  }
  const latency = (share: 'p50' | 'p99', goal: number | undefined): Row => {
    const ratio = (pair: { ours: Run; baseline: Run }) => pair.ours[share] / pair.baseline[share]
    const pair = medianBy(pairs, ratio)
    return {
      name: `voto até cada tela, ${whole(votesPerSecond)} votos/s, ${share}`,
      ours: ms(pair.ours[share]),
      baseline: ms(pair.baseline[share]),
      ratio: times(ratio(pair)),
      goal: goal === undefined ? '' : `≤ ${times(goal)}`,
      ok: goal === undefined ? undefined : ratio(pair) <= goal,
    }
  }
  const speed = (pair: { ours: Run; baseline: Run }) => pair.ours.deliveriesPerSecond / pair.baseline.deliveriesPerSecond
  const pair = medianBy(pairs, speed)
  const lost = pairs.reduce((sum, { ours }) => sum + ours.lost + ours.refused, 0)
  const votes = pairs.reduce((sum, { ours }) => sum + ours.votes, 0)
  return [
    latency('p50', undefined),
    latency('p99', 2),
    {
      name: 'teto de entregas por segundo',
      ours: whole(pair.ours.deliveriesPerSecond),
      baseline: whole(pair.baseline.deliveriesPerSecond),
      ratio: times(speed(pair)),
      goal: '≥ 0,70',
      ok: speed(pair) >= 0.7,
    },
    {
      name: `votos perdidos, de ${whole(votes)}, com kill -9 no fim`,
      ours: whole(lost),
      baseline: '',
      ratio: '',
      goal: '0',
      ok: lost === 0,
    },
  ]
}

async function run(kind: Kind, connections: number, seconds: number): Promise<Run> {
  const server = await Server.start(kind)
  const driver = new Driver()
  try {
    await driver.play('seat', { port: server.port, bare: kind === 'baseline', players: connections, roomSize: 8 })
    const paced = await driver.play('steady', { votesPerSecond, seconds })
    const { result: full, cpuMs } = await server.during(() => driver.play('fullSpeed', { seconds }))
    const busy = driver.busy
    const last = await driver.play('lastVotes', undefined)
    await server.kill()
    const missing = kind === 'ours' ? notStored(server.dataDir, last) : 0
    return {
      p50: paced.p50,
      p99: paced.p99,
      deliveriesPerSecond: full.deliveriesPerSecond,
      lost: paced.lost + full.lost + missing,
      votes: full.votes,
      refused: full.refused,
      cost: (cpuMs * 1000) / full.deliveries,
      busy,
    }
  } finally {
    await driver.end()
    await server.remove()
  }
}

/** How many accepted votes the killed server's database does not have. */
function notStored(dataDir: string, last: readonly [participantId: number, value: string][]): number {
  const database = new DatabaseSync(join(dataDir, 'rodada.sqlite'))
  const stored = new Map(
    database
      .prepare('select seat_id, value from votes')
      .all()
      .map(({ seat_id, value }) => [seat_id, value]),
  )
  database.close()
  return last.filter(([participantId, value]) => stored.get(participantId) !== value).length
}
