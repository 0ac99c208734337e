import { limits } from '@rodada/contract/limits'
import type { Socket } from 'socket.io'

/** What Engine.IO says of a packet when it is made. */
type Packet = { data?: string | { byteLength: number } }

/**
 * Ends a connection that does not read before what waits for it fills the memory. Its person gets all of it when they come back.
 * Engine.IO says when a packet is made, and when all that wait are handed to the transport.
 */
export function endSlowReader(connection: Socket['conn']): void {
  let waitingBytes = 0
  connection.on('packetCreate', ({ data = '' }: Packet) => {
    waitingBytes += typeof data === 'string' ? data.length : data.byteLength
    // A farewell would wait behind all that is not read.
    if (waitingBytes > limits.socketBacklogBytes) connection.close(true)
  })
  connection.on('flush', () => {
    waitingBytes = 0
  })
}
