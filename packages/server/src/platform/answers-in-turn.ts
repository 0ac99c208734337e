import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for the answers before theirs. No browser sends any ahead, and no proxy of today does. */
const mostWaiting = 2

/**
 * Handles the requests of one connection one after another. Node begins all that arrived in one packet, a thousand of them, and their
 * answers pile up in memory with a client that reads none; those that have no connection yet when it closes never hear of that, so what
 * they hold, files among it, stays open for ever. A client that sends many ahead, or behind an answer of Socket.IO, is cut off.
 */
export function answerInTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>()

  const begin = (request: IncomingMessage, response: ServerResponse<IncomingMessage>) => {
    response.once('close', () => next(request.socket))
    handle(request, response)
  }

  const next = (socket: Socket) => {
    const following = socket.destroyed ? undefined : lines.get(socket)?.shift()
    if (following) following()
    else lines.delete(socket)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const line = lines.get(socket)
    if (line && line.length < mostWaiting) line.push(() => begin(request, response))
    // Node gives an answer its connection when those before it are over.
    else if (line || response.socket === null) socket.destroy()
    else {
      lines.set(socket, [])
      begin(request, response)
    }
  }
}
