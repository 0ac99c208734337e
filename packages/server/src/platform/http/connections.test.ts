import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { SOCKETS_PER_ADDRESS: '10' } })
})
afterAll(() => server.stop())

const open: Socket[] = []
const dial = async (): Promise<Socket> => {
  const { hostname, port } = new URL(server.app.url)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('latin1')
  // Cut off, a client may hear of it as an error.
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  return socket
}
const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

/** All that comes until the server closes the connection. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

test('requests that are sent ahead are answered one after another', async () => {
  const socket = await dial()
  socket.write(ask('/api/health') + ask('/api/nada') + ask('/api/health/live', 'Connection: close\r\n'))
  expect(statuses(await readAll(socket))).toEqual(['200', '404', '200'])
})

test('a client that sends hundreds ahead is cut off, and what they asked for is not done', async () => {
  const answered = async () => {
    const text = await (await server.raw('/api/metrics')).text()
    return Number(
      /^rodada_http_request_seconds_count\{method="GET",route="\/api\/openapi\.json",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0,
    )
  }
  const before = await answered()
  const socket = await dial()
  socket.write(ask('/api/openapi.json').repeat(500))
  await readAll(socket)
  expect((await answered()) - before).toBeLessThan(10)
  expect((await server.raw('/api/health')).status).toBe(200)
})

test('a request that is sent behind a poll of Socket.IO, which may last long, is cut off with it', async () => {
  const socket = await dial()
  const poll = '/socket.io/?EIO=4&transport=polling'
  socket.write(ask(poll))
  const [opened] = (await once(socket, 'data')) as [string]
  const sid = /"sid":"([^"]+)"/.exec(opened)?.[1]
  // Nothing is there to tell, so that the poll waits.
  socket.write(ask(`${poll}&sid=${sid}`) + ask('/api/health'))
  expect(await readAll(socket)).toBe('')
})

test('one address cannot hold more connections than its pages may need, and has new ones once it lets go', async () => {
  const idle = await Promise.all(Array.from({ length: 40 }, dial))
  const isKept = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      if (socket.destroyed) resolve(false)
      else socket.write(ask('/api/health/live'))
    })
  const kept = await Promise.all(idle.map(isKept))
  // What came before this test may have connections of its own.
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20)
  expect(kept[0]).toBe(true)
  for (const socket of open) socket.destroy()
  await expect
    .poll(() =>
      server.raw('/api/health').then(
        ({ status }) => status,
        () => undefined,
      ),
    )
    .toBe(200)
})
