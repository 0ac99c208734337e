import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { authApi } from '@rodada/contract/auth/auth'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  ana = await register(server)
})
afterAll(() => server.stop())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** Sends a head, and nothing of the body that it announces. `from` is the client's own address. */
async function begin(method: string, path: string, headers: string[], from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.app.url).port), host: '127.0.0.1', localAddress: from })
  open.push(socket)
  await once(socket, 'connect')
  socket.write([`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'))
  return socket
}
const statusOf = async (socket: Socket): Promise<number> => {
  const [answer] = await once(socket, 'data')
  return Number(String(answer).split(' ')[1])
}

describe('a body is never unpacked', () => {
  const body = JSON.stringify({ email: 'ana@exemplo.com.br', password: 'segredo' })
  test.each([
    ['gzip', gzipSync(body)],
    ['zstd', zstdCompressSync(body)],
    ['GZIP', gzipSync(body)],
    ['identity, gzip', gzipSync(body)],
    ['br', Buffer.from(body)],
    ['deflate', Buffer.from(body)],
    ['x', Buffer.from(body)],
    ['', Buffer.from(body)],
  ])('one that says %j answers 415, wherever it is sent', async (encoding, bytes) => {
    const paths = ['/api/auth/login', '/api/avatar', '/api/github/webhook/x', '/api/notifications/unsubscribe/x', '/api/nada', '/login']
    for (const path of paths) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding, authorization: `Bearer ${ana.token}` }
      const response = await server.raw(path, { method: 'POST', headers, body: new Uint8Array(bytes) })
      expect([path, response.status, await response.json()]).toEqual([path, 415, { message: texts.encodedBody, error: 'invalid' }])
    }
    const polling = await server.raw('/socket.io/?EIO=4&transport=polling', { headers: { 'content-encoding': encoding } })
    expect(polling.status).toBe(415)
  })

  test('a body that names identity as its encoding is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
    const response = await server.raw('/api/auth/login', { method: 'POST', headers, body })
    expect(response.status).toBe(401)
  })
})

describe('a request without a session is answered before its body', () => {
  const calls = Object.values(api as Record<string, Record<string, Endpoint>>).flatMap((each) => Object.values(each))
  const closed = calls.filter(({ access, body, upload }) => access !== 'open' && (body || upload))
  test.each(closed.map((endpoint) => [`${endpoint.method} ${endpoint.url}`, endpoint] as const))('%s', async (_name, endpoint) => {
    const path = `/api${endpoint.url.replace(/:\w+/g, '1')}`
    const socket = await begin(endpoint.method, path, ['Content-Type: application/json', 'Content-Length: 100000'])
    expect(await statusOf(socket)).toBe(401)
  })
})

test('an address that GitHub does not know waits for no body', async () => {
  const socket = await begin('POST', '/api/github/webhook/x', ['Content-Type: application/json', 'Content-Length: 100000'])
  expect(await statusOf(socket)).toBe(404)
})

test('a client that asks first is told to send only what will be read', async () => {
  const head = ['Content-Type: application/json', 'Content-Length: 100000', 'Expect: 100-continue']
  expect(await statusOf(await begin('POST', '/api/boards', head))).toBe(401)
  expect(await statusOf(await begin('POST', '/api/boards', [...head, 'Content-Encoding: gzip']))).toBe(415)
  expect(await statusOf(await begin('POST', '/api/boards', [...head, `Authorization: Bearer ${ana.token}`]))).toBe(100)
  const polling = '/socket.io/?EIO=4&transport=polling'
  const opened: string = await (await server.raw(polling)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const message = ['Content-Type: text/plain', 'Content-Length: 2', 'Expect: 100-continue']
  const sending = await begin('POST', `${polling}&sid=${sid}`, message)
  expect(await statusOf(sending)).toBe(100)
  sending.write('40')
  expect(await statusOf(sending)).toBe(200)
})

test('a body that arrives after its session ended changes nothing', async () => {
  const { token } = await register(server)
  const body = JSON.stringify({ title: 'Depois de sair' })
  const head = ['Content-Type: application/json', `Content-Length: ${body.length}`, `Authorization: Bearer ${token}`]
  const socket = await begin('POST', '/api/boards', [...head, 'Expect: 100-continue'])
  // The session was seen, and the body is waited for.
  expect(await statusOf(socket)).toBe(100)
  expect((await server.call(authApi.logout, { token })).status).toBe(200)
  socket.write(body)
  expect(await statusOf(socket)).toBe(401)
})

describe('unfinished bodies', () => {
  const json = 'Content-Type: application/json'
  const most = limits.unfinishedBodyBytes / limits.bodyBytes
  /** As many as a network may have, one after another. */
  const fill = async (path: string, headers: string[] = ['Content-Length: 262144'], count = most, from?: string) => {
    const sockets: Socket[] = []
    // Who does not read does not hear of the end.
    for (let index = 0; index < count; index++) sockets.push((await begin('POST', path, [json, ...headers], from)).resume())
    return sockets
  }
  const bearer = (account: Account) => ['Content-Length: 262144', `Authorization: Bearer ${account.token}`]
  const cut = (sockets: Socket[]) => sockets.filter(({ closed }) => closed).length
  const signIn = async () => (await server.call(authApi.login, { body: { email: ana.email, password: ana.password } })).status

  test('of one network are bounded: the oldest is cut off, and nobody behind that address is kept from signing in', async () => {
    const elsewhere = await fill('/api/auth/login', undefined, 1, '127.0.0.2')
    const [first, ...others] = await fill('/api/auth/login')
    expect(cut([...elsewhere, ...others])).toBe(0)
    // The heads are read in the order in which they came; the first of these may still be ahead of the last of them.
    await expect.poll(async () => [await signIn(), first?.closed]).toEqual([200, true])
    await fill('/api/auth/login')
    await expect.poll(() => cut(others)).toBe(most - 1)
    expect(cut(elsewhere)).toBe(0)
  })

  test('of the client that has most are cut off first, also while their call waits for its turn: their beginnings are in memory', async () => {
    const bia = await register(server)
    const [long] = await fill('/api/boards', bearer(bia), 1)
    const many = await fill('/api/boards', bearer(ana))
    await expect.poll(() => cut(many)).toBeGreaterThan(0)
    await fill('/api/boards', bearer(ana), 20)
    await expect.poll(() => cut(many)).toBeGreaterThan(20)
    expect(long?.closed).toBe(false)
    expect(await signIn()).toBe(200)
  })

  test('of no announced length count as the largest', async () => {
    const chunked = await fill('/api/auth/login', ['Transfer-Encoding: chunked'])
    await expect.poll(async () => [await signIn(), cut(chunked) > 0]).toEqual([200, true])
  })

  test('of messages over polling count among them', async () => {
    const before = await fill('/api/auth/login')
    const say = () => server.raw('/socket.io/?EIO=4&transport=polling&sid=x', { method: 'POST', body: '2' })
    await expect.poll(async () => [(await say()).status, cut(before) > 0]).toEqual([400, true])
    // What sends no body goes on.
    const client = await new RoomClient(server.app.url).ready()
    client.leave()
  })
})
