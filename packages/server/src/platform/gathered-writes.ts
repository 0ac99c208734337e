import type { Socket as TcpSocket } from 'node:net'
import { limits } from '@rodada/contract/limits'
import type { Socket } from 'socket.io'
import * as ws from 'ws'

/** Of an Engine.IO connection, what its types keep private. */
type Connection = {
  readyState: string
  flush: () => void
  close: (discard: boolean) => void
  writeBuffer: Packet[]
  /** Whoever wants to hear that a packet was sent. */
  packetsFn: unknown[]
  transport: { writable: boolean; socket?: WebSocketOf }
} & Gathering
type WebSocketOf = { readyState: number; terminate?: () => void; _socket?: TcpSocket }
/** `wsPreEncodedFrame`: the packet as it goes over a WebSocket, made once for everybody that it is sent to. */
type Packet = { type: string; data?: string | { byteLength: number }; options?: { wsPreEncodedFrame?: Buffer[] } }

/** What we keep of a connection. `written`: the bytes of its last write are with the system. */
type Gathering = { flushWaits: boolean; written: (error?: Error | null) => void; backlog: Backlog }
/** What waits for a connection: how much of `packets` was counted, and how many bytes that was. */
type Backlog = { packets: Packet[]; counted: number; bytes: number }

/** Head and body of a frame. The library that writes Socket.IO's frames exports it, and its types leave it out. */
const { frame } = (ws as unknown as { Sender: { frame: (data: Buffer, options: object) => Buffer[] } }).Sender
const textFrame = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: false }
const mostCopiedBytes = 4096

/**
 * A new array each turn and a mark on each connection, not one Set: the tables that a Set outgrows or clears point to
 * their successors, so once one is in the old generation all the later ones survive each collection of the new.
 */
let waiting: Connection[] = []

/**
 * Lets everything that one turn of the event loop sends to an open WebSocket leave in one system call. Socket.IO makes at least
 * one per packet, and that is most of what a vote costs: with this, a batch of votes and their acknowledgements reach each
 * screen together (`npm run bench` shows the difference). A connection that does not read is ended before what waits for it
 * fills the memory; whoever it was gets all of it when they come back.
 */
export function gatherWrites(socket: Socket['conn']): void {
  // Both describe one object: Engine.IO's types, and what it is behind them.
  const connection = socket as unknown as Connection
  const gathering: Gathering = {
    flushWaits: false,
    // After an error nothing is written any more: the socket is about to close, and the connection with it.
    written: (error) => {
      if (error) return
      connection.transport.writable = true
      connection.flush()
    },
    backlog: { packets: [], counted: 0, bytes: 0 },
  }
  Object.assign(connection, gathering, { flush: flushLater })
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
    const { transport } = connection
    const tcp = transport.writable ? plainSocket(connection) : undefined
    if (tcp) writeFrames(connection, tcp)
    else if (transport.writable) (Object.getPrototypeOf(connection) as Connection).flush.call(connection)
    else if (bytesWaiting(connection) > limits.socketBacklogBytes) end(connection)
  }
}

/**
 * The socket that takes what waits for a connection as it is: an open WebSocket's, for texts of which nobody wants to hear that
 * they were sent. Everything else (long polling, a heartbeat, a connection that closes) goes Engine.IO's own way.
 */
function plainSocket({ readyState, packetsFn, writeBuffer, transport: { socket } }: Connection): TcpSocket | undefined {
  const isPlain = readyState === 'open' && socket?.readyState === ws.WebSocket.OPEN && packetsFn.length === 0
  return isPlain && writeBuffer.every(({ type, data }) => type === 'message' && typeof data === 'string') ? socket._socket : undefined
}

/** All frames in one system call, past the events that Engine.IO and the WebSocket make of each. */
function writeFrames(connection: Connection, tcp: TcpSocket): void {
  const pieces = fewPieces(connection.writeBuffer.map(wholeFrame))
  const last = pieces.pop()
  if (!last) return
  connection.writeBuffer = []
  connection.transport.writable = false
  if (pieces.length > 0) tcp.cork()
  for (const piece of pieces) tcp.write(piece)
  tcp.write(last, connection.written)
  if (pieces.length > 0) tcp.uncork()
}

/** Small frames as one: copying them costs less than having the system gather them. A large one is shared by all that it goes to. */
function fewPieces(frames: Buffer[]): Buffer[] {
  const size = frames.reduce((sum, { length }) => sum + length, 0)
  return frames.length > 1 && size <= mostCopiedBytes ? [Buffer.concat(frames, size)] : frames
}

/** A packet's frame in one piece. Everybody that the packet goes to has the same options, so the first joins it for all. */
function wholeFrame({ data, options }: Packet): Buffer {
  const pieces = options?.wsPreEncodedFrame ?? frame(Buffer.from(`4${data}`), textFrame)
  const [head] = pieces
  if (head && pieces.length === 1) return head
  const whole = Buffer.concat(pieces)
  if (options?.wsPreEncodedFrame) options.wsPreEncodedFrame = [whole]
  return whole
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
