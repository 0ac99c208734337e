import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { errorsOf } from '@rodada/contract/core/error-replies'
import { tokenReach } from '@rodada/contract/core/token-reach'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openRoom, RoomClient } from '../../../test/room-client.ts'

const metricsToken = 'um-token-para-as-metricas'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN: metricsToken } })
})
afterAll(() => server.stop())

describe('health', () => {
  test('is ok on every process once it serves', async () => {
    for (const url of server.urls) {
      const response = await fetch(`${url}/api/health`)
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    }
  })

  test('is 503 while the process drains, as is every call, and sockets are refused', async () => {
    const draining = await startServer({ alone: true })
    const { url, deps } = draining.app
    // A stop takes the process off the tables before it closes the port; a locked row holds it there.
    let release = () => {}
    let held = () => {}
    const holding = new Promise<void>((resolve) => {
      held = resolve
    })
    const hold = deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('processes').set({ seen_at: new Date().toISOString() }).execute()
      held()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await holding
    const stopping = draining.app.stop()
    try {
      for (const path of ['/api/health', '/api/rooms/active', '/api/metrics', '/mcp']) {
        const response = await fetch(url + path)
        expect([path, response.status, await response.json()]).toEqual([
          path,
          503,
          { message: 'A Rodada volta em instantes. Tente de novo.', error: 'unavailable' },
        ])
        expect(response.headers.get('retry-after')).toBe('1')
      }
      for (const path of ['/api/health/live', '/api/health/live?de=k8s', '/api/health/live/']) {
        const live = await fetch(url + path)
        expect([path, live.status, await live.json()]).toEqual([path, 200, { status: 'ok' }])
      }
      const handshake = await fetch(`${url}/socket.io/?EIO=4&transport=polling`)
      expect([handshake.status, handshake.headers.get('retry-after')]).toEqual([503, '1'])
      const socket = new RoomClient(url).socket
      await new Promise((resolve) => socket.once('connect_error', resolve))
      socket.disconnect()
    } finally {
      release()
      await hold
      await stopping
      await draining.stop()
    }
    await expect(fetch(`${url}/api/health`)).rejects.toThrow()
  })
})

type Operation = { requestBody?: { content: Record<string, { example?: unknown }> } }

