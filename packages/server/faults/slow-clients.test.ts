import { once } from 'node:events'
import type { Socket } from 'node:net'
import { authApi } from '@rodada/contract/auth/auth'
import { afterEach, expect, test } from 'vitest'
import { register } from '../test/accounts.ts'
import { type ServerProcess, startProcess } from '../test/harness.ts'
import { openRoom, RoomClient } from '../test/room-client.ts'
import { callsTo, localEnvironment } from './local.ts'
import { closed, frame, openTcp, upgradeRequest } from './wire.ts'

const ofEachKind = 60
/** Between two bytes of those who send one at a time: none of them is ever quiet for long. */
const byteEveryMs = 500

let served: ServerProcess
let cleanUp: () => Promise<void>
afterEach(async () => {
  await served.stop()
  await cleanUp()
})

async function start(more: Record<string, string>): Promise<void> {
  const made = await localEnvironment(more)
  cleanUp = made.cleanUp
  served = await startProcess(made.env)
}

/** Sends a text byte by byte, and then another one for ever. */
function drip(tcp: Socket, first: string, again: string): void {
  let at = 0
  const next = () => (at < first.length ? first[at++] : again[(at++ - first.length) % again.length])
  const timer = setInterval(() => tcp.write(next() ?? ''), byteEveryMs)
  tcp.once('close', () => clearInterval(timer))
}

const post = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n'
const kinds: [string, (tcp: Socket) => void][] = [
  ['that send nothing', () => {}],
  ['that send headers byte by byte', (tcp) => drip(tcp, 'GET / HTTP/1.1\r\n', 'X-Um: a\r\n')],
  [
    'that send a body byte by byte',
    (tcp) => {
      tcp.write(post)
      drip(tcp, '{', ' ')
    },
  ],
  ['that begin a handshake of a WebSocket byte by byte', (tcp) => drip(tcp, upgradeRequest(served.url).slice(0, -2), 'X-Um: a\r\n')],
  ['that open a WebSocket and say nothing', (tcp) => void tcp.write(upgradeRequest(served.url))],
  [
    'that open a WebSocket and greet nobody, but live',
    (tcp) => {
      tcp.write(upgradeRequest(served.url))
      const timer = setInterval(() => tcp.write(frame('3')), byteEveryMs)
      tcp.once('close', () => clearInterval(timer))
    },
  ],
]

test(`${ofEachKind * kinds.length} slow connections are closed by themselves, and everybody else is served meanwhile`, async () => {
  await start({ RATE_LIMIT_FACTOR: '1' })
  const open = { count: 0 }
  const ends = await Promise.all(
    kinds.flatMap(([kind, act]) =>
      Array.from({ length: ofEachKind }, async () => {
        const tcp = await openTcp(served.url)
        // Whatever comes is read: these are slow to send only.
        const heard: Buffer[] = []
        tcp.on('data', (bytes: Buffer) => heard.push(bytes))
        act(tcp)
        open.count += 1
        return {
          kind,
          heard,
          end: closed(tcp).then(() => {
            open.count -= 1
          }),
        }
      }),
    ),
  )

  const account = await register(callsTo(served.url))
  const [ana, bia] = [await new RoomClient(served.url).ready(), await new RoomClient(served.url).ready()]
  const { roomId } = await openRoom(ana)
  await ana.join(roomId, 'Ana')
  await bia.join(roomId, 'Bia')
  let rounds = 0
  // For as long as there is a slow one left; without a bound of the server's that would be for ever.
  const work = async () => {
    while (open.count > 0) {
      expect((await callsTo(served.url).call(authApi.profile, { token: account.token })).status).toBe(200)
      const heard = bia.next('newVote')
      expect(await ana.send('vote', { roomId, vote: String((rounds % 8) + 1) })).toEqual({ ok: true })
      await heard
      rounds += 1
      // At the pace of people.
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await Promise.all([work(), ...ends.map(({ end }) => end)])
  expect(rounds).toBeGreaterThan(0)
  // Browsers open connections ahead, and would take an answer to nothing for that to what they ask next.
  const silent = ends.filter(({ kind }) => kind === 'that send nothing')
  expect(silent.map(({ heard }) => String(Buffer.concat(heard)))).toEqual(Array<string>(ofEachKind).fill(''))
  expect([ana.socket.connected, bia.socket.connected]).toEqual([true, true])
  ana.leave()
  bia.leave()
})

test('one network has only so many connections of pages, those of others do not count, and a place that is given back is free', async () => {
  await start({ SOCKETS_PER_ADDRESS: '5', TRUST_PROXY: '1' })
  const handshake = async (address: string) => {
    const answer = await fetch(`${served.url}/socket.io/?EIO=4&transport=polling`, { headers: { 'x-forwarded-for': address } })
    await answer.text()
    return [answer.status, answer.headers.get('retry-after')]
  }
  const websocket = async (address: string) => {
    const tcp = await openTcp(served.url)
    tcp.write(upgradeRequest(served.url).replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`))
    const opened = new Promise((resolve) => tcp.once('data', (bytes) => resolve(String(bytes).startsWith('HTTP/1.1 101'))))
    return { tcp, isOpen: await Promise.race([opened, closed(tcp).then(() => false)]) }
  }
  const first = await websocket('203.0.113.7')
  expect(first.isOpen).toBe(true)
  for (let i = 0; i < 4; i += 1) expect(await handshake('203.0.113.7')).toEqual([200, null])
  expect(await handshake('203.0.113.7')).toEqual([429, '30'])
  expect((await websocket('203.0.113.7')).isOpen).toBe(false)
  // Of one household with IPv6, and of another.
  for (let i = 0; i < 5; i += 1) expect((await handshake(`2001:db8:1:2::${i}`))[0]).toBe(200)
  expect((await handshake('2001:db8:1:2:ffff::1'))[0]).toBe(429)
  expect((await handshake('2001:db8:1:3::1'))[0]).toBe(200)

  first.tcp.destroy()
  await expect.poll(async () => (await websocket('203.0.113.7')).isOpen).toBe(true)
})

/** Half a minute is what is waited for without a limit of ours. */
const wellBelowMs = 15_000

test.each([
  ['by a WebSocket', async () => ''],
  [
    'by a WebSocket after long polling',
    async () => {
      const opened = await fetch(`${served.url}/socket.io/?EIO=4&transport=polling`)
      return (JSON.parse((await opened.text()).slice(1)) as { sid: string }).sid
    },
  ],
])('a page %s that answers no farewell is gone soon', async (_how, begin) => {
  await start({})
  const sid = await begin()
  const tcp = await openTcp(served.url)
  let heard = ''
  tcp.on('data', (bytes: Buffer) => {
    heard += String(bytes)
  })
  const hears = async (text: string) => {
    while (!heard.includes(text)) await once(tcp, 'data')
  }
  tcp.write(sid === '' ? upgradeRequest(served.url) : upgradeRequest(served.url).replace('transport=websocket', `$&&sid=${sid}`))
  await hears('101 Switching')
  if (sid !== '') {
    tcp.write(frame('2probe'))
    await hears('3probe')
    tcp.write(frame('5'))
  }
  // An unknown session is told so, and closed.
  tcp.write(frame('40{"token":"desconhecido"}'))
  await hears('auth_error')
  const told = performance.now()
  await closed(tcp)
  expect(performance.now() - told).toBeLessThan(wellBelowMs)
})
