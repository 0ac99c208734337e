import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createOutgoing, type OutgoingRequest } from './outgoing.ts'
import { findByServers } from './public-names.ts'

const open: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of open.splice(0)) close()
})

/** A server on this machine, 'host:port'. */
async function serve(answer: RequestListener): Promise<{ host: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Names that lead where the test says; each time it is asked, to the next place. */
const names = (...addresses: string[][]) => {
  const asked: string[] = []
  return {
    asked,
    resolve: (host: string, done: (error: Error | null, found: { address: string; family: number }[]) => void) => {
      const now = addresses[Math.min(asked.push(host), addresses.length) - 1] ?? []
      done(
        null,
        now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  }
}

test.each([
  'http://hooks.exemplo.com/x',
  'ftp://hooks.exemplo.com/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nada',
  'https://pessoa:senha@hooks.exemplo.com/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://0x7f.0.0.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.0.1:8443/x',
])('%s is nowhere to send to, and no name is asked for', async (url) => {
  const { asked, resolve } = names(['8.8.8.8'])
  const outgoing = createOutgoing({ hosts: [], resolve, refuseAfterMs: 50 })
  await expect(outgoing.check(url)).rejects.toMatchObject({ reason: 'address' })
  await expect(outgoing.send({ url })).rejects.toMatchObject({ reason: 'address' })
  expect(asked).toEqual([])
})

test.each([[['10.0.0.1']], [['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::1']], [[]]])(
  'a name that leads to %j is refused',
  async (places) => {
    const { resolve } = names(places)
    const outgoing = createOutgoing({ hosts: [], resolve, refuseAfterMs: 50 })
    await expect(outgoing.check('https://hooks.exemplo.com/x')).rejects.toMatchObject({ reason: 'address' })
    await expect(outgoing.send({ url: 'https://hooks.exemplo.com/x' })).rejects.toMatchObject({ reason: 'unreachable' })
  },
)

test('a name that led to a public address when it was saved and leads inside when it is used is refused', async () => {
  const { resolve } = names(['8.8.8.8'], ['127.0.0.1'])
  const outgoing = createOutgoing({ hosts: [], resolve, refuseAfterMs: 50 })
  await outgoing.check('https://hooks.exemplo.com/x')
  await expect(outgoing.send({ url: 'https://hooks.exemplo.com/x' })).rejects.toMatchObject({ reason: 'unreachable' })
})

test('a name that is not there, one that leads inside and one that is never answered are refused alike, after the same time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ends: string[] = []
  for (const resolve of [
    names(['10.0.0.1']).resolve,
    names([]).resolve,
    () => undefined,
    (_: string, done: (error: Error, found: []) => void) => done(new Error('ENOTFOUND'), []),
  ]) {
    createOutgoing({ hosts: [], resolve, refuseAfterMs: 200 })
      .check('https://intranet.exemplo.com/x')
      .then(
        () => ends.push('taken'),
        ({ reason }: { reason: string }) => ends.push(reason),
      )
  }
  await vi.advanceTimersByTimeAsync(199)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toEqual(['address', 'address', 'address', 'address'])
})

/** A name server that knows one name, at 8.8.8.8, and never answers for any other. */
async function serveNames(known: string): Promise<{ address: string; silent: Promise<void> }> {
  const socket = createSocket('udp4')
  let asked = () => {}
  const silent = new Promise<void>((resolve) => {
    asked = resolve
  })
  const name = Buffer.concat(known.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])))
  socket.on('message', (question, { port, address }) => {
    if (!question.includes(name)) return asked()
    const wantsFour = question.readUInt16BE(12 + name.length + 1) === 1
    const head = Buffer.from(question.subarray(0, 12 + name.length + 5))
    // An answer without error, to one question, with one address or none; nothing else.
    Buffer.from([0x81, 0x80, 0, 1, 0, wantsFour ? 1 : 0, 0, 0, 0, 0]).copy(head, 2)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 8, 8, 8, 8])
    socket.send(Buffer.concat(wantsFour ? [head, answer] : [head]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  open.push(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, silent }
}

test('names whose servers never answer keep no other name waiting', async () => {
  const { address, silent } = await serveNames('rapido.exemplo')
  const outgoing = createOutgoing({ hosts: [], resolve: findByServers(2_000, [address]) })
  const slow = Array.from({ length: 30 }, (_, i) => outgoing.check(`https://n${i}.parado.exemplo/x`))
  const refused = Promise.allSettled(slow)
  await silent
  await outgoing.check('https://rapido.exemplo/x')
  expect(await Promise.race([refused, 'still waiting'])).toBe('still waiting')
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set(['rejected']))
})

