import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { readConfig } from '../config.ts'
import { createHttp } from './http-server.ts'
import { serveWeb } from './web-pages.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

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

describe('the web', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-web-'))
  const page = '<!doctype html><title>Rodada</title>'
  let http: FastifyInstance
  let address: string
  beforeAll(async () => {
    for (const each of ['dist/assets', 'dist/pasta', 'dist-of-pages']) mkdirSync(join(folder, each), { recursive: true })
    writeFileSync(join(folder, 'dist/index.html'), page)
    writeFileSync(join(folder, 'dist/index.html.gz'), gzipSync(page))
    writeFileSync(join(folder, 'dist/index.html.br'), brotliCompressSync(page))
    for (const name of ['landing.es-ES', 'landing.pt-BR', 'room.pt-BR', 'seat.pt-BR', 'login.en-US'])
      writeFileSync(join(folder, `dist-of-pages/${name}.html`), name)
    writeFileSync(join(folder, 'dist-of-pages/index.html'), page)
    writeFileSync(join(folder, 'dist/assets/app-1a2b.js'), 'console.log(1)')
    writeFileSync(join(folder, 'dist/robots.txt'), 'User-agent: *')
    writeFileSync(join(folder, 'segredo.txt'), 'não é para sair')
    http = await createHttp(readConfig({ LOG_LEVEL: 'silent' }), { state: 'ready' })
    await serveWeb(http, join(folder, 'dist'))
    address = await http.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await http.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a page leaves no warning in the log', async () => {
    const warnings: Error[] = []
    const keep = (warning: Error) => void warnings.push(warning)
    process.on('warning', keep)
    // The rest of a server listens to each answer too.
    const most = EventEmitter.defaultMaxListeners
    EventEmitter.defaultMaxListeners = most - 2
    for (const encoding of ['br', 'identity']) await (await fetch(`${address}/login`, { headers: { 'accept-encoding': encoding } })).text()
    // Node tells them after what runs now.
    await new Promise(setImmediate)
    EventEmitter.defaultMaxListeners = most
    process.off('warning', keep)
    expect(warnings.map(({ message }) => message)).toEqual([])
  })

  test.each(['/', '/login?roomId=ABCDEF', '/votacao/ABCDEF', '/dashboard', '/sprint/1/board', '/nao-existe'])(
    'answers every page with the one document, always asked for again: %s',
    async (path) => {
      // As browsers ask, and as those who watch over sites or show previews of them do.
      for (const encoding of ['gzip', 'br', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const response = await fetch(address + path, { headers })
        expect([encoding, response.status, await response.text()]).toEqual([encoding, 200, page])
        expect(response.headers.get('cache-control')).toBe('no-cache')
        const head = await fetch(address + path, { headers, method: 'HEAD' })
        const described = ['cache-control', 'content-encoding', 'content-length', 'content-type']
        expect(head.status).toBe(200)
        expect(described.map((name) => head.headers.get(name))).toEqual(described.map((name) => response.headers.get(name)))
      }
    },
  )

  test.each([
    ['/', 'pt-BR,pt;q=0.9', 'landing.pt-BR'],
    ['/?sala=ABCDEF', undefined, 'landing.pt-BR'],
    ['/', 'de, es-MX;q=0.8, en;q=0.7', 'landing.es-ES'],
    ['/votacao/ABCDEF', 'pt', 'room.pt-BR'],
    // Of what the build has no document.
    ['/votacao/ABCDEF', 'es', page],
    ['/votacao/ABCDEF/historico', 'pt', page],
    ['/login', 'pt', page],
    ['/login?roomId=ABCDEF', 'pt', 'seat.pt-BR'],
    ['/login?roomId=ABCDEF&modo=criar', 'en', 'login.en-US'],
  ])('a page may have a document in each language: %s in %s', async (path, language, expected) => {
    const ownPages = await createHttp(readConfig({ LOG_LEVEL: 'silent' }), { state: 'ready' })
    await serveWeb(ownPages, join(folder, 'dist-of-pages'))
    try {
      const response = await ownPages.inject({ url: path, headers: language === undefined ? {} : { 'accept-language': language } })
      expect([response.body, response.headers.vary]).toEqual([expected, 'accept-language, accept-encoding'])
    } finally {
      await ownPages.close()
    }
  })

  test('keeps built files for ever, and answers missing ones and API paths as errors, never as a page', async () => {
    const asset = await fetch(`${address}/assets/app-1a2b.js`)
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
    for (const path of ['/assets/nada.js', '/api/nada', '/api']) expect(await errorOf(await fetch(address + path))).toEqual(missing)
    expect(await errorOf(await fetch(`${address}/login`, { method: 'POST' }))).toEqual(missing)
  })

  test.each(['//login', '/board//3', '///', `/${'x'.repeat(300)}`, '/pasta', '/pasta/', '/%00'])(
    'answers what is no address of a file as it does every unknown page: %s',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, body } = await rawPath(address, path, method)
        expect([method, status, body]).toEqual([method, 200, method === 'GET' ? page : ''])
      }
    },
  )

  test.each([
    '/assets',
    '/assets/',
    '/assets//',
    '/assets//app-1a2b.js',
    `/assets/${'x'.repeat(300)}`,
    '/api//nada',
    `/api/${'x'.repeat(300)}`,
  ])('answers what is no address of a file as an error where no pages are: %s', async (path) => {
    const { status, body } = await rawPath(address, path)
    expect([status, JSON.parse(body)]).toEqual(missing)
  })

  test('the icon that browsers ask for by themselves is the one of the pages', async () => {
    const response = await fetch(`${address}/favicon.ico`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([301, '/mark.svg'])
  })

  test.each(['/.env', '/.git/config', '/.well-known/change-password', '/apple-touch-icon.png', '/wp-login.php?a=b', '/votacao/logo.png'])(
    'has no page where a file was asked for that is not there: %s',
    async (path) => {
      expect(await errorOf(await fetch(address + path))).toEqual(missing)
    },
  )

  test('gives out the files beside the page, and pages whose search has a dot', async () => {
    expect(await (await fetch(`${address}/robots.txt`)).text()).toBe('User-agent: *')
    expect(await (await fetch(`${address}/login?email=ana@exemplo.com.br`)).text()).toBe(page)
    expect(await (await fetch(`${address}/board/3.`)).text()).toBe(page)
  })

  test('says what HTTP has to say of ranges and conditions', async () => {
    const file = `${address}/assets/app-1a2b.js`
    const beyond = await fetch(file, { headers: { range: 'bytes=100-200' } })
    expect(beyond.headers.get('content-range')).toBe('bytes */14')
    expect(await errorOf(beyond)).toEqual([416, invalid])
    expect((await fetch(file, { headers: { range: 'bytes=0-3' } })).status).toBe(206)
    expect(await errorOf(await fetch(file, { headers: { 'if-match': '"outro"' } }))).toEqual([412, invalid])
  })

  test.each([
    '/../segredo.txt',
    '/assets/../../segredo.txt',
    '/%2e%2e/segredo.txt',
    '/assets/..%2f..%2fsegredo.txt',
    '//segredo.txt',
    '/..\\segredo.txt',
  ])('gives out nothing beside its folder: %s', async (path) => {
    expect((await rawPath(address, path)).body).not.toContain('não é para sair')
  })
})
