import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import { limits } from '@rodada/contract/core/limits'
import type { Server, Socket } from 'socket.io'
import type { Config } from '../config.ts'
import { networkOf } from '../http/addresses.ts'

/** What waits for one connection that does not read, and how to end it. */
type Unread = { bytes: number; end: () => void }

/** What Engine.IO says of a packet when it is made. */
type Packet = { data?: string | { byteLength: number } }

/**
 * Counts what waits for a connection, by the public events of Engine.IO: a packet is made, and all waiting ones are handed to the
 * transport. It ends the connection before they fill the memory; the person gets everything when they connect again.
 * @returns the bytes that the connection left unread since the last call
 */
function countUnread(connection: Socket['conn']): () => number {
  let [waiting, handed, isMoving] = [0, 0, false]
  connection.on('packetCreate', ({ data = '' }: Packet) => {
    waiting += typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength
    // A regular close would wait behind everything unread.
    if (waiting > limits.socketBacklogBytes) connection.close(true)
  })
  connection.on('flush', () => {
    ;[waiting, handed, isMoving] = [0, waiting, true]
  })
  return () => {
    const moved = isMoving
    isMoving = false
    if (moved) return 0
    // A WebSocket that takes more has given the system what it was handed. What goes by long polling is an HTTP answer, which is counted
    // with the others.
    return connection.transport.name === 'websocket' && !connection.transport.writable ? waiting + handed : waiting
  }
}

/** As much as each may have at most, so that all together have no more than `most`: who has little keeps it. */
function shareOf(each: readonly number[], most: number): number {
  let left = most
  const sorted = [...each].sort((a, b) => a - b)
  for (const [at, bytes] of sorted.entries()) {
    const share = left / (sorted.length - at)
    if (bytes > share) return share
    left -= bytes
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Bounds the memory that unread data takes: each connection may have some megabytes, a network thousands of connections, and an account that asks
 * for files as many networks as it can rent. Call it after Socket.IO has added its listeners.
 * @returns looks once and ends the connections with most unread data of each network that has too much, and of those that have most when all
 * together have; it returns how many
 */
export function boundUnread(
  server: HttpServer,
  io: Server,
  { trustProxy, rateLimitFactor }: Pick<Config, 'trustProxy' | 'rateLimitFactor'>,
): () => number {
  const networkBehind = (request: IncomingMessage) => networkOf(proxyAddress(request, trustProxy))
  /** Connections of plain HTTP answers, with the network of their latest request: a proxy uses one connection for many clients. */
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
    const networks = [...held.values()].map((unread) => ({
      unread: unread.sort((a, b) => a.bytes - b.bytes),
      bytes: unread.reduce((sum, { bytes }) => sum + bytes, 0),
    }))
    let ended = 0
    const endUntil = (network: (typeof networks)[number], most: number) => {
      while (network.bytes > most) {
        const largest = network.unread.pop()
        if (!largest) return
        largest.end()
        network.bytes -= largest.bytes
        ended += 1
      }
    }
    const share = shareOf(
      networks.map(({ bytes }) => bytes),
      limits.unreadBytesInAll * rateLimitFactor,
    )
    for (const network of networks) endUntil(network, Math.min(limits.unreadBytes * rateLimitFactor, share))
    return ended
  }
}