test('the connection goes to the address that was looked at, whatever the name says a moment later', async () => {
  const { host } = await serve((_, response) => response.end('aqui'))
  const port = host.split(':')[1]
  // The first answer is where it connects; a second question would lead elsewhere.
  const { asked, resolve } = names(['127.0.0.1'], ['127.0.0.2'])
  const outgoing = createOutgoing({ hosts: [`interno.exemplo:${port}`], resolve })
  expect(await outgoing.send({ url: `http://interno.exemplo:${port}/x` })).toMatchObject({ status: 200, body: 'aqui' })
  expect(asked).toEqual(['interno.exemplo'])
})

test('hosts that the installation lists, and those of its settings, may be of its own network', async () => {
  const { host, requests } = await serve((_, response) => response.end('oi'))
  const url = `http://${host}/gancho`
  const listed = createOutgoing({ hosts: [host] })
  await listed.check(url)
  expect(await listed.send({ url, method: 'POST', body: 'á' })).toMatchObject({ status: 200, body: 'oi' })
  const strict = createOutgoing({ hosts: ['127.0.0.1:1', 'exemplo'] })
  await expect(strict.check(url)).rejects.toMatchObject({ reason: 'address' })
  expect(await strict.send({ url, trusted: true })).toMatchObject({ status: 200 })
  expect(requests).toEqual(['POST /gancho', 'GET /gancho'])
})

test('a redirect is not followed', async () => {
  const { host, requests } = await serve((request, response) => {
    if (request.url === '/fora') return response.end('segredo')
    response.writeHead(302, { location: '/fora' }).end()
  })
  const reply = await createOutgoing({ hosts: [host] }).send({ url: `http://${host}/x` })
  expect(reply).toMatchObject({ status: 302, body: '' })
  expect(requests).toEqual(['GET /x'])
})

test('what does not answer, does not stop, breaks off or is not there ends with its reason', async () => {
  const { host } = await serve((request, response) => {
    if (request.url === '/grande') return response.end('x'.repeat(2000))
    if (request.url === '/cortada') return response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy())
    if (request.url === '/outro') return response.writeHead(101, { connection: 'upgrade', upgrade: 'outro' }).end()
    // Anything else begins and never ends.
    response.write('x')
  })
  const outgoing = createOutgoing({ hosts: ['127.0.0.1'] })
  const reasonOf = (request: OutgoingRequest) => outgoing.send(request).then(undefined, (error: { reason: string }) => error.reason)
  expect(await reasonOf({ url: `http://${host}/grande`, maxBytes: 1000 })).toBe('too_large')
  expect(await reasonOf({ url: `http://${host}/lenta`, timeout: 50 })).toBe('timeout')
  expect(await reasonOf({ url: `http://${host}/cortada` })).toBe('unreachable')
  expect(await reasonOf({ url: `http://${host}/outro` })).toBe('unreachable')
  expect(await reasonOf({ url: 'http://127.0.0.1:1/' })).toBe('unreachable')
})

test('a body is handed out while it arrives, under the same rules, and ends with its reason when it is not whole', async () => {
  const { host, requests } = await serve((request, response) => {
    if (request.url === '/fora') return response.writeHead(302, { location: '/grande' }).end()
    if (request.url === '/grande') return response.end(Buffer.alloc(3_000_000, 'x'))
    if (request.url === '/cortada') return response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy())
    response.write('x')
  })
  const outgoing = createOutgoing({ hosts: [host] })
  const read = (url: string, more: { timeout?: number; signal?: AbortSignal } = {}) =>
    outgoing
      .stream({ url, ...more }, async ({ status, body }) => {
        let size = 0
        for await (const piece of body) size += piece.length
        return [status, size]
      })
      .catch((error: { reason: string }) => error.reason)
  expect(await read(`http://${host}/grande`)).toEqual([200, 3_000_000])
  expect(await read(`http://${host}/fora`)).toEqual([302, 0])
  expect(requests).toEqual(['GET /grande', 'GET /fora'])
  expect(await read(`http://${host}/cortada`)).toBe('unreachable')
  expect(await read(`http://${host}/lenta`, { timeout: 50 })).toBe('timeout')
  expect(await read(`http://${host}/lenta`, { signal: AbortSignal.timeout(50) })).toBe('timeout')
  for (const url of ['http://127.0.0.1:1/', 'https://169.254.169.254/latest', 'http://trello.com/1/x'])
    expect(await read(url)).toBe('address')
  // Who has read enough ends the connection.
  const some = await outgoing.stream({ url: `http://${host}/lenta` }, async ({ body }) => {
    for await (const piece of body) return piece.length
    return 0
  })
  expect(some).toBe(1)
  await expect(outgoing.stream({ url: `http://${host}/lenta` }, () => Promise.reject(new Error('cheio')))).rejects.toThrow('cheio')
})
