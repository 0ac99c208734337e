import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let pair: [Account, Account]
beforeAll(async () => {
  server = await startServer()
  await register(server)
  pair = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
})
afterAll(() => server.stop())

const who = fc.nat({ max: 1 })
const list = fc.nat({ max: 2 })
const card = fc.nat({ max: 30 })
const position = fc.nat({ max: 8 })
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), who, list, position: fc.option(position, { nil: undefined }) }),
  fc.record({ do: fc.constant('move' as const), who, card, list, position: fc.option(position, { nil: undefined }) }),
  fc.record({ do: fc.constant('put behind' as const), who, card, list, neighbour: fc.option(card, { nil: null }) }),
  fc.record({ do: fc.constant('archive' as const), who, card }),
  fc.record({ do: fc.constant('delete' as const), who, card }),
  fc.record({ do: fc.constant('restore' as const), who, card }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/**
 * Lists as plain arrays: hidden cards keep their places, between the same neighbours. A card goes right behind the shown card it is put
 * behind; without one to the top; beyond the end to the end.
 */
class Model {
  lists: { id: number; hidden: boolean }[][] = [[], [], []]

  all = () => this.lists.flat()
  shown = (list: number) => (this.lists[list] ?? []).filter(({ hidden }) => !hidden)
  listOf = (id: number) => this.lists.findIndex((cards) => cards.some((card) => card.id === id))

  insert(list: number, id: number, place: { position?: number | undefined; after?: number | null }): void {
    const shown = this.shown(list)
    const cards = this.lists[list] ?? []
    const neighbour =
      place.after === undefined ? (place.position === undefined ? undefined : shown[place.position - 1]?.id) : (place.after ?? undefined)
    const top = place.after === null || (place.after === undefined && place.position === 0)
    const at = top ? 0 : neighbour === undefined ? cards.length : cards.findIndex((card) => card.id === neighbour) + 1
    cards.splice(at, 0, { id, hidden: false })
  }
  take(id: number): void {
    this.lists = this.lists.map((cards) => cards.filter((card) => card.id !== id))
  }
}

async function play(model: Model, boardId: number, lists: number[], action: Step): Promise<void> {
  const { token } = pair[action.who] ?? pair[0]
  if (action.do === 'create') {
    const body = { title: 'Cartão', ...(action.position !== undefined && { position: action.position }) }
    const made = ok(await server.call(listCardsApi.create, { token, params: { boardId, listId: lists[action.list] ?? 0 }, body }))
    model.insert(action.list, made.id, { position: action.position })
    expect(model.shown(action.list).findIndex(({ id }) => id === made.id)).toBe(made.position)
    return
  }
  const chosen = model.all()[action.card % Math.max(1, model.all().length)]
  if (!chosen) return
  const params = { cardId: chosen.id }
  if (action.do === 'archive' || action.do === 'delete') {
    if (chosen.hidden) return
    expect((await server.call(action.do === 'archive' ? cardsApi.archive : cardsApi.remove, { token, params })).status).toBe(200)
    chosen.hidden = true
    return
  }
  if (action.do === 'restore') {
    const { status, body } = await server.call(cardsApi.restore, { token, params })
    expect(status).toBe(chosen.hidden ? 200 : 404)
    chosen.hidden = false
    if (status === 200) expect(model.shown(model.listOf(chosen.id)).findIndex(({ id }) => id === chosen.id)).toBe(body.position)
    return
  }
  if (chosen.hidden) return
  const list_id = lists[action.list] ?? 0
  const others = model.shown(action.list).filter(({ id }) => id !== chosen.id)
  const after =
    action.do === 'put behind' ? (action.neighbour === null ? null : others[action.neighbour % Math.max(1, others.length)]?.id) : undefined
  const place = action.do === 'move' ? { position: action.position } : { ...(after !== undefined && { after }) }
  const body = { list_id, ...(action.do === 'move' ? place : { ...(after !== undefined && { after_id: after }) }) }
  const moved = ok(await server.call(cardsApi.move, { token, params, body }))
  model.take(chosen.id)
  model.insert(action.list, chosen.id, place)
  expect(model.shown(action.list).findIndex(({ id }) => id === chosen.id)).toBe(moved.position)
}

const order = async (boardId: number) =>
  ok(await server.call(boardsApi.get, { token: pair[0].token, params: { boardId } })).lists.map(({ cards }) => cards.map(({ id }) => id))

test('whatever two people create, move, archive, delete and bring back, the order is that of plain lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const board = await makeBoard(server, pair[0])
      await addToBoard(server, pair[0], board.id, pair[1], 'member')
      const model = new Model()
      for (const action of steps)
        await play(
          model,
          board.id,
          board.lists.map(({ id }) => id),
          action,
        )
      expect(await order(board.id)).toEqual(model.lists.map((_, index) => model.shown(index).map(({ id }) => id)))
      // Positions are indexes, and ranks give the same order.
      for (const { cards } of ok(await server.call(boardsApi.get, { token: pair[0].token, params: { boardId: board.id } })).lists) {
        expect(cards.map((card) => card.position)).toEqual(cards.map((_, index) => index))
        const ranks = cards.map(({ rank }) => rank)
        expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => (a < b ? -1 : 1)))
      }
    }),
    { numRuns: 12 },
  )
})

