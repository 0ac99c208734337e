import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for earlier answers. Browsers and proxies of today send none ahead. */
const mostWaiting = 2

/**
 * Handles the requests of one connection one after another. Node would begin all that arrived in one packet, a thousand of them, and their
 * answers would fill the memory when the client reads none. When such a connection closes, the answers that were not reached yet are never
 * told, so their open files would stay open. A client that sends many requests ahead, or one behind a poll of Socket.IO, is cut off.
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
    // Node gives an answer its connection once the answers before it are over.
    else if (line || response.socket === null) socket.destroy()
    else {
      lines.set(socket, [])
      begin(request, response)
    }
  }
}
