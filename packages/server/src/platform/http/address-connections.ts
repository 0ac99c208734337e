import type { Server } from 'node:http'
import type { Config } from '../config.ts'
import { networkOf } from './addresses.ts'

/** A page has one connection that stays, and others while it loads. */
const ofPage = 2

/**
 * Bounds the connections of one network, whether or not they ask for anything. Without it a single client could take every connection that
 * the system lets this process open, and keep everybody else out. Connections of our own proxy carry many people and have no bound.
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
