import { once } from 'node:events'
import type { Board } from '@rodada/contract/boards/boards'
import { type BoardEvent, boardEvents } from '@rodada/contract/boards/events'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from './accounts.ts'
import { makeBoard, makeCard } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'
import { LiveClient } from './live-client.ts'

let server: TestServer
let ana: Account
let eva: Account
let board: Board
/** Looks at the board, and must go on hearing of it. */
let bystander: LiveClient
const open: LiveClient[] = []

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ;[ana, eva] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Eva' })]
  board = await makeBoard(server, ana)
  bystander = await new LiveClient(server.url(), ana.token).ready()
  await bystander.watch(board.id)
})
afterEach(() => {
  for (const client of open.splice(0)) client.leave()
})
afterAll(async () => {
  bystander.leave()
  await server.stop()
})

const connect = (person?: Account) => {
  const client = new LiveClient(server.url(), person?.token)
  open.push(client)
  return client.ready()
}
/** Sends anything, also what the types forbid. */
const emit = (client: LiveClient, event: string, ...args: unknown[]) =>
  (client.socket.emit as (...args: unknown[]) => void).call(client.socket, event, ...args)
const answer = (client: LiveClient, event: string, ...args: unknown[]) =>
  new Promise<{ error?: string }>((resolve) => emit(client, event, ...args, resolve))

/** Every process lives, and a page that shows the board hears of the next change. */
async function expectBoardGoesOn(): Promise<void> {
  for (const url of server.urls) expect((await fetch(`${url}/api/health`)).status).toBe(200)
  const revisions = bystander.revisionsOf(board.id)
  await makeCard(server, ana, board)
  await bystander.changed(board.id, Math.max(0, ...revisions) + 1)
}

const wrong: [string, unknown][] = [
  ['null', null],
  ['a number', 1],
  ['a text', '1'],
  ['an array', [1]],
  ['an array of objects', [{ boardId: 1 }]],
  ['empty', {}],
  ['binary', Buffer.from('1')],
  ['all in __proto__', JSON.parse('{"__proto__":{"boardId":1}}')],
  ...[null, true, '1', 0, -1, 1.5, 2 ** 31, 1e308, [], [1], { valueOf: 1 }, 'x'.repeat(20_000)].map((boardId): [string, unknown] => [
    `boardId is ${String(JSON.stringify(boardId)).slice(0, 20)}`,
    { boardId },
  ]),
]

describe.each((Object.keys(boardEvents) as BoardEvent[]).filter((event) => event.endsWith('Board')))('%s', (event) => {
  test('with a wrong payload is refused in Portuguese, in the acknowledgement or as error, and nobody notices', async () => {
    for (const client of [await connect(), await connect(eva), await connect(ana)]) {
      for (const [kind, payload] of wrong) {
        expect([kind, await answer(client, event, payload)]).toMatchObject([kind, { error: texts.payloadInvalid }])
        const told = once(client.socket as never, 'error')
        emit(client, event, payload)
        expect(await told).toEqual([{ message: texts.payloadInvalid }])
      }
      expect(await answer(client, event)).toMatchObject({ error: texts.payloadInvalid })
    }
    await expectBoardGoesOn()
  })
})

test('the events of the server and those of other processes are none of a client', async () => {
  const client = await connect(eva)
  for (const event of [
    'boardChanged',
    'boardPeople',
    'boardAccessChanged',
    'overviewChanged',
    'boardsChanged',
    'roomChanged',
    'accountChanged',
    'personChanged',
    `board:${board.id}`,
  ]) {
    expect(await answer(client, event, { boardId: board.id, revision: 1 })).toMatchObject({ error: texts.payloadInvalid })
  }
  expect(bystander.received.some(({ event }) => event === 'boardAccessChanged')).toBe(false)
  await expectBoardGoesOn()
})

test('fields that no event knows open nothing', async () => {
  const client = await connect(eva)
  const payload = {
    boardId: board.id,
    userId: ana.user.id,
    role: 'admin',
    token: ana.token,
    viewer: { userId: ana.user.id, role: 'admin' },
  }
  expect(await answer(client, 'watchBoard', payload)).toMatchObject({ error: texts.boardGone })
  await expectBoardGoesOn()
  await client.settle()
  expect(client.revisionsOf(board.id)).toEqual([])
})

test('a board is no room, and joining one as the other opens nothing', async () => {
  const client = await connect(eva)
  for (const roomId of [`board:${board.id}`, String(board.id), `user:${ana.user.id}`]) {
    expect(await answer(client, 'joinRoom', { roomId, userName: 'Eva', userRole: 'collaborator' })).toMatchObject({
      error: expect.any(String),
    })
  }
  await expectBoardGoesOn()
  await client.settle()
  expect(client.revisionsOf(board.id)).toEqual([])
})

test('a session that ends takes its page along', async () => {
  const client = await connect(eva)
  const own = await makeBoard(server, eva)
  await client.watch(own.id)
  const ended = once(client.socket as never, 'disconnect')
  expect((await server.raw('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${eva.token}` } })).status).toBe(200)
  await ended
})