test('four hundred cards into one spot keep short ranks, the right order and the requested position', async () => {
  const board = await makeBoard(server, pair[0])
  // Beside the spot, so that it gets a new rank with its neighbours.
  const hidden = await makeCard(server, pair[0], board, 'guardado')
  const [first, last] = [await makeCard(server, pair[0], board, 'primeiro'), await makeCard(server, pair[0], board, 'último')]
  const rankOf = async (id: number) =>
    (await server.app.deps.db.selectFrom('cards').select('rank').where('id', '=', id).executeTakeFirstOrThrow()).rank
  const before = await rankOf(hidden.id)
  const { token } = pair[0]
  ok(await server.call(cardsApi.archive, { token, params: { cardId: hidden.id } }))
  const query = { since: ok(await server.call(boardsApi.get, { token, params: { boardId: board.id } })).revision }
  const expected: number[] = []
  for (let count = 0; count < 400; count += 1) {
    const made = await makeCard(server, pair[0], board, `Cartão ${count}`, 0, { position: 1 })
    expect([count, made.position]).toEqual([count, 1])
    expect(made.rank.length).toBeLessThanOrEqual(60)
    expected.unshift(made.id)
  }
  const cards = ok(await server.call(boardsApi.get, { token: pair[0].token, params: { boardId: board.id } })).lists[0]?.cards ?? []
  expect(cards.map(({ id }) => id)).toEqual([first.id, ...expected, last.id])
  // Nobody is told of new ranks of hidden cards, which still come back to their places.
  const { cards: changed, removed } = ok(await server.call(boardsApi.changes, { token, params: { boardId: board.id }, query }))
  expect([changed.map(({ id }) => id).includes(hidden.id), changed.length >= 401, removed]).toEqual([false, true, []])
  expect(await rankOf(hidden.id)).not.toBe(before)
  expect(ok(await server.call(cardsApi.restore, { token, params: { cardId: hidden.id } })).position).toBe(0)
  expect(Math.max(...cards.map(({ rank }) => rank.length))).toBeLessThanOrEqual(60)
})

test('four hundred moves into one spot keep short ranks and answer the right position', async () => {
  const board = await makeBoard(server, pair[0])
  const ids: number[] = []
  for (const title of ['A', 'B', 'C', 'D']) ids.push((await makeCard(server, pair[0], board, title)).id)
  let model = [...ids]
  for (let count = 0; count < 400; count += 1) {
    const cardId = model[2] ?? 0
    const moved = ok(
      await server.call(cardsApi.move, {
        token: pair[0].token,
        params: { cardId },
        body: { list_id: board.lists[0]?.id ?? 0, position: 1 },
      }),
    )
    model = [...model.slice(0, 1), cardId, ...model.slice(1, 2), ...model.slice(3)]
    expect(moved.position).toBe(1)
  }
  const cards = ok(await server.call(boardsApi.get, { token: pair[0].token, params: { boardId: board.id } })).lists[0]?.cards ?? []
  expect(cards.map(({ id }) => id)).toEqual(model)
  expect(Math.max(...cards.map(({ rank }) => rank.length))).toBeLessThanOrEqual(60)
})

test('four hundred moves of lists do, too', async () => {
  const board = await makeBoard(server, pair[0])
  let model = board.lists.map(({ id }) => id)
  for (let count = 0; count < 400; count += 1) {
    const listId = model[2] ?? 0
    const params = { boardId: board.id, listId }
    expect(ok(await server.call(boardsApi.moveList, { token: pair[0].token, params, body: { position: 1 } })).position).toBe(1)
    model = [model[0] ?? 0, listId, model[1] ?? 0]
  }
  const { lists } = ok(await server.call(boardsApi.get, { token: pair[0].token, params: { boardId: board.id } }))
  expect(lists.map(({ id }) => id)).toEqual(model)
  expect(Math.max(...lists.map(({ rank }) => rank.length))).toBeLessThanOrEqual(60)
})

