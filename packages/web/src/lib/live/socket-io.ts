import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { io, type ManagerOptions, type Socket, type SocketOptions, WebSocket as WebSocketTransport, XHR } from 'socket.io-client'

/**
 * Socket.IO hears that a WebSocket is closed only some tasks after the browser knew it. What it writes in between is lost either way,
 * and its sender hears that the connection went. The browser would note each such write as an error in the console.
 */
class QuietWebSocket extends WebSocketTransport {
  override doWrite(...packet: Parameters<WebSocketTransport['doWrite']>): void {
    const { readyState }: WebSocket = this.ws
    if (readyState === WebSocket.OPEN) super.doWrite(...packet)
  }
}

const transports = { polling: XHR, websocket: QuietWebSocket }

/** A connection to the server with the path, transports and connect timeout of the specification. Loads Socket.IO: import it where it is needed. */
export const openSocket = (options: Partial<ManagerOptions & SocketOptions>): Socket =>
  io({
    path: realtimeSettings.path,
    transports: realtimeSettings.transports.map((name) => transports[name]),
    timeout: realtimeSettings.connectTimeout,
    ...options,
  })
