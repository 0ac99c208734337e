import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let team: Team
let stranger: Account
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
  stranger = await register(server)
})
afterAll(() => server.stop())

const byKey = (who: Account, key: string) => server.call(cardsApi.byKey, { token: who.token, params: { key } })
const setPrefix = (who: Account, boardId: number, key_prefix: string) =>
  server.call(boardsApi.update, { token: who.token, params: { boardId }, body: { key_prefix } })
const idOf = async (who: Account, key: string) => ok(await byKey(who, key)).id

test('a board is named by its first letters, and its cards count up and never again', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Ação e reação' })
  expect(board.key_prefix).toBe('ACA')
  const first = await makeCard(server, team.admin, board)
  const second = await makeCard(server, team.admin, board)
  expect([first.key, second.key]).toEqual(['ACA-1', 'ACA-2'])
  ok(await server.call(cardsApi.remove, { token: team.admin.token, params: { cardId: second.id } }))
  expect((await makeCard(server, team.admin, board)).key).toBe('ACA-3')
  const shown = ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: board.id } }))
  expect(shown.lists.flatMap(({ cards }) => cards.map(({ key }) => key))).toEqual(['ACA-1', 'ACA-3'])
  // The number of a deleted card leads nowhere, and to the card again when it comes back.
  expect(await byKey(team.admin, 'ACA-2')).toMatchObject({ status: 404 })
  ok(await server.call(cardsApi.restore, { token: team.admin.token, params: { cardId: second.id } }))
  expect(await idOf(team.admin, 'aca-2')).toBe(second.id)
})

test('cards made at once have numbers of their own', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Juntos' })
  const made = await Promise.all(Array.from({ length: 12 }, () => makeCard(server, team.admin, board)))
  expect(made.map(({ key }) => key).sort()).toEqual(Array.from({ length: 12 }, (_, index) => `JUN-${index + 1}`).sort())
})

test('a key is read by who sees the board, and by nobody else', async () => {
  const card = await makeCard(server, team.member, team.board)
  for (const who of [team.admin, team.member, team.guest]) expect(await idOf(who, card.key)).toBe(card.id)
  expect(await byKey(stranger, card.key)).toMatchObject({ status: 404, body: { message: texts.notFound } })
  for (const key of ['nada', 'PAG-0', 'PAG-1-2', '%', 'x'.repeat(40), 'x'.repeat(41)])
    expect(await byKey(team.admin, key)).toMatchObject({ status: 404 })
})

test('another prefix renames every card, and the old keys still lead to them', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Pagamentos' })
  const card = await makeCard(server, team.admin, board)
  const since = ok(await server.call(boardsApi.get, { token: team.admin.token, params: { boardId: board.id } })).revision
  expect(ok(await setPrefix(team.admin, board.id, ' fin ')).key_prefix).toBe('FIN')
  expect(await idOf(team.admin, 'PAG-1')).toBe(card.id)
  expect(ok(await byKey(team.admin, 'FIN-1')).key).toBe('FIN-1')
  const changes = ok(await server.call(boardsApi.changes, { token: team.admin.token, params: { boardId: board.id }, query: { since } }))
  expect([changes.key_prefix, changes.cards.map(({ key }) => key)]).toEqual(['FIN', ['FIN-1']])
  // A board that takes the prefix goes first; where its numbers end, the board of before is meant.
  const other = await makeBoard(server, team.admin, { title: 'Pagadoria' })
  const taken = await makeCard(server, team.admin, other)
  expect(await idOf(team.admin, 'PAG-1')).toBe(taken.id)
  const second = await makeCard(server, team.admin, board)
  expect(await idOf(team.admin, 'PAG-2')).toBe(second.id)
  // Back again.
  ok(await setPrefix(team.admin, board.id, 'PAG'))
  expect(await idOf(team.admin, 'FIN-1')).toBe(card.id)
  expect(await idOf(team.admin, 'PAG-2')).toBe(second.id)
})

test('a key of two boards is that of the newer card among those that one sees', async () => {
  const [mine, ours] = [await makeBoard(server, stranger, { title: 'Zebra' }), await makeBoard(server, team.admin, { title: 'Zebra' })]
  const [own, foreign] = [await makeCard(server, stranger, mine), await makeCard(server, team.admin, ours)]
  expect(own.key).toBe(foreign.key)
  expect(await idOf(stranger, 'ZEB-1')).toBe(own.id)
  expect(await idOf(team.admin, 'ZEB-1')).toBe(foreign.id)
})

test('a key of an own board goes before the same key of a public one', async () => {
  const own = await makeBoard(server, team.admin, { title: 'Girafa' })
  const card = await makeCard(server, team.admin, own)
  const everybodys = await makeBoard(server, stranger, { title: 'Girafa', is_public: true })
  const newer = await makeCard(server, stranger, everybodys)
  expect(await idOf(team.admin, 'GIR-1')).toBe(card.id)
  expect(await idOf(team.member, 'GIR-1')).toBe(newer.id)
})