test('checklists and items whose ranks became long get short ones, in the same order', async () => {
  const board = await makeBoard(server, pair[0])
  const { id: cardId } = await makeCard(server, pair[0], board)
  const { token } = pair[0]
  const { db } = server.app.deps
  const add = async (title: string) => ok(await server.call(checklistsApi.add, { token, params: { cardId }, body: { title } })).id
  const lists = [await add('A'), await add('B'), await add('C')]
  const checklistId = lists[0] ?? 0
  const addItem = async (title: string) =>
    ok(await server.call(checklistsApi.addItem, { token, params: { cardId, checklistId }, body: { title } })).id
  const items = [await addItem('a'), await addItem('b'), await addItem('c')]
  // As after some hundred moves into one place.
  const rank = `a0${'0'.repeat(60)}1`
  for (const [table, ids] of [
    ['checklists', lists],
    ['checklist_items', items],
  ] as const) {
    await db
      .updateTable(table)
      .set({ rank })
      .where('id', '=', ids[1] ?? 0)
      .execute()
  }
  const params = { cardId, checklistId: lists[2] ?? 0 }
  expect(ok(await server.call(checklistsApi.update, { token, params, body: { position: 1 } })).position).toBe(1)
  const itemParams = { cardId, checklistId, itemId: items[2] ?? 0 }
  expect(ok(await server.call(checklistsApi.updateItem, { token, params: itemParams, body: { position: 1 } })).position).toBe(1)
  const now = ok(await server.call(checklistsApi.list, { token, params: { cardId } }))
  expect(now.map(({ title }) => title)).toEqual(['A', 'C', 'B'])
  expect(now[0]?.items.map(({ title }) => title)).toEqual(['a', 'c', 'b'])
  for (const table of ['checklists', 'checklist_items'] as const) {
    const ids = table === 'checklists' ? lists : items
    const rows = await db.selectFrom(table).select('rank').where('id', 'in', ids).execute()
    expect(Math.max(...rows.map((row) => row.rank.length))).toBeLessThan(10)
  }
})

test('a move writes one row, wherever it goes', async () => {
  const board = await makeBoard(server, pair[0])
  const ids: number[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E']) ids.push((await makeCard(server, pair[0], board, title)).id)
  const { token } = pair[0]
  const rows = async (table: 'cards' | 'lists') => {
    const all = await server.app.deps.db.selectFrom(table).selectAll().where('board_id', '=', board.id).execute()
    return new Map(all.map((row) => [row.id, JSON.stringify(row)]))
  }
  const changed = async (table: 'cards' | 'lists', move: () => Promise<{ status: number }>) => {
    const before = await rows(table)
    expect((await move()).status).toBe(200)
    return [...(await rows(table))].filter(([id, row]) => before.get(id) !== row).map(([id]) => id)
  }
  for (const [cardId = 0, list, position] of [
    [ids[4], 0, 0],
    [ids[0], 0, 2],
    [ids[2], 0, 4],
    [ids[3], 1, 0],
  ] as const) {
    const body = { list_id: board.lists[list]?.id ?? 0, position }
    expect(await changed('cards', () => server.call(cardsApi.move, { token, params: { cardId }, body }))).toEqual([cardId])
  }
  const listId = board.lists[2]?.id ?? 0
  const params = { boardId: board.id, listId }
  expect(await changed('lists', () => server.call(boardsApi.moveList, { token, params, body: { position: 1 } }))).toEqual([listId])
})

test('a position beyond the end is the end', async () => {
  const board = await makeBoard(server, pair[0])
  const [a, b, c] = [
    await makeCard(server, pair[0], board, 'A'),
    await makeCard(server, pair[0], board, 'B', 0, { position: 1000 }),
    await makeCard(server, pair[0], board, 'C', 0, { position: 1_000_000 }),
  ]
  const body = { list_id: a.list_id, position: 999_999 }
  expect(ok(await server.call(cardsApi.move, { token: pair[0].token, params: { cardId: a.id }, body })).position).toBe(2)
  expect((await order(board.id))[0]).toEqual([b.id, c.id, a.id])
  const params = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
  expect(ok(await server.call(boardsApi.moveList, { token: pair[0].token, params, body: { position: 1000 } })).position).toBe(2)
  for (const position of [-1, 0.5, 1_000_001, '0', null, true]) {
    const { status } = await server.call(cardsApi.move, {
      token: pair[0].token,
      params: { cardId: a.id },
      body: { list_id: a.list_id, position },
    })
    expect([position, status]).toEqual([position, 400])
  }
})
