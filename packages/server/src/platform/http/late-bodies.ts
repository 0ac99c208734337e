import type { IncomingMessage, Server } from 'node:http'

/** How long a request body may take, unless its call says otherwise. Milliseconds. */
const usualMs = 30_000

/** What ends the requests whose bodies are late. */
const deadlines = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; end: () => void }>()

/**
 * Ends requests whose bodies take too long. Node has one time for all requests, which is that of the largest uploads; a client that sends
 * any other body byte by byte must not hold its connection as long.
 */
export function boundBodies(server: Server): void {
  // The first listener: Socket.IO hears of its own requests before everybody else.
  server.prependListener('request', (request: IncomingMessage) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const end = () => {
      if (!request.complete) request.socket.destroy()
    }
    deadlines.set(request, { end, timer: setTimeout(end, usualMs).unref() })
    const forget = () => clearTimeout(deadlines.get(request)?.timer)
    request.once('end', forget)
    request.once('close', forget)
  })
}

/** Gives the body of a request this long from now on; the usual time when nothing is said. */
export function giveTime(request: IncomingMessage, ms: number = usualMs): void {
  const deadline = deadlines.get(request)
  if (!deadline) return
  clearTimeout(deadline.timer)
  deadline.timer = setTimeout(deadline.end, ms).unref()
}
