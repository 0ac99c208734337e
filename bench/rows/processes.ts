import { Driver } from '../driver.ts'
import { medianBy } from '../numbers.ts'
import { type Kind, Server } from '../server.ts'
import { postgresAndRedis, type Store } from '../stores.ts'
import type { Plan } from './plan.ts'
import { decimal, ms, type Row, times, whole } from './table.ts'

/** How many processes, and whether the people of a room are all at one of them. */
const installations = [
  { count: 1, together: false },
  { count: 2, together: false },
  { count: 4, together: false },
  { count: 4, together: true },
  { count: 8, together: false },
  { count: 8, together: true },
]
const votesPerSecond = 500

type Side = { servers: Server[]; driver: Driver }
/** Shares of a core that the process with most to do and all of them took, how long a vote was under way, and what each process heard of a vote elsewhere. */
type Measured = { busiest: number; together: number; p50: number; lost: number; heard: number }

/**
 * One to eight processes on PostgreSQL and Redis, the people of each room spread over all of them or at one of them, beside as many bare
 * Socket.IO servers with the same adapter, at a steady rate. All have one core together, so a ceiling would only show what dividing costs:
 * how the work divides is seen by what the busiest process has to do.
 */
export async function processRows(plan: Plan): Promise<Row[]> {
  const rows: Row[] = []
  for (const installation of installations) {
    const store = await postgresAndRedis(plan.say)
    if (!store) return rows
    try {
      rows.push(...(await rowsOf(installation, store, plan)))
    } finally {
      await store.drop()
    }
  }
  return rows
}

async function rowsOf(
  { count, together }: (typeof installations)[number],
  store: Store,
  { turns, seconds, connections, say }: Plan,
): Promise<Row[]> {
  const baseline = await open('baseline', count, store, connections, together)
  const ours = await open('ours', count, store, connections, together)
  try {
    const pairs: { ours: Measured; baseline: Measured }[] = []
    for (let turn = 0; turn <= turns; turn++) {
      const pair = { baseline: await measure(baseline, seconds), ours: await measure(ours, seconds) }
      // The first turn warms up.
      if (turn > 0) pairs.push(pair)
      if (turn > 0) say(`${count} processos ${turn}/${turns}: ${line(pair.ours)} (nu: ${line(pair.baseline)})`)
    }
    const named = count === 1 ? '1 processo' : `${count} processos, salas ${together ? 'juntas' : 'espalhadas'}`
    const row = (name: string, share: keyof Measured, shown: (value: number) => string): Row => {
      const pair = medianBy(pairs, (one) => one.ours[share] / one.baseline[share])
      const ratio = times(pair.ours[share] / pair.baseline[share])
      return { name, ours: shown(pair.ours[share]), baseline: shown(pair.baseline[share]), ratio, goal: '', ok: undefined }
    }
    const lost = pairs.reduce((sum, pair) => sum + pair.ours.lost, 0)
    return [
      row(`${named}, ${whole(votesPerSecond)} votos/s: núcleo do mais ocupado`, 'busiest', percent),
      row('… núcleo de todos juntos', 'together', percent),
      row('… voto até cada tela, p50', 'p50', ms),
      {
        name: '… avisos de outros que cada processo ouve, por voto',
        ours: decimal(medianBy(pairs, (pair) => pair.ours.heard).ours.heard),
        baseline: '',
        ratio: '',
        goal: '',
        ok: undefined,
      },
      { name: '… votos ou entregas perdidos', ours: whole(lost), baseline: '', ratio: '', goal: '0', ok: lost === 0 },
    ]
  } finally {
    for (const { driver, servers } of [baseline, ours]) {
      await driver.end()
      for (const server of servers) await server.remove()
    }
  }
}

const percent = (share: number) => `${decimal(share * 100)} %`
const line = ({ busiest, together, p50 }: Measured) => `núcleo a ${percent(busiest)}, juntos a ${percent(together)}, voto em ${ms(p50)}`

async function open(kind: Kind, count: number, store: Store, players: number, together: boolean): Promise<Side> {
  const servers: Server[] = []
  while (servers.length < count) servers.push(await Server.start(kind, store.settings))
  const driver = new Driver()
  await driver.play('seat', { ports: servers.map(({ port }) => port), bare: kind === 'baseline', players, roomSize: 8, together })
  return { servers, driver }
}

async function measure({ servers, driver }: Side, seconds: number): Promise<Measured> {
  const before = await heardBy(servers)
  const started = performance.now()
  const { cpu, votes } = await duringAll(servers, () => driver.play('steady', { votesPerSecond, seconds }))
  const share = (cpuMs: number) => cpuMs / (performance.now() - started)
  const [busiest, together] = [share(Math.max(...cpu)), share(cpu.reduce((sum, each) => sum + each))]
  const heard = ((await heardBy(servers)) - before) / servers.length / (votesPerSecond * seconds)
  return { busiest, together, heard, ...votes }
}

/** What our processes heard from each other since their start, all of them together; bare ones do not count it. */
async function heardBy(servers: readonly Server[]): Promise<number> {
  let all = 0
  for (const { kind, port } of servers) {
    if (kind !== 'ours') continue
    const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text()
    all += Number(/^rodada_process_messages_total (\d+)$/m.exec(text)?.[1])
  }
  return all
}

/** What was run, and the processor time that each server took meanwhile, in milliseconds. */
async function duringAll<T>([server, ...others]: readonly Server[], run: () => Promise<T>): Promise<{ votes: T; cpu: number[] }> {
  if (!server) return { votes: await run(), cpu: [] }
  const { result, cpuMs } = await server.during(() => duringAll(others, run))
  return { votes: result.votes, cpu: [cpuMs, ...result.cpu] }
}
