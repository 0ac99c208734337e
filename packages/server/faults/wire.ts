import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A text frame as clients send it: masked, with a mask that changes nothing. */
export function frame(text: string): Buffer {
  const data = Buffer.from(text)
  const head = data.length < 126 ? [0x81, 0x80 | data.length] : [0x81, 0xfe, data.length >> 8, data.length & 0xff]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), data])
}

/** The request with which a WebSocket of Socket.IO begins. */
export const upgradeRequest = (url: string): string =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==',
    '\r\n',
  ].join('\r\n')

/** A bare connection to a server; what goes wrong with it later only ends it. */
export async function openTcp(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const tcp = connect({ host: hostname, port: Number(port) })
  await once(tcp, 'connect')
  tcp.on('error', () => {})
  return tcp
}

/** When a connection is closed, however that came. */
export const closed = (tcp: Socket): Promise<void> => new Promise((resolve) => tcp.once('close', () => resolve()))
