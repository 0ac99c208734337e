import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board, BoardChanges } from '@rodada/contract/boards/boards'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'

let server: TestServer
let pair: [Account, Account]
beforeAll(async () => {
  server = await startServer()
  await register(server)
  pair = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
})
afterAll(() => server.stop())

/** What a person may do to a board with a few lists, cards and labels. The numbers choose among them, hidden or not. */
const n = fc.nat({ max: 12 })
const step = fc.record({
  who: fc.nat({ max: 1 }),
  call: fc.constantFrom(
    ...(['create', 'create', 'create', 'update', 'move', 'move', 'assign', 'archive', 'remove', 'restore', 'label', 'unlabel'] as const),
    ...(['comment', 'check', 'board', 'addLabel', 'removeLabel', 'renameLabel', 'addMember', 'removeMember'] as const),
    ...(['addList', 'renameList', 'listStatus', 'moveList', 'archiveList', 'removeList', 'restoreList'] as const),
  ),
  a: n,
  b: n,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Known = { boardId: number; lists: number[]; cards: number[]; labels: number[] }

const among = (ids: number[], choice: number) => ids[choice % Math.max(1, ids.length)] ?? 2_000_000_000

/** Does a step, which may be refused, as a change of something hidden is. */
async function take(known: Known, { who, call, a, b }: Step): Promise<void> {
  const { token } = pair[who] ?? pair[0]
  const admin = pair[0].token
  const params = { boardId: known.boardId, listId: among(known.lists, b), cardId: among(known.cards, a), labelId: among(known.labels, b) }
  const send = async (endpoint: Endpoint, body?: object, as = token) => {
    const { status, body: reply } = await server.call(endpoint, { token: as, params, ...(body && { body }) })
    expect([200, 400, 404, 409]).toContain(status)
    return status === 200 ? (reply as { id: number }).id : undefined
  }
  const remember = (ids: number[], id: number | undefined) => id !== undefined && ids.push(id)
  const member = { ...params, userId: pair[1].user.id }
  const steps: Record<Step['call'], () => Promise<unknown>> = {
    create: async () => remember(known.cards, await send(listCardsApi.create, { title: `Cartão ${a}`, position: b })),
    update: () => send(cardsApi.update, { title: `Título ${b}`, description: b % 2 ? 'x' : '', priority: 'high', due_date: '2026-05-01' }),
    move: () => send(cardsApi.move, { list_id: params.listId, position: a }),
    assign: () => send(cardsApi.assign, { user_id: b % 2 ? null : pair[1].user.id }),
    archive: () => send(cardsApi.archive),
    remove: () => send(cardsApi.remove),
    restore: () => send(cardsApi.restore),
    label: () => send(cardsApi.addLabel, { label_id: params.labelId }),
    unlabel: () => send(cardsApi.removeLabel),
    comment: () => send(commentsApi.add, { content: 'Oi' }),
    check: async () => {
      const checklistId = await send(checklistsApi.add, { title: 'Antes' })
      if (checklistId) await server.call(checklistsApi.addItem, { token, params: { ...params, checklistId }, body: { title: 'Um' } })
    },
    board: () => send(boardsApi.update, { title: `Quadro ${b}`, description: `${a}` }, admin),
    addLabel: async () => remember(known.labels, await send(boardsApi.addLabel, { name: `Etiqueta ${a}`, color: '#266fb8' })),
    removeLabel: () => send(boardsApi.removeLabel),
    renameLabel: () => send(boardsApi.updateLabel, { name: `Outra ${a}` }),
    addMember: () => send(boardsApi.addMember, { email: pair[1].email }, admin),
    removeMember: () => server.call(boardsApi.removeMember, { token: admin, params: member }),
    addList: async () => remember(known.lists, await send(boardsApi.addList, { title: `Lista ${a}` })),
    renameList: () => send(boardsApi.updateList, { title: `Outra ${a}` }),
    listStatus: () => send(boardsApi.updateList, { status: a % 2 ? 'concluida' : 'pendente' }),
    moveList: () => send(boardsApi.moveList, { position: a % 4 }),
    archiveList: () => send(boardsApi.archiveList),
    removeList: () => send(boardsApi.removeList),
    restoreList: () => send(boardsApi.restoreList),
  }
  await steps[call]()
}

/** A snapshot as a page keeps it, and the same with changes applied. */
function applied({ lists, ...old }: Board, { lists: newLists, cards, removed, ...frame }: BoardChanges): Board {
  const kept = new Map(lists.flatMap((list) => list.cards).map((card): [number, BoardChanges['cards'][number]] => [card.id, card]))
  for (const id of removed) kept.delete(id)
  for (const card of cards) kept.set(card.id, card)
  const byRank = [...kept.values()].sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return {
    ...old,
    ...frame,
    lists: newLists.map((list) => ({
      ...list,
      cards: byRank.filter((card) => card.list_id === list.id).map((card, position) => ({ ...card, position })),
    })),
  }
}

test('changes since any revision, applied to the snapshot of that revision, give the present snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const board = await makeBoard(server, pair[0])
      await addToBoard(server, pair[0], board.id, pair[1], 'member')
      const known: Known = { boardId: board.id, lists: board.lists.map(({ id }) => id), cards: [], labels: [] }
      const params = { boardId: board.id }
      const { token } = pair[0]
      const read = async () => ok(await server.call(boardsApi.get, { token, params }))
      const snapshots = [await read()]
      for (const [index, action] of steps.entries()) {
        await take(known, action)
        if (index % 6 === 0) snapshots.push(await read())
      }
      const now = await read()
      for (const old of [...snapshots, now]) {
        const changes = ok(await server.call(boardsApi.changes, { token, params, query: { since: old.revision } }))
        expect(applied(old, changes)).toEqual(now)
      }
      // A page that knows nothing asks since the beginning.
      const all = ok(await server.call(boardsApi.changes, { token, params, query: { since: 0 } }))
      expect(applied({ ...now, lists: [] }, all)).toEqual(now)
    }),
    { numRuns: 15 },
  )
})

