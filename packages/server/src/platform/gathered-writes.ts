import type { Socket as TcpSocket } from 'node:net'
import type { Socket } from 'socket.io'

/** Of an Engine.IO connection, what its types keep private. */
type Connection = { flush: () => void; flushWaits?: boolean; transport: { socket?: { _socket?: TcpSocket } } }

/**
 * A new array each turn and a mark on each connection, not one Set: the tables that a Set outgrows or clears point to
 * their successors, so once one is in the old generation all the later ones survive each collection of the new.
 */
let waiting: Connection[] = []

/**
 * Lets everything that one turn of the event loop sends to a connection leave in one system call. Socket.IO makes at least
 * one per packet, and that is most of what a vote costs: with this, a batch of votes and their acknowledgements reach each
 * screen together (`npm run bench` shows the difference).
 */
export function gatherWrites(connection: Socket['conn']): void {
  Object.assign(connection, { flush: flushLater, flushWaits: false })
}

function flushLater(this: Connection): void {
  if (this.flushWaits) return
  this.flushWaits = true
  if (waiting.length === 0) process.nextTick(flushWaiting)
  waiting.push(this)
}

function flushWaiting(): void {
  const connections = waiting
  waiting = []
  for (const connection of connections) {
    connection.flushWaits = false
    // Only a WebSocket has a socket of its own; long polling answers all packets at once anyway.
    const tcp = connection.transport.socket?._socket
    tcp?.cork()
    const { flush } = Object.getPrototypeOf(connection) as Connection
    flush.call(connection)
    tcp?.uncork()
  }
}
