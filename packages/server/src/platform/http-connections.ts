import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Knows which connections of an HTTP server have a request under way, as the server itself does not: to it, one that never sent any is
 * busy, and it would wait for it until the end. To be called once Socket.IO has its hands on the server's events.
 * @returns what ends the connections of a server that stops: at once those without a request, the others as soon as they are answered,
 *   and after `graceMs` whatever is still there
 */
export function trackConnections(server: Server): (graceMs: number) => void {
  const underWay = new Map<Socket, number>()
  let isStopping = false
  server.on('connection', (socket) => {
    if (isStopping) return void socket.destroy()
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      // The connection may have closed first.
      const others = (underWay.get(socket) ?? 1) - 1
      if (underWay.has(socket)) underWay.set(socket, others)
      if (isStopping && others === 0) socket.destroySoon()
    })
  })
  // Socket.IO says goodbye to its WebSockets; those that do not listen are cut off with the rest.
  server.on('upgrade', (_request, socket) => underWay.set(socket as Socket, 1))

  return (graceMs) => {
    isStopping = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
    const cutOff = () => {
      for (const socket of underWay.keys()) socket.destroy()
    }
    setTimeout(cutOff, graceMs).unref()
  }
}
