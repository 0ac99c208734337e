import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Server, Socket } from 'socket.io'
import type { Config } from './config.ts'
import { networkOf } from './rate-limits.ts'

/** How long a page has to answer a farewell, in milliseconds; whoever is closed for being silent would stay half a minute more. */
const farewellMs = 2_000

/**
 * Counts the connections of each network, so that one of them cannot take all that the process can hold, and sees to it that
 * closed ones are gone.
 * @returns how many the network behind a request has
 */
export function countConnections(io: Server, trustProxy: Config['trustProxy']): (request: IncomingMessage) => number {
  const counts = new Map<string, number>()
  const networkBehind = (request: IncomingMessage) => networkOf(proxyAddress(request, trustProxy))
  io.engine.on('connection', (connection: Socket['conn']) => {
    const network = networkBehind(connection.request)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    connection.once('close', () => {
      endSoon(connection)
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
  return (request) => counts.get(networkBehind(request)) ?? 0
}

/** Only a WebSocket waits for an answer to its farewell. */
function endSoon({ transport }: Socket['conn']): void {
  const { socket } = transport as { socket?: { terminate: () => void } }
  if (socket) setTimeout(() => socket.terminate(), farewellMs).unref()
}
