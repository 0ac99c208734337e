import type { Server } from 'node:http'
import type { Config } from './config.ts'
import { networkOf } from './rate-limits.ts'

/** A page has one connection that stays, and others while it loads. */
const ofPage = 2

/**
 * Bounds the connections that one network holds, whether or not it asks for anything: all that the system lets this process open would
 * otherwise be had by a single client, which keeps everybody else out for as long as it likes. Those of a proxy of ours are everybody's.
 */
export function boundConnections(
  server: Server,
  { trustProxy, socketsPerAddress }: Pick<Config, 'trustProxy' | 'socketsPerAddress'>,
): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (trustProxy(address, 0)) return
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    if (count > ofPage * socketsPerAddress) return void socket.destroy()
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}
