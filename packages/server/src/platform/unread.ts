import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { limits } from '@rodada/contract/limits'
import type { Server, Socket } from 'socket.io'
import type { Config } from './config.ts'
import { networkOf } from './rate-limits.ts'

/** What waits for one connection that does not read, and how to end it. */
type Unread = { bytes: number; end: () => void }

/** What Engine.IO says of a packet when it is made. */
type Packet = { data?: string | { byteLength: number } }

/**
 * Counts what waits for one connection, by what Engine.IO says in public: when a packet is made, and when all that wait are handed to the
 * transport. Ends the connection before what waits fills the memory; its person gets all of it when they come back.
 * @returns what is asked now and then, and answers the bytes that the connection did not read since it was asked before
 */
function countUnread(connection: Socket['conn']): () => number {
  let [waiting, handed, isMoving] = [0, 0, false]
  connection.on('packetCreate', ({ data = '' }: Packet) => {
    waiting += typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength
    // A farewell would wait behind all that is not read.
    if (waiting > limits.socketBacklogBytes) connection.close(true)
  })
  connection.on('flush', () => {
    ;[waiting, handed, isMoving] = [0, waiting, true]
  })
  return () => {
    const moved = isMoving
    isMoving = false
    if (moved) return 0
    // What was handed to a WebSocket is with the system once it takes more; what goes by long polling is an answer like all others.
    return connection.transport.name === 'websocket' && !connection.transport.writable ? waiting + handed : waiting
  }
}

/**
 * Bounds what the connections of one network hold of this process's memory together: each may keep some megabytes waiting, and a network
 * may have thousands. To be called once Socket.IO has its hands on the server's events.
 * @returns what looks once, and ends those that hold the most of a network that holds too much; it says how many
 */
export function boundUnread(
  server: HttpServer,
  io: Server,
  { trustProxy, rateLimitFactor }: Pick<Config, 'trustProxy' | 'rateLimitFactor'>,
): () => number {
  const networkBehind = (request: IncomingMessage) => networkOf(proxyAddress(request, trustProxy))
  /** The connections that answers go over, with the network of their latest request: those of a proxy serve one after another. */
  const answering = new Map<TcpSocket, string>()
  server.on('request', (request) => {
    const { socket } = request
    if (!answering.has(socket)) socket.once('close', () => answering.delete(socket))
    answering.set(socket, networkBehind(request))
  })
  server.on('upgrade', ({ socket }) => answering.delete(socket))
  const pages = new Map<Socket['conn'], { network: string; unreadBytes: () => number }>()
  io.engine.on('connection', (connection: Socket['conn']) => {
    pages.set(connection, { network: networkBehind(connection.request), unreadBytes: countUnread(connection) })
    connection.once('close', () => pages.delete(connection))
  })

  return () => {
    const held = new Map<string, Unread[]>()
    const add = (network: string, bytes: number, end: () => void) => {
      if (bytes === 0) return
      const others = held.get(network)
      if (others) others.push({ bytes, end })
      else held.set(network, [{ bytes, end }])
    }
    for (const [socket, network] of answering) add(network, socket.writableLength, () => socket.destroy())
    for (const [page, { network, unreadBytes }] of pages) add(network, unreadBytes(), () => page.close(true))
    let ended = 0
    for (const unread of held.values()) {
      let bytes = unread.reduce((sum, one) => sum + one.bytes, 0)
      if (bytes <= limits.unreadBytes * rateLimitFactor) continue
      for (const one of unread.sort((a, b) => b.bytes - a.bytes)) {
        if (bytes <= limits.unreadBytes * rateLimitFactor) break
        one.end()
        bytes -= one.bytes
        ended += 1
      }
    }
    return ended
  }
}
