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
  const fill = (headers: string[]) =>
    Promise.all(Array.from({ length: most }, () => begin('POST', '/api/auth/login', [json, 'Content-Length: 262144', ...headers])))

  test('of one network are bounded, those of others are read, and there is room again once they are gone', async () => {
    await fill([])
    const { email, password } = ana
    const body = JSON.stringify({ email, password })
    const login = [json, `Content-Length: ${body.length}`]
    // The heads are read in the order in which they came; this one may still be ahead of the last of them.
    await expect.poll(async () => statusOf(await begin('POST', '/api/auth/login', [...login, 'Connection: close']))).toBe(429)

    const elsewhere = await begin('POST', '/api/auth/login', login, '127.0.0.2')
    elsewhere.write(body)
    expect(await statusOf(elsewhere)).toBe(200)

    for (const socket of open.splice(0)) socket.destroy()
    await expect.poll(async () => (await server.call(authApi.login, { body: { email, password } })).status).toBe(200)
  })

  test('whose call waits for its turn count too: their beginnings are in memory', async () => {
    const session = [json, 'Content-Length: 262144', `Authorization: Bearer ${ana.token}`]
    await Promise.all(Array.from({ length: most }, () => begin('POST', '/api/boards', session)))
    const { email, password } = ana
    await expect.poll(async () => (await server.call(authApi.login, { body: { email, password } })).status).toBe(429)
    for (const socket of open.splice(0)) socket.destroy()
    await expect.poll(async () => (await server.call(authApi.login, { body: { email, password } })).status).toBe(200)
  })

  test('of no announced length count as the largest', async () => {
    const { email, password } = ana
    await Promise.all(Array.from({ length: most }, () => begin('POST', '/api/auth/login', [json, 'Transfer-Encoding: chunked'])))
    await expect.poll(async () => (await server.call(authApi.login, { body: { email, password } })).status).toBe(429)
  })

  test('of messages over polling count among them', async () => {
    await fill([])
    await expect
      .poll(async () => {
        const response = await server.raw('/socket.io/?EIO=4&transport=polling&sid=x', { method: 'POST', body: '2' })
        return response.status
      })
      .toBe(429)
    // What sends no body goes on.
    const client = await new RoomClient(server.app.url).ready()
    client.leave()
  })
})
