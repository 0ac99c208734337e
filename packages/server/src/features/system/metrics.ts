import { isIPv4, isIPv6 } from 'node:net'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '../../platform/deps.ts'

/** Process figures (memory, event-loop delay, …) and the number of open sockets. */
export function createMetrics({ io }: Pick<Deps, 'io'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'rodada_sockets',
    help: 'Open Socket.IO connections of this process',
    registers: [registry],
    collect() {
      this.set(io.engine.clientsCount)
    },
  })
  return registry
}

/** Whether an address is this machine's own, IPv4 written as IPv6 included. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return (isIPv4(plain) && plain.startsWith('127.')) || (isIPv6(plain) && plain === '::1')
}
