import type { Socket as TcpSocket } from 'node:net'
import { limits } from '@rodada/contract/limits'
import type { Socket } from 'socket.io'

/** Of an Engine.IO connection, what its types keep private. */
type Connection = {
  flush: () => void
  flushWaits?: boolean
  backlog: Backlog
  writeBuffer: Packet[]
  close: (discard: boolean) => void
  transport: { writable: boolean; socket?: { _socket?: TcpSocket; terminate?: () => void } }
}
/** `wsPreEncodedFrame`: the packet as it goes over a WebSocket, made once for everybody that it is sent to. */
type Packet = { data?: string | { byteLength: number }; options?: { wsPreEncodedFrame?: Buffer[] } }

/** What waits for a connection: how much of `packets` was counted, and how many bytes that was. */
type Backlog = { packets: Packet[]; counted: number; bytes: number }

/**
 * A new array each turn and a mark on each connection, not one Set: the tables that a Set outgrows or clears point to
 * their successors, so once one is in the old generation all the later ones survive each collection of the new.
 */
let waiting: Connection[] = []

/**
 * Lets everything that one turn of the event loop sends to a connection leave in one system call. Socket.IO makes at least
 * one per packet, and that is most of what a vote costs: with this, a batch of votes and their acknowledgements reach each
 * screen together (`npm run bench` shows the difference). A connection that does not read is ended before what waits for it
 * fills the memory; whoever it was gets all of it when they come back.
 */
export function gatherWrites(connection: Socket['conn']): void {
  Object.assign(connection, { flush: flushLater, flushWaits: false, backlog: { packets: [], counted: 0, bytes: 0 } })
}

function flushLater(this: Connection): void {
  // Engine.IO asks again after each write, mostly for nothing.
  if (this.flushWaits || this.writeBuffer.length === 0) return
  this.flushWaits = true
  if (waiting.length === 0) process.nextTick(flushWaiting)
  waiting.push(this)
}

function flushWaiting(): void {
  const connections = waiting
  waiting = []
  for (const connection of connections) {
    connection.flushWaits = false
    if (!connection.transport.writable) {
      if (bytesWaiting(connection) > limits.socketBacklogBytes) end(connection)
      continue
    }
    for (const packet of connection.writeBuffer) joinFrame(packet)
    // Only a WebSocket has a socket of its own; long polling answers all packets at once anyway.
    const tcp = connection.writeBuffer.length > 1 ? connection.transport.socket?._socket : undefined
    tcp?.cork()
    const { flush } = Object.getPrototypeOf(connection) as Connection
    flush.call(connection)
    tcp?.uncork()
  }
}

/**
 * Head and body of a frame as one piece, which is one plain write for each person instead of two that are gathered. Everybody
 * that the packet goes to has the same options, so the first joins it for all.
 */
function joinFrame({ options }: Packet): void {
  const frame = options?.wsPreEncodedFrame
  if (options && frame && frame.length > 1) options.wsPreEncodedFrame = [Buffer.concat(frame)]
}

/** Counts what came since the last time only: packets are added until all of them leave at once. */
function bytesWaiting(connection: Connection): number {
  const { backlog, writeBuffer } = connection
  if (backlog.packets !== writeBuffer) Object.assign(backlog, { packets: writeBuffer, counted: 0, bytes: 0 })
  for (; backlog.counted < writeBuffer.length; backlog.counted += 1) {
    const data = writeBuffer[backlog.counted]?.data ?? ''
    backlog.bytes += typeof data === 'string' ? data.length : data.byteLength
  }
  return backlog.bytes
}

/** At once: a farewell would wait behind all that is not read. */
function end(connection: Connection): void {
  const { socket } = connection.transport
  if (socket?.terminate) socket.terminate()
  else connection.close(true)
}
