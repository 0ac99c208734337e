import { once } from 'node:events'
import { request } from 'node:http'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostMisses } from '../src/features/rooms/event-limits.ts'
import { register } from './accounts.ts'
import { startServer, type TestServer } from './harness.ts'
import { openRoom, RoomClient } from './room-client.ts'
import { clockStepMs, longestTurn } from './turns.ts'

/** A room where Ana and Bia go on working whatever others send. The limits are the real ones. */
let server: TestServer
let people: RoomClient[] = []
let roomId: string
let ana: RoomClient
let bia: RoomClient

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => server.stop())

const connect = async () => {
  const client = await new RoomClient(server.url()).ready()
  people.push(client)
  return client
}

beforeEach(async () => {
  ;[ana, bia] = [await connect(), await connect()]
  roomId = (await openRoom(ana)).roomId
  await ana.join(roomId, 'Ana')
  await bia.join(roomId, 'Bia')
})
afterEach(() => {
  for (const client of people) client.leave()
  people = []
})

/** Every process lives, and the two finish a round. */
async function expectRoundGoesOn(): Promise<void> {
  for (const url of server.urls) expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(await ana.send('vote', { roomId, vote: '3' })).toEqual({ ok: true })
  expect(await bia.send('vote', { roomId, vote: '8' })).toEqual({ ok: true })
  const result = bia.next('votesRevealed')
  expect(await ana.send('revealVotes', { roomId })).toEqual({ ok: true })
  expect((await result).votes.map(({ userName, vote }) => [userName, vote])).toEqual(
    expect.arrayContaining([
      ['Ana', '3'],
      ['Bia', '8'],
    ]),
  )
}

const raw = (client: RoomClient) => client.socket.emit as unknown as (...args: unknown[]) => void

test('a client that asks for rooms that are not there learns no more of those that are; one with a seat comes back to it', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
  const own: RoomClient[] = []
  const enter = async (from = '203.0.113.7') => {
    const client = await new RoomClient(strict.url(), { address: from }).ready()
    own.push(client)
    return client
  }
  try {
    const seated = await enter('203.0.113.8')
    const { roomId: code } = await openRoom(seated)
    await seated.join(code, 'Ana')
    // As after all but the last guesses of ten seconds: a busy machine takes longer than that for all of them.
    const guesser = await enter()
    const codes = Array.from({ length: 28 }, (_, i) => `ZZZZ${i + 10}`)
    await strict.app.deps.limits('room-miss', mostMisses).take('203.0.113.7', mostMisses.points - codes.length)
    const replies = await Promise.all(codes.map((roomId) => guesser.send('joinRoom', { roomId, userName: 'Eva' })))
    expect(new Set(replies.map(({ error }) => error))).toEqual(new Set([texts.roomInactive]))
    const lucky = await enter()
    expect(await lucky.send('joinRoom', { roomId: code, userName: 'Eva' })).toMatchObject({ id: 'too_many' })
    expect(await lucky.send('joinRoom', { roomId: code, userName: 'Eva', userRole: 'guest', seatToken: 'x' })).toMatchObject({
      id: 'too_many',
    })
    const back = await enter()
    const { ack } = await back.join(code, 'Ana', { seatToken: seated.seatToken })
    expect(ack.participantId).toBe(seated.participantId)
  } finally {
    for (const client of own) client.leave()
    await strict.stop()
  }
})

// A tenth of the limits, so that a busy database still seats people fast enough to meet them.
test('a client that comes back to a table again and again is cut off; a colleague at the same address comes back', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.1' } })
  const own: RoomClient[] = []
  const enter = async () => {
    const client = await new RoomClient(strict.url()).ready()
    own.push(client)
    return client
  }
  try {
    const [seated, colleague] = [await enter(), await enter()]
    const { roomId: code } = await openRoom(seated)
    await seated.join(code, 'Ana')
    await colleague.join(code, 'Bia')
    const comeBack = async () => {
      const client = await enter()
      const again = { roomId: code, userName: 'Ana', userRole: 'guest', seatToken: seated.seatToken }
      return Promise.all(Array.from({ length: 2 }, () => client.send('joinRoom', again)))
    }
    const replies = (await Promise.all(Array.from({ length: 25 }, comeBack))).flat()
    expect(replies.filter((reply) => reply.id === 'too_many').length).toBeGreaterThanOrEqual(29)
    expect(replies.filter((reply) => reply.participantId === seated.participantId).length).toBeGreaterThanOrEqual(20)
    const back = await enter()
    const { ack } = await back.join(code, 'Bia', { seatToken: colleague.seatToken })
    expect(ack.participantId).toBe(colleague.participantId)
  } finally {
    for (const client of own) client.leave()
    await strict.stop()
  }
})