describe('the description of the API', () => {
  const endpoints = Object.values(api as Record<string, Record<string, Endpoint>>).flatMap((calls) => Object.values(calls))

  test('lists every endpoint of the contract, with its body, reply and need of a session', async () => {
    const description = (await (await server.raw('/api/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, Record<string, unknown>>>
      components: { schemas: Record<string, object>; responses: object }
    }
    expect(description.openapi).toBe('3.1.0')
    const plain = ['get /api/avatars/{name}', 'get /api/metrics', 'post /api/github/webhook/{id}']
    const calls = Object.entries(description.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    expect(calls).toEqual(expect.arrayContaining(plain))
    expect(calls).toHaveLength(endpoints.length + plain.length)
    expect(description.paths['/api/admin/audit/export']?.get?.parameters).toContainEqual({
      name: 'kind',
      in: 'query',
      required: false,
      schema: { $ref: '#/components/schemas/AuditKind' },
    })
    for (const endpoint of endpoints) {
      const path = `/api${endpoint.url.replace(/:(\w+)/g, '{$1}')}`
      const call = description.paths[path]?.[endpoint.method.toLowerCase()]
      expect([path, call]).toEqual([path, expect.objectContaining({ summary: endpoint.summary })])
      expect([path, 'requestBody' in (call ?? {})]).toEqual([path, endpoint.body !== undefined || endpoint.upload !== undefined])
      const tokens = tokenReach(endpoint) === 'never' ? [] : [{ personalToken: [] }]
      expect([path, call?.security]).toEqual([path, endpoint.access === 'open' ? [] : [{ bearer: [] }, ...tokens]])
      const errors = Object.fromEntries(errorsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
      const content = { [endpoint.download ?? 'application/json']: { schema: expect.any(Object) } }
      expect([path, call?.responses]).toEqual([path, { '200': { description: 'Feito', content }, ...errors }])
    }
    // What has a name in the contract has it here, and stands in one place.
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(['Board', 'Card', 'Sprint', 'ErrorReply']))
    expect(description.components.schemas.AuditKind).toMatchObject({ enum: expect.arrayContaining(['session.opened']) })
    expect(description.paths['/api/cards/{cardId}']?.get?.responses).toMatchObject({
      '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Card' } } } },
    })
    // A file of JSON is told as what is in it, any other as bytes.
    expect(description.paths['/api/boards/{boardId}/export.json']?.get?.responses).toMatchObject({
      '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/BoardExport' } } } },
    })
    expect(description.paths['/api/boards/{boardId}/export.csv']?.get?.responses).toMatchObject({
      '200': { content: { 'text/csv; charset=utf-8': { schema: { type: 'string', format: 'binary' } } } },
    })
    expect(JSON.stringify(description)).not.toContain('$defs')
  })

  test('leaves out the addresses of before, which lead to the same', async () => {
    // Its measures name routes with a token.
    const other = await startServer({ alone: true })
    const { token } = await register(other)
    const moved = endpoints.filter(({ alias }) => alias !== undefined)
    expect(moved.length).toBeGreaterThan(0)
    for (const endpoint of moved) {
      const answer = async (url = '') => {
        const path = url.replace(/:(\w+)/g, '999999')
        const body = endpoint.body ? { body: '{}' } : {}
        const headers = { authorization: `Bearer ${token}`, ...(endpoint.body && { 'content-type': 'application/json' }) }
        const response = await other.raw(`/api${path}`, { method: endpoint.method, headers, ...body })
        return [response.status, await response.json()]
      }
      expect(await answer(endpoint.alias)).toEqual(await answer(endpoint.url))
    }
    await other.stop()
  })

  test('has an example for each call, which the call takes', async () => {
    const { paths } = (await (await server.raw('/api/openapi.json')).json()) as { paths: Record<string, Record<string, Operation>> }
    const page = await (await server.raw('/api/docs')).text()
    const shown = page.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    const [ofTokens, ...addresses] = [...shown.matchAll(/curl[^']* 'https:\/\/rodada\.exemplo\.com\.br\/api([^']+)'/g)].map(
      ([, address = '']) => address,
    )
    // The first shows how a token is sent.
    expect([ofTokens, addresses.length]).toEqual(['/boards', endpoints.length])
    const wrong = endpoints.filter(({ method, url, params, query, body, upload }, at) => {
      const { pathname, searchParams } = new URL(addresses[at] ?? '', 'http://a')
      const shape = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const inPath = Object.fromEntries(
        Object.entries(shape.exec(pathname)?.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)]),
      )
      const { requestBody } = paths[`/api${url.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] ?? {}
      const example = requestBody?.content['application/json']?.example
      return [params?.safeParse(inPath), query?.safeParse(Object.fromEntries(searchParams)), !upload && body?.safeParse(example)].some(
        (parsed) => parsed && !parsed.success,
      )
    })
    expect(wrong.map(({ method, url }) => `${method} ${url}`)).toEqual([])
  })

  test('has a page to read it, in Portuguese and without script', async () => {
    const response = await server.raw('/api/docs')
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page).toContain('<html lang="pt-BR">')
    expect(page).not.toMatch(/<script|javascript:|\son\w+=/i)
    // As a browser shows it.
    const shown = page.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    for (const endpoint of endpoints) {
      expect(shown).toContain(`${endpoint.method} /api${endpoint.url}`)
      expect(shown).toContain(endpoint.summary)
    }
  })

  test('has a limit per address', async () => {
    const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const answers = await Promise.all(Array.from({ length: 70 }, (_, i) => strict.raw(i % 2 ? '/api/docs' : '/api/openapi.json')))
      const refused = answers.filter(({ status }) => status === 429)
      expect([answers.length - refused.length, refused[0]?.headers.has('retry-after')]).toEqual([60, true])
      await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    } finally {
      await strict.stop()
    }
  })
})

describe('metrics', () => {
  const metrics = (headers: Record<string, string> = {}) => server.raw('/api/metrics', { headers })

  test('are read on this machine, with the number of open sockets', async () => {
    const clients = await Promise.all(server.urls.map((url) => new RoomClient(url).ready()))
    for (const url of server.urls) {
      const response = await fetch(`${url}/api/metrics`)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(await response.text()).toMatch(/^rodada_sockets 1$/m)
    }
    for (const client of clients) client.leave()
  })

  test('say how long answers and statements took, how many rooms are open here and what waits to be sent, and no address', async () => {
    const client = await new RoomClient(server.app.url).ready()
    const { roomId, hostToken } = await openRoom(client)
    await client.join(roomId, 'Ana', { hostToken })
    await fetch(`${server.app.url}/api/rooms/${roomId}/invitation`)
    await fetch(`${server.app.url}/segredo-no-endereco`)
    const text = await (await fetch(`${server.app.url}/api/metrics`)).text()
    expect(text).toMatch(/^rodada_http_request_seconds_count\{method="GET",route="\/api\/rooms\/:roomId\/invitation",status="200"\} 1$/m)
    expect(Number(/^rodada_database_statements_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(5)
    expect(Number(/^rodada_database_seconds_total ([\d.e-]+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/^rodada_rooms 1$/m)
    for (const queue of ['letters', 'slack', 'webhooks', 'mailed', 'pushed']) expect(text).toContain(`rodada_waiting{queue="${queue}"} 0`)
    expect(text).not.toMatch(new RegExp(`${roomId}|segredo-no-endereco`))
    client.leave()
  })

  test('are not found through a proxy without the token', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${metricsToken}x` },
      { authorization: metricsToken },
    ] as Record<string, string>[]) {
      const response = await metrics({ 'x-forwarded-for': '127.0.0.1', ...headers })
      expect([headers, response.status, ((await response.json()) as { error: string }).error]).toEqual([headers, 404, 'not_found'])
    }
  })

  test.each(['forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])('are refused with a header of a proxy: %s', async (header) => {
    expect((await metrics({ [header]: 'x' })).status).toBe(404)
  })

  test('are read from anywhere with the token', async () => {
    const behindProxy = { 'x-forwarded-for': '203.0.113.9' }
    expect((await metrics({ ...behindProxy, authorization: `bearer ${metricsToken}` })).status).toBe(200)
    const response = await metrics({ ...behindProxy, authorization: `Bearer ${metricsToken}` })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('nodejs_eventloop_lag_seconds')
  })

  test('hold no token, name or e-mail', async () => {
    expect(await (await metrics()).text()).not.toMatch(/@|token|bearer/i)
  })
})
