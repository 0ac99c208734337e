import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { type Kind, Server } from '../server.ts'
import type { Plan } from './plan.ts'
import { decimal, type Row, times, whole } from './table.ts'

/** What a server has after its start, in MB. */
const goalIdle = 120

/** What a server has that nobody uses, and what an idle connection that sits in a room of eight adds, in bytes of resident memory. */
export async function memoryRows({ runs, idleConnections, say }: Plan): Promise<Row[]> {
  const [bare, idle] = [await idleBytes('bare-http'), await idleBytes('ours')]
  const pairs: { ours: number; baseline: number }[] = []
  for (let i = 0; i < runs; i++) {
    const baseline = await bytesEach('baseline', idleConnections)
    const ours = await bytesEach('ours', idleConnections)
    pairs.push({ ours, baseline })
    say(`memória ${i + 1}/${runs}: ${whole(ours)} bytes (nu: ${whole(baseline)})`)
  }
  const ratio = ({ ours, baseline }: { ours: number; baseline: number }) => ours / baseline
  const pair = medianBy(pairs, ratio)
  return [
    {
      name: 'memória de um servidor parado, SQLite, em MB',
      ours: decimal(idle / 1e6),
      baseline: decimal(bare / 1e6),
      ratio: times(idle / bare),
      goal: `≤ ${goalIdle}`,
      ok: idle <= goalIdle * 1e6,
    },
    {
      name: `memória por conexão parada, ${whole(idleConnections)} conexões`,
      ours: `${whole(pair.ours / 1024)} KiB`,
      baseline: `${whole(pair.baseline / 1024)} KiB`,
      ratio: times(ratio(pair)),
      goal: '≤ 1,50',
      ok: ratio(pair) <= 1.5,
    },
  ]
}

async function idleBytes(kind: Kind): Promise<number> {
  const server = await Server.start(kind)
  try {
    return await server.memory()
  } finally {
    await server.remove()
  }
}

async function bytesEach(kind: Kind, connections: number): Promise<number> {
  const server = await Server.start(kind)
  const [first, driver] = [new Driver(), new Driver()]
  const seat = (by: Driver) => by.play('seat', { ports: [server.port], bare: kind === 'baseline', players: connections, roomSize: 8 })
  try {
    // What a server has once, from its first use on, is no connection's.
    await seat(first)
    const before = await server.memory()
    await seat(driver)
    const after = await server.memory()
    return (after - before) / connections
  } finally {
    await first.end()
    await driver.end()
    await server.remove()
  }
}