describe('two hundred events at once from one socket', () => {
  const texty = new Set<string>(Object.values(texts))
  test.each([
    ['vote', { roomId: '', vote: '5' }],
    ['chatMessage', { roomId: '', message: 'oi' }],
    ['joinRoom', { roomId: '', userName: 'Eva', userRole: 'guest' }],
    ['createRoom', {}],
    ['revealVotes', { roomId: 'ZZZZZZ' }],
    ['vote', 'lixo'],
  ])('are cut off by the limit with a text, and the round of the others goes on: %s %j', async (event, payload) => {
    const eva = await connect()
    await eva.join(roomId, 'Eva')
    const cutOff = eva.next('error', ({ message }) => message === texts.tooFast)
    const full = typeof payload === 'object' && 'roomId' in payload && payload.roomId === '' ? { ...payload, roomId } : payload
    for (let i = 0; i < 200; i += 1) raw(eva).call(eva.socket, event, full)
    await expectRoundGoesOn()
    await cutOff
    const told = eva.received.filter((heard) => heard.event === 'error').map((heard) => (heard.payload as { message: string }).message)
    expect(told.every((text) => texty.has(text))).toBe(true)
    expect(eva.socket.connected).toBe(true)
  })

  test('are each refused when there is no such event', async () => {
    const eva = await connect()
    await eva.join(roomId, 'Eva')
    const refusals = () =>
      eva.received.filter(({ event }) => event === 'error').map(({ payload }) => (payload as { message: string }).message)
    const allRefused = eva.next('error', () => refusals().length === 200)
    for (let i = 0; i < 200; i += 1) raw(eva).call(eva.socket, 'nada', {})
    await expectRoundGoesOn()
    await allRefused
    // How many of them find a hundred in line before them depends on how the network brings them.
    expect([texts.payloadInvalid, texts.tooFast]).toEqual(expect.arrayContaining([...new Set(refusals())]))
    expect(eva.socket.connected).toBe(true)
  })
})

test('a message of a megabyte ends its connection and nothing else', async () => {
  for (const event of ['joinRoom', 'chatMessage', 'createRoom', 'nada']) {
    for (const huge of ['x'.repeat(1024 * 1024), Buffer.alloc(1024 * 1024)]) {
      const eva = await connect()
      const ended = once(eva.socket as never, 'disconnect')
      raw(eva).call(eva.socket, event, { roomId, userName: huge, roomName: huge, message: huge })
      await ended
    }
  }
  expect((await server.app.deps.db.selectFrom('chat_messages').select('id').where('message', 'like', 'xxx%').execute()).length).toBe(0)
  await expectRoundGoesOn()
})

test('a card that a database cannot read spoils no vote of others', async () => {
  const eva = await connect()
  const own = (await openRoom(eva, { deck: ['\ud800', 'x'] })).roomId
  const { snapshot } = await eva.join(own, 'Eva')
  expect(snapshot.room.deck).toEqual(['\ufffd', 'x'])
  const [spoiled, ...others] = await Promise.all([
    eva.send('vote', { roomId: own, vote: '\ud800' }),
    ana.send('vote', { roomId, vote: '3' }),
    bia.send('vote', { roomId, vote: '8' }),
  ])
  expect(spoiled).toMatchObject({ error: texts.voteInvalid })
  expect(others).toEqual([{ ok: true }, { ok: true }])
})

const frames = [
  '',
  '4',
  '42',
  '42[',
  '42[]',
  '42{}',
  '42null',
  '42"vote"',
  '42["vote"',
  '42["vote",{"roomId":',
  '42[{"a":1}]',
  '42[["vote"]]',
  '42[null]',
  '42["disconnect"]',
  '42["connect"]',
  '42["newListener"]',
  '42["error"]',
  '420["vote"]',
  '4299999999999999999999["vote",{}]',
  '43["x"]',
  '431["x"]',
  '44{}',
  '41',
  '41/x,',
  '40null',
  '40[]',
  '40"x"',
  '40{"token":null}',
  '40{"__proto__":{"token":"x"}}',
  '40/outra,',
  '40/%,{}',
  '4/',
  '45',
  '45["x"]',
  '451-["vote",{"_placeholder":true,"num":0}]',
  '451-["vote",{"_placeholder":true,"num":9}]',
  '4599999999-["x"]',
  '45-1-["x"]',
  '46',
  '461-[]',
  '47',
  '49',
  '4x',
  '0',
  '0{"sid":"x"}',
  '1',
  '2probe',
  '3',
  '3probe',
  '5',
  '6',
  '7',
  '9zzz',
  'b',
  'bAAAA',
  '\u0000',
  '😀',
  '-1',
]

