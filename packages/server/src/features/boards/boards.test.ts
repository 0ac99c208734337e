import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server)
})
afterAll(() => server.stop())

test('a new board is private, blue, and has its three lists', async () => {
  const board = await makeBoard(server, ana)
  expect(board).toMatchObject({ is_public: false, color: '#266fb8', role: 'admin', can: { write: true, administer: true } })
  expect(board.lists.map(({ title, status, position }) => [title, status, position])).toEqual([
    ['A Fazer', 'pendente', 0],
    ['Em Andamento', 'em_andamento', 1],
    ['Concluído', 'concluida', 2],
  ])
})

test('a new card has medium priority and no assignee, and an empty date is no date', async () => {
  const board = await makeBoard(server, ana)
  const nothing = {
    priority: 'medium',
    due_date: null,
    description: '',
    assigned_user: null,
    estimate: null,
    status: 'pendente',
    labels: [],
  }
  expect(await makeCard(server, ana, board)).toMatchObject(nothing)
  expect(await makeCard(server, ana, board, 'Sem data', 0, { due_date: '', description: null })).toMatchObject(nothing)
})

test('a new board and a new sprint begin with texts in the language of their maker', async () => {
  const eva = await register(server)
  ok(await server.call(authApi.updateProfile, { token: eva.token, body: { language: 'es-ES' } }))
  const board = await makeBoard(server, eva)
  const steps = [
    ['Por hacer', 'pendente'],
    ['En curso', 'em_andamento'],
    ['Hecho', 'concluida'],
  ]
  expect(board.lists.map(({ title, status }) => [title, status])).toEqual(steps)
  const { columns } = await readSprint(server, eva, await makeSprint(server, eva, board))
  expect(columns.map(({ nome, status }) => [nome, status])).toEqual(steps)
})

test('a card moves to any position of any list and takes its status', async () => {
  const board = await makeBoard(server, ana)
  const [a, b, c] = [
    await makeCard(server, ana, board, 'A'),
    await makeCard(server, ana, board, 'B'),
    await makeCard(server, ana, board, 'C'),
  ]
  const done = board.lists[2]?.id ?? 0
  const move = (cardId: number, body: object) => server.call(cardsApi.move, { token: ana.token, params: { cardId }, body })
  expect(ok(await move(c.id, { list_id: a.list_id, position: 0 }))).toMatchObject({ position: 0, status: 'pendente' })
  expect(ok(await move(b.id, { list_id: done, position: 0 }))).toMatchObject({ status: 'concluida', completed_at: expect.any(String) })
  expect(ok(await move(a.id, { list_id: done, after_id: b.id }))).toMatchObject({ position: 1 })
  const titles = async () =>
    ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } })).lists.map((list) =>
      list.cards.map((card) => card.title),
    )
  expect(await titles()).toEqual([['C'], [], ['B', 'A']])
  ok(await move(b.id, { list_id: a.list_id }))
  expect(await titles()).toEqual([['C', 'B'], [], ['A']])
})

test('fifty concurrent creates and moves into one list end in one strict order, the same for everybody', async () => {
  const board = await makeBoard(server, ana)
  const [from, to] = [board.lists[0]?.id ?? 0, board.lists[1]?.id ?? 0]
  const cards = await Promise.all(Array.from({ length: 25 }, (_, index) => makeCard(server, ana, board, `de ${index}`)))
  await Promise.all([
    ...cards.map(({ id }) => server.call(cardsApi.move, { token: ana.token, params: { cardId: id }, body: { list_id: to, position: 0 } })),
    ...Array.from({ length: 25 }, (_, index) => makeCard(server, ana, board, `novo ${index}`, 1)),
  ])
  const read = async () => ok(await server.call(listCardsApi.list, { token: ana.token, params: { boardId: board.id, listId: to } }))
  const [first, second] = [await read(), await read()]
  expect(first).toHaveLength(50)
  expect(new Set(first.map(({ rank }) => rank)).size).toBe(50)
  expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id))
  expect(first.map(({ rank }) => rank)).toEqual(first.map(({ rank }) => rank).toSorted((a, b) => (a < b ? -1 : 1)))
  expect(ok(await server.call(listCardsApi.list, { token: ana.token, params: { boardId: board.id, listId: from } }))).toEqual([])
})

test('changes since a revision are exactly what changed', async () => {
  const board = await makeBoard(server, ana)
  const [a, b] = [await makeCard(server, ana, board, 'A'), await makeCard(server, ana, board, 'B')]
  const changes = async (since: number) =>
    ok(await server.call(boardsApi.changes, { token: ana.token, params: { boardId: board.id }, query: { since } }))
  const before = (await changes(0)).revision
  expect((await changes(before)).cards).toEqual([])
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: a.id }, body: { title: 'A2' } }))
  ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: b.id } }))
  const after = await changes(before)
  expect(after.cards.map((card) => card.title)).toEqual(['A2'])
  expect(after.removed).toEqual([b.id])
})
