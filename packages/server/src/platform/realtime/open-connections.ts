import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Server, Socket } from 'socket.io'
import { type ServerOptions, WebSocketServer } from 'ws'
import type { Config } from '../config.ts'
import { networkOf } from '../http/addresses.ts'

/** How long a page has to answer a farewell, in milliseconds. */
const farewellMs = 2_000

/**
 * What Engine.IO makes its WebSockets with. A page that is closed for being silent would otherwise stay half a minute more, and pings of the
 * protocol, which no page of ours sends, would each get an answer: millions of them would wait in the memory for a client that reads none.
 */
export class WebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    // The types of the package do not know this option of it yet.
    super({ ...options, closeTimeout: farewellMs, autoPong: false } as ServerOptions)
  }

  override handleUpgrade(...[request, socket, head, done]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(request, socket, head, (page, from) => {
      // One answer may stand for several pings (RFC 6455, 5.5.3).
      page.on('ping', (data: Buffer) => {
        if (socket.writableLength === 0) page.pong(data)
      })
      done(page, from)
    })
  }
}

/**
 * Counts the connections of each network, so that one of them cannot take all that the process can hold.
 * @returns how many the network behind a request has
 */
export function countConnections(io: Server, trustProxy: Config['trustProxy']): (request: IncomingMessage) => number {
  const counts = new Map<string, number>()
  const networkBehind = (request: IncomingMessage) => networkOf(proxyAddress(request, trustProxy))
  io.engine.on('connection', (connection: Socket['conn']) => {
    const network = networkBehind(connection.request)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    connection.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
  return (request) => counts.get(networkBehind(request)) ?? 0
}
