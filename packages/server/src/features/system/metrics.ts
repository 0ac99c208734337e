import { isIPv4, isIPv6 } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../../platform/deps.ts'
import type { OnAnswer } from '../../platform/http/http-server.ts'
import { countWaiting } from './waiting-queries.ts'

export type Metrics = {
  registry: Registry
  /** Called for every answer of the HTTP server. */
  answered: OnAnswer
  /** Called with the duration of every statement, in milliseconds. */
  queried: (ms: number) => void
}

/** Figures of this process since its start: itself (memory, event-loop delay, …), its answers and its database's. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'rodada_http_request_seconds',
    help: 'Time from a request to the end of its answer, by route of the program',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  // Two numbers instead of a histogram, which took 5 % of the processor at 2,000 votes a second.
  let statements = 0
  let milliseconds = 0
  new Counter({
    name: 'rodada_database_statements_total',
    help: 'Statements that the database ran for this process, and waits for the disk on SQLite',
    registers,
    collect() {
      this.reset()
      this.inc(statements)
    },
  })
  new Counter({
    name: 'rodada_database_seconds_total',
    help: 'Time of all of them together, as their callers waited for them',
    registers,
    collect() {
      this.reset()
      this.inc(milliseconds / 1000)
    },
  })
  return {
    registry,
    answered: ({ method, route, status, seconds }) => answers.observe({ method, route, status }, seconds),
    queried: (ms) => {
      statements++
      milliseconds += ms
    },
  }
}

/** Adds what is read at each request: connections, open rooms of this process, and the queues of all processes. */
export function watchParts(
  { registry }: Metrics,
  { io, db, processes, readsServed }: Pick<Deps, 'io' | 'db' | 'processes' | 'readsServed'>,
  countOpenRooms: () => number,
): void {
  const registers = [registry]
  new Gauge({
    name: 'rodada_sockets',
    help: 'Open Socket.IO connections of this process',
    registers,
    collect() {
      this.set(io.engine.clientsCount)
    },
  })
  new Counter({
    name: 'rodada_process_messages_total',
    help: 'What this process heard from the others through Redis',
    registers,
    collect() {
      this.reset()
      this.inc(processes.messages())
    },
  })
  if (readsServed)
    new Counter({
      name: 'rodada_reads_total',
      help: 'Long reads, by where they were served: a replica that is late or away leaves them to the primary',
      labelNames: ['from'],
      registers,
      collect() {
        this.reset()
        for (const [from, count] of Object.entries(readsServed)) this.inc({ from }, count)
      },
    })
  new Gauge({
    name: 'rodada_rooms',
    help: 'Voting rooms with somebody connected to this process',
    registers,
    collect() {
      this.set(countOpenRooms())
    },
  })
  new Gauge({
    name: 'rodada_waiting',
    help: 'What is to be sent and has not been yet, over all processes',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, count] of Object.entries(await countWaiting(db))) this.set({ queue }, count)
    },
  })
}

/** Whether an address is this machine's own, also an IPv4 address in IPv6 notation. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return (isIPv4(plain) && plain.startsWith('127.')) || (isIPv6(plain) && plain === '::1')
}
