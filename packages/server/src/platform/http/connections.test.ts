import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
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

test.each([
  ['more of Socket.IO', ask('/socket.io/')],
  ['what expects something', ask('/api/health', 'Expect: algo\r\n')],
  ['what names no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
])('of hundreds of requests behind a poll none is answered: %s', async (_, behind) => {
  const opened = await (await server.raw('/socket.io/?EIO=4&transport=polling')).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const poll = ask(`/socket.io/?EIO=4&transport=polling&sid=${sid}`)
  const socket = await dial()
  socket.write(poll + behind.repeat(500))
  expect(statuses(await readAll(socket)).length).toBeLessThan(5)
  expect((await server.raw('/api/health')).status).toBe(200)
})

test('each of them by itself is told why it is refused', async () => {
  for (const [request, status] of [
    ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', '421'],
    ['GET /socket.io/ HTTP/1.1\r\nConnection: close\r\n\r\n', '421'],
    [ask('/api/health', 'Expect: algo\r\nConnection: close\r\n'), '417'],
  ] as const) {
    const socket = await dial()
    socket.write(request)
    expect([request, statuses(await readAll(socket))]).toEqual([request, [status]])
  }
})

test('pings of a WebSocket are answered, but not to who reads no answer', { timeout: 120_000 }, async () => {
  const page = new WebSocket(`${server.app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  let asking: NodeJS.Timeout | undefined
  try {
    await once(page, 'open')
    page.ping('um')
    await once(page, 'pong')
    const over = Promise.withResolvers<void>()
    let pongs = 0
    page.on('pong', (data: Buffer) => {
      pongs += 1
      if (String(data) === 'fim') over.resolve()
    })
    // More than the buffers of the system hold.
    const [many, bytes] = [200_000, Buffer.alloc(120)]
    page.pause()
    for (let i = 1; i < many; i += 1) page.ping(bytes)
    await new Promise<void>((sent) => page.ping(bytes, undefined, () => sent()))
    page.resume()
    // One that comes while others wait is not answered, either.
    asking = setInterval(() => page.ping('fim'), 20)
    await over.promise
    expect(pongs).toBeLessThan(many * 0.8)
  } finally {
    clearInterval(asking)
    page.terminate()
  }
})

test('a page that goes over to a WebSocket asks once whether it may', async () => {
  const opened = await (await server.raw('/socket.io/?EIO=4&transport=polling')).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const page = new WebSocket(`${server.app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&sid=${sid}`)
  await once(page, 'open')
  const closed = once(page, 'close')
  let answers = 0
  page.on('message', () => {
    answers += 1
  })
  for (let i = 0; i < 1000; i += 1) page.send('2probe')
  await closed
  expect(answers).toBeLessThan(10)
})

test('a network has no more sockets than it may, however an address says that there is one already', async () => {
  const bounded = await startServer({ alone: true, env: { SOCKETS_PER_ADDRESS: '3' } })
  try {
    const openSocket = async (more = '') => {
      const answer = await bounded.raw(`/socket.io/?EIO=4&transport=polling${more}`)
      await answer.text()
      return answer.status
    }
    expect([await openSocket(), await openSocket(), await openSocket()]).toEqual([200, 200, 200])
    for (const more of ['', '&sid', '&sid=', '&sid=x&sid=', '&sid=x&%73id=', '&sid=x?&sid='])
      expect([more, await openSocket(more)]).toEqual([more, 429])
    // Of one that is none.
    expect(await openSocket('&sid=x')).toBe(400)
  } finally {
    await bounded.stop()
  }
})
