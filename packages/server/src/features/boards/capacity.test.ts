import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeSprint, makeTask } from '../../../test/sprints.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'

let server: TestServer
let root: Account
let ana: Account
beforeAll(async () => {
  server = await startServer()
  root = await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

/** Fills the board's first list by the database, with a revision for each card. */
async function fill(board: Board, count: number): Promise<void> {
  const { db } = server.app.deps
  const last = await db.selectFrom('cards').select('rank').where('list_id', '=', first(board)).orderBy('rank', 'desc').executeTakeFirst()
  const ranks = ranksBehind(last?.rank ?? null, count)
  const now = new Date().toISOString()
  const card = {
    ...{ board_id: board.id, list_id: first(board), title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  for (let from = 0; from < count; from += 1000) {
    await db
      .insertInto('cards')
      .values(ranks.slice(from, from + 1000).map((rank) => ({ ...card, rank })))
      .execute()
  }
  await db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', count) }))
    .where('id', '=', board.id)
    .execute()
}
const first = (board: Board) => board.lists[0]?.id ?? 0
const create = (board: Board, list = 1) =>
  server.call(listCardsApi.create, {
    token: ana.token,
    params: { boardId: board.id, listId: board.lists[list]?.id ?? 0 },
    body: { title: 'Mais um' },
  })
const act = (call: 'archive' | 'restore', { id }: Pick<Card, 'id'>) =>
  server.call(cardsApi[call], { token: ana.token, params: { cardId: id } })
const listAct = (call: 'archiveList' | 'removeList' | 'restoreList', board: Board, listId: number) =>
  server.call(boardsApi[call] as typeof boardsApi.restoreList, { token: ana.token, params: { boardId: board.id, listId } })

test('a board takes so many cards, created in any way; hidden ones, also of hidden lists, do not count', async () => {
  const board = await makeBoard(server, ana)
  const third = board.lists[2]?.id ?? 0
  const hidden = [await makeCard(server, ana, board, 'A', 2), await makeCard(server, ana, board, 'B', 2)]
  ok(await listAct('archiveList', board, third))
  await fill(board, limits.boardCards - 2)
  const [one, two] = [ok(await create(board)), ok(await create(board))]
  const full = await create(board)
  expect([full.status, full.body.message]).toEqual([409, texts.tooManyCards])

  ok(await act('archive', one))
  const three = ok(await create(board))
  for (const refused of [await create(board), await act('restore', one), await listAct('restoreList', board, third)]) {
    expect(refused.status).toBe(409)
  }
  expect((await act('restore', one)).body.message).toBe(texts.tooManyCardsToRestore)
  // Two come back with the list: there must be room for both.
  ok(await act('archive', two))
  expect((await listAct('restoreList', board, third)).body.message).toBe(texts.tooManyCardsToRestore)
  ok(await act('archive', three))
  ok(await listAct('restoreList', board, third))
  expect((await create(board)).status).toBe(409)
  ok(await act('archive', hidden[0] ?? one))
  ok(await act('restore', one))
  expect((await create(board)).status).toBe(409)
})

test('cards that a list brings back are counted, also after the board was counted before', async () => {
  const board = await makeBoard(server, ana)
  // From this many changes on the board is counted.
  await fill(board, limits.boardCards - 500)
  await server.app.deps.db.updateTable('boards').set({ revision: 30_000 }).where('id', '=', board.id).execute()
  ok(await listAct('archiveList', board, first(board)))
  ok(await create(board))
  ok(await listAct('restoreList', board, first(board)))
  await fill({ ...board, lists: board.lists.slice(1) }, 499)
  const full = await create(board)
  expect([full.status, full.body.message]).toEqual([409, texts.tooManyCards])
})

test('a board takes so many lists, archived ones included; a deleted one comes back only when there is room', async () => {
  const board = await makeBoard(server, ana)
  const params = { boardId: board.id }
  const add = () => server.call(boardsApi.addList, { token: ana.token, params, body: { title: 'Mais uma' } })
  for (let count = board.lists.length; count < limits.boardLists; count += 1) ok(await add())
  ok(await listAct('archiveList', board, board.lists[1]?.id ?? 0))
  const full = await add()
  expect([full.status, full.body.message]).toEqual([409, texts.tooManyLists])
  ok(await listAct('removeList', board, first(board)))
  const { id } = ok(await add())
  const refused = await listAct('restoreList', board, first(board))
  expect([refused.status, refused.body.message]).toEqual([409, texts.tooManyListsToRestore])
  ok(await listAct('restoreList', board, board.lists[1]?.id ?? 0))
  ok(await listAct('removeList', board, id))
  ok(await listAct('restoreList', board, first(board)))
})

/** Gives a person boards by the database. */
async function giveBoards({ user }: Account, count: number): Promise<void> {
  const now = new Date().toISOString()
  const board = {
    ...{ title: 'Quadro', description: '', search_text: 'quadro', color: '#0f766e', is_public: 0, user_id: user.id },
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  await server.app.deps.db
    .insertInto('boards')
    .values(Array.from({ length: count }, () => board))
    .execute()
}
const createBoard = ({ token }: Account) => server.call(boardsApi.create, { token, body: { title: 'Mais um' } })
const boardAct = (call: 'remove' | 'restore', { id }: Pick<Board, 'id'>, { token }: Account) =>
  server.call(boardsApi[call] as typeof boardsApi.restore, { token, params: { boardId: id } })

test('a person has so many boards, also when several are made at once', async () => {
  const person = await register(server)
  await giveBoards(person, limits.boardsOfPerson - 1)
  const created = await Promise.all(Array.from({ length: 8 }, () => createBoard(person)))
  expect(created.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(created.find(({ status }) => status === 409)?.body.message).toBe(texts.tooManyBoards)
})

test('nobody brings deleted boards back beyond that limit', async () => {
  const person = await register(server)
  const [first, second] = [await makeBoard(server, person), await makeBoard(server, person)]
  const params = { boardId: first.id }
  ok(await server.call(boardsApi.addMember, { token: person.token, params, body: { email: ana.email, role: 'member' } }))
  for (const board of [first, second]) ok(await boardAct('remove', board, person))
  await giveBoards(person, limits.boardsOfPerson)
  const refused = await boardAct('restore', first, person)
  expect([refused.status, refused.body.message]).toEqual([409, texts.tooManyBoardsToRestore])
  expect((await boardAct('restore', first, root)).status).toBe(409)
  // A person who may not bring it back does not learn of it.
  expect((await boardAct('restore', first, ana)).status).toBe(404)
  // Room for one of the two.
  const { db } = server.app.deps
  const own = db.selectFrom('boards').select('id').where('user_id', '=', person.user.id).where('deleted_at', 'is', null)
  const { id } = await own.executeTakeFirstOrThrow()
  ok(await boardAct('remove', { id }, root))
  const both = await Promise.all([first, second].map((board) => boardAct('restore', board, person)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a deleted card does not come back into a full sprint; an archived one was counted all the time', async () => {
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board)
  const [deleted, archived] = [await makeTask(server, ana, sprint, 'A'), await makeTask(server, ana, sprint, 'B')]
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: deleted.id } }))
  ok(await act('archive', archived))
  await fill(board, limits.sprintTasks - 1)
  await server.app.deps.db
    .updateTable('cards')
    .set({ sprint_id: sprint.id })
    .where('board_id', '=', board.id)
    .where('title', '=', 'Cartão')
    .execute()
  const refused = await act('restore', deleted)
  expect([refused.status, refused.body.message]).toEqual([409, texts.tooManyTasksToRestore])
  ok(await act('restore', archived))
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: archived.id } }))
  ok(await act('restore', deleted))
})

test('a list that is for done work now is so for each of its cards, also for more archived ones than a statement can name', async () => {
  const { db } = server.app.deps
  const board = await makeBoard(server, ana)
  const archived = 33_000
  await fill(board, archived)
  await db.updateTable('cards').set({ archived_at: new Date().toISOString() }).where('board_id', '=', board.id).execute()
  const params = { boardId: board.id, listId: first(board) }
  expect(ok(await server.call(boardsApi.updateList, { token: ana.token, params, body: { status: 'concluida' } })).status).toBe('concluida')
  const { done } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('done'))
    .where('board_id', '=', board.id)
    .where('status', '=', 'concluida')
    .where('completed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(done).toBe(archived)
})
