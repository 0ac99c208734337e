import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { authApi } from '@rodada/contract/auth/auth'
import { api } from '@rodada/contract/core/api'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'
import { readConfig } from '../config.ts'
import { createHttp } from './http-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = (await register(server)).token
})
afterAll(() => server.stop())

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  server.raw(path, { method: 'POST', headers, body })
const errorOf = async (response: Response) => [response.status, await response.json()]

const invalid = { message: 'Confira os campos e tente de novo.', error: 'invalid' }
const missing = [404, { message: 'Não encontramos o que você procura.', error: 'not_found' }]

/** Sends a path as it is; fetch would tidy it up. */
const rawPath = (base: string, path: string, method = 'GET'): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const sent = httpRequest({ hostname, port, path, method }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode, body })
    })
    sent.on('error', reject).end()
  })

/** Sends bytes and answers everything that came back until the server closed. */
const rawBytes = (base: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('a refused request', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nada',
    '/api/auth',
    '/api/auth/login',
    '/api/rooms',
    '/api/__proto__',
    `/api/rooms/${'x'.repeat(500)}/invitation`,
  ])('to an unknown path answers 404 in the shape of every error: %s', async (path) => {
    const response = await server.raw(path)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await errorOf(response)).toEqual(missing)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('with a method that a path does not have is not found: %s', async (method) => {
    expect(await errorOf(await server.raw('/api/auth/login', { method }))).toEqual(missing)
  })

  test.each(['/api/%', '/api/%E0%A4%A', '/api/rooms/%zz/invitation', '/%'])(
    'with a broken address has the shape of every error: %s',
    async (path) => {
      const { status, body } = await rawPath(server.url(), path)
      expect([status, JSON.parse(body)]).toEqual([400, invalid])
    },
  )

  const tooLarge = { message: 'O conteúdo enviado é grande demais. Envie algo menor.', error: 'too_large' }
  test.each([
    ['GARBAGE\r\n\r\n', invalid],
    ['GET / HTTP/9.9\r\n\r\n', invalid],
    ['POST /api/auth/login HTTP/1.1\r\nContent-Length: x\r\n\r\n', invalid],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, tooLarge],
  ])('that is not HTTP has the shape of every error: %#', async (bytes, expected) => {
    const answer = await rawBytes(server.url(), bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(expected)
  })

  test.each([
    ['cut off', '{"name": "Ana"'],
    ['not JSON', 'name=Ana'],
    ['a bare word', 'undefined'],
    ['__proto__', '{"name":"Ana","__proto__":{"role":"admin"}}'],
    ['a nested __proto__', '{"name":"Ana","email":{"__proto__":{"length":5}}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('for a body that is %s says so and stores nothing', async (_kind, body) => {
    for (const path of ['/api/auth/register', '/api/auth/login']) {
      const [status, reply] = await errorOf(await post(path, body))
      expect([status, (reply as { error: string }).error]).toEqual([400, 'invalid'])
    }
    expect(({} as Record<string, unknown>).role).toBeUndefined()
    expect(await server.app.deps.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('for a body that is not UTF-8 says so, instead of storing it damaged', async () => {
    const latin1 = Buffer.from('{"name":"João","email":"joao@exemplo.com.br","password":"segredo-do-joao"}', 'latin1')
    expect(await errorOf(await post('/api/auth/register', new Uint8Array(latin1)))).toEqual([400, invalid])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'email=a@b.co&password=segredo'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.co\r\n--x--\r\n'],
  ])('for a form is that of no body: nothing in it is read: %s', async (type, body) => {
    const [status, reply] = await errorOf(await post('/api/auth/login', body, { 'content-type': type }))
    expect([status, reply]).toMatchObject([400, { message: 'Por favor, digite seu e-mail!' }])
  })

  test.each(['text/plain', 'application/xml', 'x'])('for a body of another type says that it is the type: %s', async (type) => {
    expect(await errorOf(await post('/api/auth/login', 'email=a', { 'content-type': type }))).toEqual([415, invalid])
  })

  test('for a body that is too large is 413, announced or not', async () => {
    const large = JSON.stringify({ email: 'x'.repeat(1024 * 1024), password: 'segredo' })
    expect(await errorOf(await post('/api/auth/login', large))).toEqual([413, tooLarge])
    const streamed = await server.raw('/api/auth/login', {
      method: 'POST',
      headers: json,
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await errorOf(streamed)).toEqual([413, tooLarge])
  })

  test.each([
    ['announced', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
    ['in chunks', (body: string) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ])('for a body that is too large reaches a client that sends all of it first: %s', async (_kind, framed) => {
    // More than the system holds on the way, so it is still being sent when the answer comes.
    const body = 'x'.repeat(20 * 1024 * 1024)
    const socket = connect(Number(new URL(server.url()).port), '127.0.0.1')
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
    await new Promise<void>((resolve, reject) =>
      socket.once('error', reject).write(`${head}\r\n${framed(body)}`, (error) => (error ? reject(error) : resolve())),
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
    expect(String(answer)).toContain(tooLarge.message)
  })

  const withBody = Object.values(api as Record<string, Record<string, Endpoint>>)
    .flatMap((calls) => Object.values(calls))
    .filter((endpoint) => endpoint.body)
  test.each(withBody.map((endpoint) => [`${endpoint.method} ${endpoint.url}`, endpoint] as const))(
    'for a body of the wrong shape is invalid, with a text for each field: %s',
    async (_name, endpoint) => {
      const params = Object.fromEntries([...endpoint.url.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 1]))
      const wrongFields = [
        { name: 5, title: 5, email: [], password: {}, content: 1 },
        { name: [null], title: {}, email: { a: { b: 1 } } },
      ]
      // A call that knows none of these fields ignores them, as it does every unknown one.
      const refused = wrongFields.filter((body) => !endpoint.body?.safeParse(body).success)
      for (const body of [[], [[]], 'texto', 5, true, ...refused]) {
        const reply = await server.call(endpoint, { token, params, body })
        expect([body, reply.status, reply.body.error]).toEqual([body, 400, 'invalid'])
        expect(Object.keys(reply.body).sort()).toEqual(['error', 'fields', 'message'])
        for (const text of Object.values(reply.body.fields ?? {})) expect(Object.values(texts)).toContain(text)
      }
    },
  )

  test('for an empty body asks for the fields', async () => {
    const response = await post('/api/auth/login', '')
    expect(await errorOf(response)).toMatchObject([400, { message: 'Por favor, digite seu e-mail!' }])
  })
})

describe('every reply', () => {
  test.each(['/api/health', '/api/nada', '/api/docs', '/', '/api/auth/profile'])('carries the security headers: %s', async (path) => {
    const { headers } = await server.raw(path)
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'form-action': "'self'",
    })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // Neither a script in the page nor one made of a text.
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe|\*/)
    expect(headers.get('permissions-policy')).toContain('camera=(), microphone=(), geolocation=()')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    // An installation without TLS must stay reachable.
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test.each([
    ['https://rodada.exemplo.com.br', true],
    ['http://rodada.exemplo.com.br', false],
  ])('tells browsers to come by TLS only where there is TLS: %s', async (PUBLIC_URL, strict) => {
    const http = await createHttp(readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL }), { state: 'ready' })
    const { headers } = await http.inject('/')
    await http.close()
    const value = headers['strict-transport-security']
    expect(value).toEqual(strict ? expect.stringMatching(/^max-age=\d{8,}$/) : undefined)
  })

  test('lets no other origin in, whatever it asks', async () => {
    const asked = { origin: 'https://outra.exemplo.com', 'access-control-request-method': 'PUT' }
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await server.raw('/api/auth/profile', { method, headers: asked })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('of the API is kept by no cache', async () => {
    for (const path of ['/api/health', '/api/auth/profile', '/api/rooms/active', '/api/nada']) {
      const response = await server.raw(path, { headers: { authorization: `Bearer ${token}` } })
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
  })
})

test('a session is recognised in whatever case its scheme is written', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await server.raw('/api/auth/profile', { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200)
})

test.each([
  ['/api/health', 'h2c', 200],
  ['/api/health', 'websocket', 200],
  ['/api/nada', 'TLS/1.2', 404],
  // Engine.IO's own refusal.
  ['/socket.io/?EIO=4&transport=websocket', 'h2c', 400],
])('a request that offers to go on in another protocol is answered in its own: %s %s', async (path, upgrade, status) => {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\nHTTP2-Settings: AAMAAABk`
  expect(await rawBytes(server.url(), `${head}\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('an unexpected failure is answered without its internals, by HTTP and by socket', async () => {
  const broken = await startServer({ alone: true, env: { LOG_LEVEL: 'silent' } })
  try {
    const client = await new RoomClient(broken.url()).ready()
    const { schema } = broken.app.deps.db
    for (const table of ['users', 'rooms'] as const) await schema.alterTable(table).renameTo(`${table}_gone`).execute()
    const text = 'Algo deu errado do nosso lado. Tente de novo em instantes.'
    const reply = await broken.call(authApi.login, { body: { email: 'ana@exemplo.com.br', password: 'segredo' } })
    expect([reply.status, reply.body]).toEqual([500, { message: text, error: 'unexpected' }])
    expect(await client.send('createRoom', {})).toMatchObject({ error: text })
    expect((await broken.raw('/api/health')).status).toBe(200)
    client.leave()
    for (const table of ['users', 'rooms'] as const) await schema.alterTable(`${table}_gone`).renameTo(table).execute()
  } finally {
    await broken.stop()
  }
})