describe('garbage on the wire', () => {
  const socketUrl = (query: string, base = server.url()) => `${base}/socket.io/?EIO=4&${query}`

  /** A bare websocket past its handshake, joined to the default namespace when asked. */
  async function bare(joined: boolean): Promise<WebSocket> {
    const socket = new WebSocket(socketUrl('transport=websocket').replace('http', 'ws'))
    socket.binaryType = 'arraybuffer'
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    if (!joined) return socket
    const greeted = new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => (String(data).startsWith('40') ? resolve() : undefined))
    })
    socket.send('40')
    await greeted
    return socket
  }

  test.each([
    ['before the greeting', false],
    ['after the greeting', true],
  ])('of a websocket, %s, hurts nobody', async (_when, joined) => {
    const sockets = await Promise.all(
      frames.map(async (frame) => {
        const socket = await bare(joined)
        socket.send(frame)
        socket.send(new Uint8Array([4, 255, 0, 1]))
        socket.send('42["vote",{"roomId":"ABCDEF"}]')
        return socket
      }),
    )
    await expectRoundGoesOn()
    for (const socket of sockets) socket.close()
  })

  test('of long polling is refused or ignored and hurts nobody', async () => {
    const url = server.url()
    for (const frame of [...frames, frames.join('\u001e'), '\u001e\u001e\u001e', '4'.repeat(1000)]) {
      const opened: string = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text()
      const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
      const sent = await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body: frame })
      expect([200, 400]).toContain(sent.status)
      await sent.text()
    }
    await expectRoundGoesOn()
  })

  test('that asks for thousands of sockets at once gets none', async () => {
    const { url, deps } = server.app
    const sockets = () => deps.io.sockets.sockets.size
    const before = sockets()
    const opened: string = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text()
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    const body = Array.from({ length: 5000 }, () => '40').join('\u001e')
    await (await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body })).text()
    expect(sockets()).toBe(before)
    await expectRoundGoesOn()
    expect(sockets()).toBe(before)
  })

  test('in the handshake is refused', async () => {
    for (const query of [
      'transport=x',
      'transport=polling&sid=x',
      'transport=websocket',
      'transport[]=polling',
      'transport=__proto__',
      'transport=constructor',
      'EIO=3&transport=polling',
      'j=0&transport=polling&sid=x',
      'j=0&transport=polling',
      'j&EIO=4&transport=polling',
    ]) {
      const response = await fetch(socketUrl(query))
      expect([query, response.status]).toEqual([query, 400])
      await response.text()
    }
    const opened: string = await fetch(socketUrl('transport=polling', server.app.url)).then((response) => response.text())
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(socketUrl(`transport=polling&sid=${sid}`, server.app.url), { method })).status).toBeGreaterThanOrEqual(400)
    }
    await expectRoundGoesOn()
  })
})

test.each(['/api/auth/login', '/api/auth/password-reset'])(
  'an address of eighty thousand accents on one letter keeps nobody from their round: %s',
  async (path) => {
    const send = async (letter: string) => {
      const body = JSON.stringify({ email: `a${letter.repeat(80_000)}@exemplo.com.br`, password: 'senha secreta' })
      const { status } = await fetch(server.app.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      expect(status).toBe(400)
    }
    const usual = await longestTurn(() => send('a'))
    // It was seven seconds.
    expect(await longestTurn(() => send('\u0F73'))).toBeLessThan(5 * Math.max(usual, clockStepMs))
    await expectRoundGoesOn()
  },
)

test('twenty thousand values for the fields of a card are refused for their number, and none of them is looked at', async () => {
  const { token } = await register(server)
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [i + 1, {}]))
  for (const [api, params] of [
    [cardsApi.update, { cardId: 1 }],
    [cardTemplatesApi.add, { boardId: 1 }],
  ] as const) {
    const { status, body } = await server.call(api, { token, params, body: { name: 'Modelo', fields } })
    expect([status, body.fields]).toEqual([400, { fields: texts.tooManyFields }])
  }
})

describe('a page of another site', () => {
  const status = (headers: Record<string, string>, query = 'transport=polling'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${server.app.url}/socket.io/?EIO=4&${query}`, { headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
  }

  test('cannot open a socket; the own page and programs can', async () => {
    const own = server.app.url
    const sites = ['https://mal.exemplo.com', 'null', 'http://127.0.0.1', `${own}.mal.exemplo.com`, 'http://localhost:1', 'lixo', 'file://']
    for (const origin of sites)
      expect([origin, await status({ origin }), await status({ origin, ...upgrade }, 'transport=websocket')]).toEqual([origin, 403, 400])
    for (const headers of [{}, { origin: own }] as Record<string, string>[]) {
      expect([await status(headers), await status({ ...headers, ...upgrade }, 'transport=websocket')]).toEqual([200, 101])
    }
  })

  test('is not told that it may read what the API answers', async () => {
    for (const path of ['/api/health', '/socket.io/?EIO=4&transport=polling']) {
      const response = await fetch(server.app.url + path, { headers: { origin: server.app.url } })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      await response.text()
    }
  })
})
