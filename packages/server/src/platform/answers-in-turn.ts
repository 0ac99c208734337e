import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for the answers before theirs. No browser sends any ahead, and no proxy of today does. */
const mostWaiting = 2

/**
 * Handles the requests of one connection one after another. Node begins all that arrived in one packet, a thousand of them, and their
 * answers pile up in memory with a client that reads none; those that have no connection yet when it closes never hear of that, so what
 * they hold, files among it, stays open for ever. Whoever sends many ahead is cut off. To be called once Socket.IO has its hands on the
 * server's events.
 */
export function answerInTurn(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[]
  const lines = new WeakMap<Socket, (() => void)[]>()
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    const begin = () => {
      response.once('close', () => next(socket))
      for (const handle of handlers) handle.call(server, request, response)
    }
    if (socket.destroyed) return
    if (!line) {
      lines.set(socket, [])
      begin()
    } else if (line.length < mostWaiting) line.push(begin)
    else socket.destroy()
  })

  const next = (socket: Socket) => {
    const begin = socket.destroyed ? undefined : lines.get(socket)?.shift()
    if (begin) begin()
    else lines.delete(socket)
  }
}
