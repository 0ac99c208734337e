import { boardsApi } from '@rodada/contract/boards/board-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { allStatementsOf } from '../../../test/query-plans.ts'

let server: TestServer
let eva: Account
let ana: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  ;[eva, ana] = [await register(server, { name: 'Eva' }), await register(server, { name: 'Ana' })]
})
afterAll(() => server.stop())

const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
const statusOf = async (boardId: number) => (await server.call(boardsApi.restore, { token: eva.token, params: { boardId } })).status

/** Eva's board with cards, deleted some hours ago. */
async function deleteBoard(cards: number, hoursAgo: number): Promise<number> {
  const board = await makeBoard(server, eva)
  const { id } = await makeCard(server, eva, board, 'Um')
  const { db } = server.app.deps
  const { id: _id, number: _number, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let from = 1; from < cards; from += 500) {
    const rows = Array.from({ length: Math.min(500, cards - from) }, (_, i) => ({ ...card, rank: `b${from + i}` }))
    await db.insertInto('cards').values(rows).execute()
  }
  ok(await server.call(boardsApi.remove, { token: eva.token, params: { boardId: board.id } }))
  await db
    .updateTable('boards')
    .set({ deleted_at: hours(hoursAgo) })
    .where('id', '=', board.id)
    .execute()
  return board.id
}

/** Fills every card of a board with so many items. */
async function fillCards(boardId: number, items: number): Promise<void> {
  const { db } = server.app.deps
  await db.updateTable('cards').set({ checklist_total: items }).where('board_id', '=', boardId).execute()
  for (const { id: card_id } of await db.selectFrom('cards').select('id').where('board_id', '=', boardId).execute()) {
    const list = await db.insertInto('checklists').values({ card_id, title: 'Passos', rank: 'a' }).returning('id').executeTakeFirstOrThrow()
    const item = { checklist_id: list.id, title: 'Passo', search_text: 'passo', completed_at: null }
    const rows = Array.from({ length: items }, (_, index) => ({ ...item, rank: `b${index}` }))
    for (let from = 0; from < items; from += 500)
      await db
        .insertInto('checklist_items')
        .values(rows.slice(from, from + 500))
        .execute()
  }
}

test.each([
  ['of many cards', 5000, 0],
  ['of a few cards with thousands of items', 24, 2000],
])('a board %s is purged in parts, and others write in between', async (_, cards, items) => {
  const here = await makeBoard(server, ana)
  const boardId = await deleteBoard(cards, items > 0 ? 0 : 25)
  const { db } = server.app.deps
  if (items > 0) {
    await fillCards(boardId, items)
    await db
      .updateTable('boards')
      .set({ deleted_at: hours(25) })
      .where('id', '=', boardId)
      .execute()
  }
  const count = async (table: 'cards' | 'checklist_items') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .$if(table === 'cards', (query) => query.where('board_id' as 'id', '=', boardId))
        .executeTakeFirstOrThrow()
    ).n
  const left = async () => (await count('cards')) + (await count('checklist_items'))
  const all = await left()
  let isOver = false
  const purged = server.app.runJobs().finally(() => {
    isOver = true
  })
  let written = 0
  while (!isOver) {
    await makeCard(server, ana, here, 'Entre uma coisa e outra')
    const now = await left()
    if (now > 0 && now < all) written += 1
  }
  await purged
  expect(written).toBeGreaterThan(0)
  expect(await left()).toBe(0)
  expect(await db.selectFrom('boards').select('id').where('id', '=', boardId).execute()).toEqual([])
})

test.each([
  ['items', 'checklist_items'],
  ['comments', 'comments'],
  ['things that were brought from elsewhere', 'import_sources'],
] as const)('of one card with thousands of %s, and its board, one statement removes a thousand at most', async (_, table) => {
  const boardId = await deleteBoard(1, 25)
  const { db } = server.app.deps
  const { id: card_id } = await db.selectFrom('cards').select('id').where('board_id', '=', boardId).executeTakeFirstOrThrow()
  const text = 'um comentario'
  const comment = { card_id, user_id: ana.user.id, content: text, search_text: text, created_at: hours(30), version: 1 }
  const known = { board_id: boardId, source: 'trello', kind: 'comment', local_id: 1, digest: '' }
  if (table === 'checklist_items') await fillCards(boardId, 4000)
  for (let from = 0; from < 4000; from += 500) {
    const rows = Array.from({ length: 500 }, (__, index) => from + index)
    if (table === 'comments')
      await db
        .insertInto('comments')
        .values(rows.map(() => comment))
        .execute()
    if (table === 'import_sources')
      await db
        .insertInto('import_sources')
        .values(rows.map((n) => ({ ...known, source_id: `${n}` })))
        .execute()
  }
  const left = async () =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const all = await left()
  const statements = await allStatementsOf(() => server.app.runJobs())
  const removed = statements.flatMap(({ sql, parameters }) => (sql.startsWith(`delete from "${table}"`) ? [parameters.length] : []))
  // What went with its card is in no statement of its own. Besides the rows, a statement names their board, source and kind.
  expect(removed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(all)
  expect(Math.max(...removed)).toBeLessThanOrEqual(1003)
  expect(await left()).toBe(0)
})

test('of one card with a journal of thousands of lines, one statement takes some from it before it goes', async () => {
  const boardId = await deleteBoard(1, 25)
  const { db } = server.app.deps
  const line = await db
    .selectFrom('activities')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('kind', '=', 'card.created')
    .executeTakeFirstOrThrow()
  const { id: _id, ...same } = line
  for (let n = 0; n < 10; n += 1)
    await db
      .insertInto('activities')
      .values(Array.from({ length: 500 }, () => same))
      .execute()
  const statements = await allStatementsOf(() => server.app.runJobs())
  const taken = statements.flatMap(({ sql, parameters }) =>
    sql.startsWith('update "activities" set "card_id"') ? [parameters.length - 1] : [],
  )
  expect(taken).toEqual([2000, 2000])
  expect(await db.selectFrom('activities').select('id').where('board_id', '=', boardId).execute()).toEqual([])
})

test('what was deleted more than a day ago cannot come back in part', async () => {
  expect(await statusOf(await deleteBoard(1, 23))).toBe(200)
  expect(await statusOf(await deleteBoard(1, 24.01))).toBe(404)

  const board = await makeBoard(server, eva)
  const [list] = board.lists
  const params = { boardId: board.id, listId: list?.id ?? 0 }
  ok(await server.call(boardsApi.removeList, { token: eva.token, params }))
  await server.app.deps.db
    .updateTable('lists')
    .set({ deleted_at: hours(24.01) })
    .where('id', '=', params.listId)
    .execute()
  expect((await server.call(boardsApi.restoreList, { token: eva.token, params })).status).toBe(404)
})