test('boards that take the same prefix at once keep their numbers, and each old key leads to its own card', async () => {
  const boards = [await makeBoard(server, team.admin, { title: 'Leste' }), await makeBoard(server, team.admin, { title: 'Oeste' })]
  const cards = []
  for (const board of boards) cards.push(await makeCard(server, team.admin, board))
  const [east, west] = cards
  const replies = await Promise.all(boards.map(({ id }) => setPrefix(team.admin, id, 'SOL')))
  expect(replies.map((reply) => ok(reply).key_prefix)).toEqual(['SOL', 'SOL'])
  // Of two that have the key now, the newer one.
  expect([await idOf(team.admin, 'LES-1'), await idOf(team.admin, 'OES-1'), await idOf(team.admin, 'SOL-1')]).toEqual([
    east?.id,
    west?.id,
    west?.id,
  ])
  // A third board that gets a prefix of before takes no key from who has it still through another one.
  const third = await makeBoard(server, team.admin, { title: 'Lestada' })
  expect(await idOf(team.admin, 'LES-1')).toBe(east?.id)
  const named = await makeCard(server, team.admin, third)
  expect([named.key, await idOf(team.admin, 'LES-1')]).toEqual(['LES-1', named.id])

  // Between boards of one prefix a card has another number; what has a key now goes before what had it.
  const to = { list_id: boards[1]?.lists[0]?.id ?? 0 }
  const moved = ok(await server.call(cardsApi.move, { token: team.admin.token, params: { cardId: east?.id ?? 0 }, body: to }))
  expect([moved.key, await idOf(team.admin, 'SOL-2'), await idOf(team.admin, 'SOL-1')]).toEqual(['SOL-2', east?.id, west?.id])
  ok(await server.call(cardsApi.remove, { token: team.admin.token, params: { cardId: west?.id ?? 0 } }))
  expect(await idOf(team.admin, 'SOL-1')).toBe(east?.id)
  const found = ok(await server.call(cardsApi.search, { token: team.admin.token, query: { q: 'SOL-1' } }))
  expect(found.map(({ id, key }) => [id, key])).toEqual([[east?.id, 'SOL-2']])
})

test('a prefix is two to six letters, and who administers the board chooses it', async () => {
  for (const bad of ['', 'P', 'PAGAMEN', 'P1', 'PÃO', 'PA G', '  ', 'PA-'])
    expect(await setPrefix(team.admin, team.board.id, bad)).toMatchObject({
      status: 400,
      body: { fields: { key_prefix: texts.keyPrefixInvalid } },
    })
  for (const who of [team.member, team.guest]) expect(await setPrefix(who, team.board.id, 'ABC')).toMatchObject({ status: 403 })
  expect(await setPrefix(stranger, team.board.id, 'ABC')).toMatchObject({ status: 404 })
})

test('a board is found by the twenty prefixes that it had, and takes no more', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Muda' })
  const letters = 'ABCDEFGHIJKLMNOPQRST'
  for (const letter of letters) ok(await setPrefix(team.admin, board.id, `Q${letter}`))
  expect(await setPrefix(team.admin, board.id, 'QZ')).toMatchObject({ status: 409, body: { message: texts.tooManyPrefixes } })
  expect(ok(await setPrefix(team.admin, board.id, 'MUD')).key_prefix).toBe('MUD')
})

test('a search for a key begins with its card, and goes on with those that quote it', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Buscas' })
  const named = await makeCard(server, team.admin, board, 'Alvo')
  const quoting = [
    await makeCard(server, team.admin, board, 'Depois de BUS-1'),
    await makeCard(server, team.admin, board, 'BUS-1 e BUS-11'),
  ]
  const ids = async (query: Record<string, string | number>) =>
    ok(await server.call(cardsApi.search, { token: team.admin.token, query: { q: 'bus-1', ...query } })).map(({ id }) => id)
  const all = [named.id, quoting[1]?.id, quoting[0]?.id]
  expect(await ids({})).toEqual(all)
  expect([...(await ids({ limit: 1 })), ...(await ids({ limit: 1, offset: 1 })), ...(await ids({ limit: 1, offset: 2 }))]).toEqual(all)
  expect(await ids({ board_id: board.id, priority: 'medium' })).toEqual(all)
  expect(await ids({ priority: 'low' })).toEqual([])
  expect(ok(await server.call(cardsApi.search, { token: stranger.token, query: { q: 'bus-1' } }))).toEqual([])
  ok(await server.call(cardsApi.assign, { token: team.admin.token, params: { cardId: named.id }, body: { user_id: team.admin.user.id } }))
  const own = ok(await server.call(cardsApi.filter, { token: team.admin.token, query: { q: 'BUS-1' } }))
  expect(own.map(({ id, key }) => [id, key])).toEqual([[named.id, 'BUS-1']])
})
