import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { texts } from '@rodada/contract/texts/texts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshEmail } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { RoomClient } from '../../../test/room-client.ts'

const office = '203.0.113.1'
const elsewhere = '203.0.113.2'
/** Each person of a test is one more, so that they register from an address of their own. */
let serial = 0
let server: TestServer

/** Limits of a hundredth, behind a proxy that says where calls come from. */
beforeEach(async () => {
  server = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'true' } })
})
afterEach(() => server.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })

async function newcomer(): Promise<string> {
  serial += 1
  const body = { name: `Pessoa ${serial}`, email: freshEmail(), password: 'senha secreta' }
  const { token } = ok(await server.call(authApi.register, { body, headers: from(`2001:db8:0:${serial.toString(16)}::1`) }))
  return token
}

/** Ten writes, as many as one person has in a minute. */
async function tenWrites(token: string, address: string): Promise<number[]> {
  const create = () => server.call(boardsApi.create, { token, body: { title: 'Quadro' }, headers: from(address) })
  const statuses = []
  for (let i = 0; i < 10; i += 1) statuses.push((await create()).status)
  return statuses
}
const all = (status: number) => Array.from({ length: 10 }, () => status)

test('accounts of one network write as much as twenty people; another network, reading and the own account go on', async () => {
  for (let i = 0; i < 20; i += 1) expect(await tenWrites(await newcomer(), office)).toEqual(all(200))
  const late = await newcomer()
  const refused = await server.call(boardsApi.create, { token: late, body: { title: 'Quadro' }, headers: from(office) })
  expect([refused.status, refused.body.message]).toEqual([429, texts.tooManyAttempts])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await tenWrites(await newcomer(), elsewhere)).toEqual(all(200))
  expect((await server.call(boardsApi.list, { token: late, headers: from(office) })).status).toBe(200)
  const change = { current_password: 'senha secreta', new_password: 'outra senha', confirmation: 'outra senha' }
  expect((await server.call(accountApi.changePassword, { token: late, body: change, headers: from(office) })).status).toBe(200)
})

test('what one person is refused costs their network nothing', async () => {
  const greedy = await newcomer()
  expect(await tenWrites(greedy, office)).toEqual(all(200))
  for (let i = 0; i < 20; i += 1) expect(await tenWrites(greedy, office)).toEqual(all(429))
  expect(await tenWrites(await newcomer(), office)).toEqual(all(200))
})

test('accounts of one network that comment, or open rooms, are stopped together; others are not', async () => {
  // Of a person one comment a minute and one room in ten, of the network six and two.
  const comments = async (address: string) => {
    const token = await newcomer()
    const card = await makeCard(server, { token }, await makeBoard(server, { token }))
    return server.call(commentsApi.add, { token, params: { cardId: card.id }, body: { content: 'Oi' }, headers: from(address) })
  }
  for (let i = 0; i < 6; i += 1) expect((await comments(office)).status).toBe(200)
  expect((await comments(office)).status).toBe(429)
  expect((await comments(elsewhere)).status).toBe(200)

  const opens = async (address: string) => {
    const client = await new RoomClient(server.url(), { token: await newcomer(), address }).ready()
    const answer = await client.send('createRoom', { roomName: 'Sala', userName: 'Ana' })
    client.leave()
    return answer
  }
  for (let i = 0; i < 2; i += 1) expect(await opens(office)).toHaveProperty('hostToken')
  expect(await opens(office)).toMatchObject({ error: texts.tooFast })
  expect(await opens(elsewhere)).toHaveProperty('hostToken')
})

test('accounts of one network that change very many cards by few calls are stopped together; others are not', async () => {
  // Of a person 400 cards a minute, of the network 8,000.
  const flips = async (address: string, cards: number) => {
    const token = await newcomer()
    const board = await makeBoard(server, { token })
    const { id } = await makeCard(server, { token }, board)
    const { db } = server.app.deps
    const { id: _id, number: _number, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let more = 1; more < cards; more += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => ({ ...card, rank: `b${more + i}` }))
      await db.insertInto('cards').values(rows).execute()
    }
    const params = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
    return server.call(boardsApi.updateList, { token, params, body: { status: 'em_andamento' }, headers: from(address) })
  }
  // The change that goes beyond is done; the next one waits.
  expect((await flips(office, 8_500)).status).toBe(200)
  expect((await flips(office, 1)).status).toBe(429)
  expect((await flips(elsewhere, 1)).status).toBe(200)
})
