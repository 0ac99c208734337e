import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks which connections of an HTTP server have a request under way. The server does not know it: it takes a connection that never sent a
 * request for busy, and would wait for it until the end. Call it after Socket.IO has added its listeners.
 * @returns ends the connections of a server that stops: idle ones at once, the others as soon as they are answered, and after `graceMs`
 * those that are left
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
  // Socket.IO closes its WebSockets itself; those that do not answer are cut off with the rest.
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
