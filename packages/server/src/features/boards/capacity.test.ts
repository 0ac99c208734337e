import { type Board, boardsApi } from '@rodada/contract/boards'
import { type Card, cardsApi, listCardsApi } from '@rodada/contract/cards'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { ranksBehind } from '../../platform/ranks.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())

/** Puts cards into the board's first list that nobody would make one by one; each of them was a change. */
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

test('a board takes so many cards, whichever way they come; hidden ones, also of hidden lists, do not count', async () => {
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
}, 60_000)

test('what a list brings back is counted, also after the board was counted before', async () => {
  const board = await makeBoard(server, ana)
  // More changes than a board may have cards: from now on it was counted.
  await fill(board, limits.boardCards - 500)
  await server.app.deps.db.updateTable('boards').set({ revision: 30_000 }).where('id', '=', board.id).execute()
  ok(await listAct('archiveList', board, first(board)))
  ok(await create(board))
  ok(await listAct('restoreList', board, first(board)))
  await fill({ ...board, lists: board.lists.slice(1) }, 499)
  const full = await create(board)
  expect([full.status, full.body.message]).toEqual([409, texts.tooManyCards])
}, 60_000)

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
