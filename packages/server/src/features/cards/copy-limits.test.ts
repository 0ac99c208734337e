import { boardsApi } from '@rodada/contract/boards/board-calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import type { Db } from '../../platform/database.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'

/** 800 cards a minute and 4,000 an hour, so that no copy takes long enough to be forgotten before the next one. */
let strict: TestServer
beforeEach(async () => {
  strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.02' } })
})
afterEach(() => strict.stop())

const now = new Date().toISOString()
const many = Array.from({ length: 50 }, (_, at) => at)

/** A board with a list of a hundred cards. */
async function fullBoard(who: Account): Promise<{ boardId: number; listId: number; cardIds: number[] }> {
  const board = await makeBoard(strict, who)
  const listId = board.lists[0]?.id ?? 0
  const card = {
    ...{ board_id: board.id, list_id: listId, title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  const rows = ranksBehind(null, 100).map((rank) => ({ ...card, rank }))
  const cards = await strict.app.deps.db.insertInto('cards').values(rows).returning('id').execute()
  return { boardId: board.id, listId, cardIds: cards.map(({ id }) => id) }
}

/** Each hangs 5,000 rows, or a few less, on the cards of a board. */
const hang = {
  nothing: async () => {},
  labels: async (db: Db, board_id: number, cardIds: number[]) => {
    const labels = many.map((at) => ({ board_id, name: `Etiqueta ${at}`, color: '#266fb8' }))
    const made = await db.insertInto('labels').values(labels).returning('id').execute()
    for (const card_id of cardIds)
      await db
        .insertInto('card_labels')
        .values(made.map(({ id: label_id }) => ({ card_id, label_id })))
        .execute()
  },
  participants: async (db: Db, board_id: number, cardIds: number[]) => {
    const account = { name: 'Bia', password_hash: 'none', role: 'collaborator', session_timeout: 30, created_at: now }
    const people = many.map(() => ({ ...account, email: freshEmail() }))
    const made = await db.insertInto('users').values(people).returning('id').execute()
    for (const card_id of cardIds)
      await db
        .insertInto('card_participants')
        .values(made.map(({ id: user_id }) => ({ card_id, user_id, board_id })))
        .execute()
  },
  checklists: async (db: Db, _boardId: number, cardIds: number[]) => {
    for (const card_id of cardIds)
      await db
        .insertInto('checklists')
        .values(ranksBehind(null, 50).map((rank) => ({ card_id, title: 'Aceite', rank })))
        .execute()
  },
  relations: async (db: Db, _boardId: number, cardIds: number[]) => {
    for (const [at, from_card_id] of cardIds.entries()) {
      const rows = cardIds.slice(at + 1).map((to_card_id) => ({ kind: 'relates_to' as const, from_card_id, to_card_id }))
      if (rows.length > 0) await db.insertInto('card_relations').values(rows).execute()
    }
  },
}

test.each([
  ['nothing', 'board', 200],
  ['labels', 'list', 429],
  ['participants', 'list', 429],
  ['checklists', 'list', 429],
  ['relations', 'board', 429],
  ['relations', 'list', 200],
] as const)('after cards with %s were copied with their %s, the next copy is answered with %i', async (what, whole, expected) => {
  const who = await register(strict)
  const { boardId, listId, cardIds } = await fullBoard(who)
  await hang[what](strict.app.deps.db, boardId, cardIds)
  const copyList = () => strict.call(boardsApi.copyList, { token: who.token, params: { boardId, listId }, body: {} })
  // The copy that goes beyond is made, and the next one waits.
  if (whole === 'list') ok(await copyList())
  else ok(await strict.call(boardsApi.copy, { token: who.token, params: { boardId }, body: { title: 'Cópia', cards: true } }))
  expect((await copyList()).status).toBe(expected)
})

test('who has more cards than one person changes can be taken off their board at once, and the next change waits', async () => {
  const admin = await register(strict)
  const board = await makeBoard(strict, admin)
  await makeManyCards(strict, admin, board, 1000)
  const { db } = strict.app.deps
  const account = {
    name: 'Bia',
    email: freshEmail(),
    password_hash: 'none',
    role: 'collaborator',
    session_timeout: 30,
    created_at: now,
  } as const
  const { id: userId } = await db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('board_members').values({ board_id: board.id, user_id: userId, role: 'member', joined_at: now }).execute()
  await db.updateTable('cards').set({ assignee_id: userId }).where('board_id', '=', board.id).execute()
  const params = { boardId: board.id, userId }
  ok(await strict.call(boardsApi.removeMember, { token: admin.token, params }))
  const left = await db.selectFrom('cards').select('id').where('assignee_id', '=', userId).execute()
  expect(left).toEqual([])
  const body = { status: 'em_andamento' as const }
  const change = { token: admin.token, params: { boardId: board.id, listId: board.lists[0]?.id ?? 0 }, body }
  expect((await strict.call(boardsApi.updateList, change)).status).toBe(429)
})