test('a page that follows while two people write at once misses nothing', async () => {
  const board = await makeBoard(server, pair[0])
  await addToBoard(server, pair[0], board.id, pair[1], 'member')
  const params = { boardId: board.id }
  const { token } = pair[0]
  const read = async () => ok(await server.call(boardsApi.get, { token, params }))
  let page = await read()
  const writes = Array.from({ length: 60 }, async (_, index) => {
    const list = board.lists[index % 3]?.id ?? 0
    const who = pair[index % 2] ?? pair[0]
    const made = ok(
      await server.call(listCardsApi.create, { token: who.token, params: { ...params, listId: list }, body: { title: `${index}` } }),
    )
    if (index % 3 === 0) ok(await server.call(cardsApi.archive, { token, params: { cardId: made.id } }))
    if (index % 3 === 1)
      ok(await server.call(cardsApi.move, { token, params: { cardId: made.id }, body: { list_id: board.lists[0]?.id ?? 0, position: 0 } }))
  })
  let writing = true
  const all = Promise.all(writes).finally(() => {
    writing = false
  })
  while (writing) {
    page = applied(page, ok(await server.call(boardsApi.changes, { token, params, query: { since: page.revision } })))
  }
  await all
  page = applied(page, ok(await server.call(boardsApi.changes, { token, params, query: { since: page.revision } })))
  expect(page).toEqual(await read())
})

test('a revision of the future gets no changes', async () => {
  const board = await makeBoard(server, pair[0])
  const { token } = pair[0]
  const query = { since: 1_000_000 }
  const changes = ok(await server.call(boardsApi.changes, { token, params: { boardId: board.id }, query }))
  expect(changes).toMatchObject({ revision: board.revision, cards: [], removed: [] })
  for (const since of [-1, 'x', 1.5]) {
    const { status } = await server.call(boardsApi.changes, { token, params: { boardId: board.id }, query: { since } })
    expect(status).toBe(400)
  }
})

test('a board whose cards are read in several pieces tells each of them once, in order and with its labels', async () => {
  const [owner] = pair
  const { token } = owner
  const board = await makeBoard(server, owner)
  const [list] = board.lists
  if (!list) throw new Error('no list')
  const label = ok(
    await server.call(boardsApi.addLabel, { token, params: { boardId: board.id }, body: { name: 'Urgente', color: '#c33438' } }),
  )
  const { db } = server.app.deps
  const now = new Date().toISOString()
  const card = {
    ...{ board_id: board.id, list_id: list.id, title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: board.revision + 1, created_at: now, updated_at: now },
  }
  const rows = ranksBehind(null, 1100).map((rank) => ({ ...card, rank }))
  const ids = (await db.insertInto('cards').values(rows).returning('id').execute()).map(({ id }) => id)
  const labeled = [ids[0], ids[999], ids[1000], ids[1099]].map((id) => id ?? 0)
  await db
    .insertInto('card_labels')
    .values(labeled.map((card_id) => ({ card_id, label_id: label.id })))
    .execute()
  await db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', board.id)
    .execute()
  const params = { boardId: board.id }
  const whole = ok(await server.call(boardsApi.get, { token, params })).lists[0]?.cards ?? []
  const listed = ok(await server.call(listCardsApi.list, { token, params: { ...params, listId: list.id } }))
  for (const cards of [whole, listed]) {
    expect(cards.map(({ id }) => id)).toEqual(ids)
    expect(cards.map(({ position }) => position)).toEqual(ids.map((_, index) => index))
  }
  const changed = ok(await server.call(boardsApi.changes, { token, params, query: { since: board.revision } })).cards
  expect(changed.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
  for (const cards of [whole, listed, changed])
    expect(cards.flatMap(({ id, label_ids }) => (label_ids.length > 0 ? id : []))).toEqual(labeled)
})
