import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { createPackAnswer } from './shared-answers.ts'

describe('an answer', () => {
  const ask = { route: '/boards/:boardId', key: 'revision 1', accepts: 'br' }

  test('is made once for all who ask for it at once and afterwards, and its cost is borne by the first', async () => {
    const packAnswer = createPackAnswer()
    let made = 0
    const write = async () => JSON.stringify({ made: ++made, text: 'a'.repeat(5000) })
    const crowd = await Promise.all(Array.from({ length: 50 }, () => packAnswer({ ...ask, write })))
    const later = await packAnswer({ ...ask, write })
    expect(made).toBe(1)
    expect(new Set([...crowd, later].map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
    expect([...crowd, later].filter(({ cost }) => cost > 5000)).toHaveLength(1)
    expect(later.cost).toBe(later.bytes.length)
  })

  test('is made for each key, route and encoding, and again after it failed', async () => {
    const packAnswer = createPackAnswer()
    let made = 0
    const write = async () => String(++made)
    const text = async (other: Partial<typeof ask>) => {
      const { bytes, encoding } = await packAnswer({ ...ask, ...other, write })
      return (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    }
    expect(await text({})).toBe('1')
    expect(await text({ key: 'revision 2' })).toBe('2')
    expect(await text({ route: '/lists/:listId' })).toBe('3')
    expect(await text({ accepts: 'gzip' })).toBe('4')
    expect(await text({ accepts: '' })).toBe('5')
    const fails = () => packAnswer({ ...ask, key: 'revision 3', write: () => Promise.reject(new Error('no database')) })
    await expect(fails()).rejects.toThrow('no database')
    expect(await text({ key: 'revision 3' })).toBe('6')
    expect(await text({})).toBe('1')
  })
})

describe('a board that several people read', () => {
  let server: TestServer
  let team: Team
  beforeAll(async () => {
    server = await startServer()
    await register(server)
    team = await makeTeam(server)
    await makeCard(server, team.admin, team.board, 'Um')
  })
  afterAll(() => server.stop())

  const read = (token: string) => server.call(boardsApi.get, { token, params: { boardId: team.board.id } })

  test('says to each what they may do, and is gone for who was removed', async () => {
    const { admin, member, guest } = team
    await read(admin.token)
    const [first, second, third] = [ok(await read(admin.token)), ok(await read(member.token)), ok(await read(guest.token))]
    expect([first.role, second.role, third.role]).toEqual(['admin', 'member', 'guest'])
    expect([first.can.administer, second.can.administer, second.can.write, third.can.write]).toEqual([true, false, true, false])
    expect(second.lists).toEqual(first.lists)
    const params = { boardId: team.board.id, userId: guest.user.id }
    ok(await server.call(boardsApi.removeMember, { token: admin.token, params }))
    expect((await read(guest.token)).status).toBe(404)
  })

  test('has the change that was just answered', async () => {
    const { token } = team.member
    const titles = async () => ok(await read(token)).lists.flatMap(({ cards }) => cards.map(({ title }) => title))
    const card = await makeCard(server, team.admin, team.board, 'Dois')
    for (const title of ['Três', 'Quatro']) {
      expect(await titles()).toContain(card.title)
      card.title = title
      ok(await server.call(cardsApi.update, { token, params: { cardId: card.id }, body: { title } }))
    }
    expect(await titles()).toContain('Quatro')
    ok(await server.call(cardsApi.remove, { token, params: { cardId: card.id } }))
    expect(await titles()).not.toContain('Quatro')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('comes as a client that accepts %s can read it', async (accepts, encoding) => {
    const { token } = team.member
    const whole = ok(await read(token))
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepts }
    // What fetch unpacks.
    const response = await server.raw(`/api/boards/${team.board.id}`, { headers })
    expect(['content-encoding', 'vary', 'cache-control'].map((name) => response.headers.get(name))).toEqual([
      encoding,
      'accept-encoding',
      'no-store',
    ])
    expect(await response.json()).toEqual(whole)
  })
})
