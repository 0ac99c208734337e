import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Shared by all connections of the process: reading is synchronous, and a thousand buffers of this size would be the load. */
const readBuffer = Buffer.allocUnsafe(256 * 1024)
const noMask = Buffer.alloc(4)
const text = 0x81

export type Wire = {
  /** Sends one text message. */
  send: (message: string) => void
  close: () => void
}

/**
 * A WebSocket client with nothing but what the load generator needs, so that the server under test is the slower side: text
 * messages, no extensions, no fragments. `onMessage` gets a view that is only valid during the call.
 */
export function openWire(port: number, path: string, onMessage: (message: Buffer) => void, onClose: () => void): Wire {
  let rest: Buffer | undefined
  let open = false

  const read = (chunk: Buffer): void => {
    let data = rest ? Buffer.concat([rest, chunk]) : chunk
    rest = undefined
    if (!open) {
      const end = data.indexOf('\r\n\r\n')
      if (end >= 0) {
        if (!data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) throw new Error(data.subarray(0, end).toString())
        open = true
        data = data.subarray(end + 4)
      }
    }
    const used = open ? readFrames(data, onMessage) : 0
    if (used < data.length) rest = Buffer.from(data.subarray(used))
  }

  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback: (size, buffer) => {
        read(Buffer.from(buffer.buffer, buffer.byteOffset, size))
        return true
      },
    },
  })
  socket.on('error', () => {})
  socket.on('close', onClose)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return { send: (message) => socket.write(frame(message)), close: () => socket.destroy() }
}

/** Hands on the complete messages and returns how many bytes they took. */
function readFrames(data: Buffer, onMessage: (message: Buffer) => void): number {
  let at = 0
  while (at + 2 <= data.length) {
    const short = (data[at + 1] ?? 0) & 0x7f
    const head = short === 127 ? 10 : short === 126 ? 4 : 2
    if (at + head > data.length) break
    const size = short === 127 ? Number(data.readBigUInt64BE(at + 2)) : short === 126 ? data.readUInt16BE(at + 2) : short
    if (at + head + size > data.length) break
    if (data[at] === text) onMessage(data.subarray(at + head, at + head + size))
    at += head + size
  }
  return at
}

/** Clients must mask; a mask of zeros is valid and costs the generator nothing. */
function frame(message: string): Buffer {
  const payload = Buffer.from(message)
  const head =
    payload.length < 126
      ? Buffer.from([text, 0x80 | payload.length])
      : Buffer.from([text, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, noMask, payload])
}
