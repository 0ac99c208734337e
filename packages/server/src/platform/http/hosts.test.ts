import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { PUBLIC_URL: 'https://Rodada.Exemplo.com.br:8443/time', TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

/** Sends one request as it is written and answers its status and the rest of the reply. */
async function ask(path: string, headers: string[], version = '1.1'): Promise<{ status: number; reply: string }> {
  const { hostname, port } = new URL(server.app.url)
  const socket = connect(Number(port), hostname)
  socket.write([`GET ${path} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  await once(socket, 'close')
  return { status: Number(reply.split(' ')[1]), reply }
}

const foreign = [
  'atacante.exemplo.com',
  'atacante.exemplo.com:3000',
  'rodada.exemplo.com.br.atacante.com',
  'localhost.atacante.com',
  'x',
  'atacante.com@localhost',
  'localhost:3000@atacante.com',
  '[::1].atacante.com',
  '127.0.0.1.nip.io',
]
const paths = ['/', '/api/health', '/api/health/live', '/api/metrics', '/api/openapi.json', '/api/rooms/active', '/nada', '/robots.txt']

describe('a request for a foreign host', () => {
  test.each(foreign)('gets 421 and what to set, on every path: %s', async (host) => {
    for (const path of paths) {
      const { status, reply } = await ask(path, [`Host: ${host}`])
      expect([path, status]).toEqual([path, 421])
      expect(reply).toContain('PUBLIC_URL')
    }
  })

  test.each(foreign)('opens no connection: %s', async (host) => {
    const upgrade = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
    ]
    expect((await ask('/socket.io/?EIO=4&transport=polling', [`Host: ${host}`])).status).toBe(421)
    const { reply } = await ask('/socket.io/?EIO=4&transport=websocket', [`Host: ${host}`, ...upgrade])
    expect(reply).toMatch(/^HTTP\/1.1 421 /)
  })

  test('cannot name our host beside the foreign one', async () => {
    const { status } = await ask('/api/health', ['Host: atacante.exemplo.com', 'X-Forwarded-Host: rodada.exemplo.com.br'])
    expect(status).toBe(421)
  })

  test('is also recognised by the host that the proxy forwards', async () => {
    const ours = ['Host: 127.0.0.1:3000']
    expect((await ask('/api/health', [...ours, 'X-Forwarded-Host: atacante.exemplo.com'])).status).toBe(421)
    expect((await ask('/api/health', [...ours, 'X-Forwarded-Host: localhost, atacante.exemplo.com'])).status).toBe(421)
    expect((await ask('/api/health', [...ours, 'X-Forwarded-Host: rodada.exemplo.com.br'])).status).toBe(200)
  })

  test('is a request that names no host, too', async () => {
    expect((await ask('/api/health', [], '1.0')).status).toBe(421)
  })
})

test.each([
  'rodada.exemplo.com.br',
  'RODADA.exemplo.com.br:8443',
  'rodada.exemplo.com.br.',
  'localhost',
  'localhost:3000',
  '127.0.0.1:3000',
  '192.168.0.10',
  '[::1]:3000',
  '[fe80::1]',
])('the host of PUBLIC_URL, addresses and localhost are answered: %s', async (host) => {
  expect((await ask('/api/health', [`Host: ${host}`])).status).toBe(200)
  expect((await ask('/socket.io/?EIO=4&transport=polling', [`Host: ${host}`])).status).toBe(200)
})
