import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export type TcpProxy = {
  /** The address with this proxy in place of the server. */
  in: (url: string) => string
  /** What a server that stopped looks like: every connection ends, and none is taken. */
  cut: () => Promise<void>
  /** The same, as soon as so many bytes more went to the server; resolves then. */
  cutAfter: (bytes: number) => Promise<void>
  heal: () => Promise<void>
  /** From now on everything takes so much longer, each way. Milliseconds. */
  slow: (ms: number) => void
}

/** Stands between programs and the server that an address names, on a port of its own at one of this machine's addresses. */
export async function startProxy(url: string, defaultPort: number, at = '127.0.0.1'): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let delayMs = 0
  const later = () =>
    new Transform({
      transform: (chunk, _encoding, done) => {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(done, delayMs, null, chunk)
      },
    })
  const keep = (socket: Socket, other: Socket) => {
    open.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
    socket.pipe(later()).pipe(other)
  }
  /** How many bytes may still go to the server. */
  let left = Number.POSITIVE_INFINITY
  let reached = () => {}
  const server = createServer((near) => {
    const far = dial(Number(port) || defaultPort, hostname)
    near.on('data', (chunk) => {
      left -= chunk.length
      if (left <= 0) reached()
    })
    keep(near, far)
    keep(far, near)
  })
  const listen = async (port: number) => {
    server.listen(port, at)
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return address.port
  }
  const own = await listen(0)
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    in: (address) => {
      const through = new URL(address)
      through.hostname = at
      through.port = String(own)
      return through.href
    },
    cut,
    cutAfter: (bytes) =>
      new Promise((resolve, reject) => {
        left = bytes
        reached = () => {
          left = Number.POSITIVE_INFINITY
          reached = () => {}
          cut().then(resolve, reject)
        }
      }),
    heal: async () => void (await listen(own)),
    slow: (ms) => {
      delayMs = ms
    },
  }
}
