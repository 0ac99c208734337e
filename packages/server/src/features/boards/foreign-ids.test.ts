import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, freshEmail, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

/** Ana administers two boards. Nothing of one may be reached through the other, and nothing of Bia's may be reached at all. */
let server: TestServer
let ana: Account
let here: Thing
let there: Thing
let foreign: Thing

type Thing = {
  board: Board
  card: Card
  second: Card
  label: number
  comment: number
  checklist: number
  otherChecklist: number
  item: number
  invitation: number
}

async function makeThing(owner: Account): Promise<Thing> {
  const { token } = owner
  const board = await makeBoard(server, owner)
  const [card, second] = [await makeCard(server, owner, board, 'Primeiro'), await makeCard(server, owner, board, 'Segundo', 1)]
  const params = { boardId: board.id, cardId: card.id }
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Urgente', color: '#c33438' } })).id
  ok(await server.call(cardsApi.addLabel, { token, params, body: { label_id: label } }))
  const comment = ok(await server.call(commentsApi.add, { token, params, body: { content: 'Oi' } })).id
  const [checklist, otherChecklist] = [
    ok(await server.call(checklistsApi.add, { token, params, body: { title: 'Antes' } })).id,
    ok(await server.call(checklistsApi.add, { token, params, body: { title: 'Depois' } })).id,
  ]
  const item = ok(
    await server.call(checklistsApi.addItem, { token, params: { ...params, checklistId: checklist }, body: { title: 'Um' } }),
  ).id
  const { invitation } = ok(await server.call(boardsApi.addMember, { token, params, body: { email: freshEmail() } }))
  return { board, card, second, label, comment, checklist, otherChecklist, item, invitation: invitation?.id ?? 0 }
}

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server)
  ;[here, there, foreign] = [await makeThing(ana), await makeThing(ana), await makeThing(await register(server))]
})
afterAll(() => server.stop())

const list = (thing: Thing, index = 0) => thing.board.lists[index]?.id ?? 0
/** Everything stored of boards. */
async function stored(): Promise<string> {
  const { db } = server.app.deps
  const tables = [
    'boards',
    'board_members',
    'lists',
    'cards',
    'labels',
    'card_labels',
    'comments',
    'checklists',
    'checklist_items',
  ] as const
  const more = ['invitations', 'activities'] as const
  const rows = [...tables, ...more].map(async (table) =>
    (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort(),
  )
  return JSON.stringify(await Promise.all(rows))
}

type Case = [string, Endpoint, (thing: Thing, other: Thing) => Record<string, number>, unknown?]
const cases: Case[] = [
  ['a list of another board', boardsApi.updateList, (a, b) => ({ boardId: a.board.id, listId: list(b) }), { title: 'X' }],
  ['a list of another board, moved', boardsApi.moveList, (a, b) => ({ boardId: a.board.id, listId: list(b) }), { position: 0 }],
  ['a list of another board, deleted', boardsApi.removeList, (a, b) => ({ boardId: a.board.id, listId: list(b) })],
  ['a list of another board, archived', boardsApi.archiveList, (a, b) => ({ boardId: a.board.id, listId: list(b) })],
  ['a list of another board, restored', boardsApi.restoreList, (a, b) => ({ boardId: a.board.id, listId: list(b) })],
  ['a list of another board, read', listCardsApi.list, (a, b) => ({ boardId: a.board.id, listId: list(b) })],
  ['a card made in a list of another board', listCardsApi.create, (a, b) => ({ boardId: a.board.id, listId: list(b) }), { title: 'X' }],
  [
    'a card gathered into a list of another board',
    listCardsApi.gather,
    (a, b) => ({ boardId: a.board.id, listId: list(b) }),
    { card_ids: [1] },
  ],
  ['a label of another board', boardsApi.updateLabel, (a, b) => ({ boardId: a.board.id, labelId: b.label }), { name: 'X' }],
  ['a label of another board, deleted', boardsApi.removeLabel, (a, b) => ({ boardId: a.board.id, labelId: b.label })],
  ['an invitation of another board', invitationsApi.revoke, (a, b) => ({ boardId: a.board.id, invitationId: b.invitation })],
  ...(['get', 'remove', 'update', 'move', 'assign'] as const).flatMap((call): Case[] => {
    const body = { update: { title: 'X' }, move: { list_id: 1 }, assign: { user_id: null }, get: undefined, remove: undefined }[call]
    const api = listCardsApi[call]
    return [
      [`a card under another board, ${call}`, api, (a, b) => ({ boardId: a.board.id, listId: list(b), cardId: b.card.id }), body],
      [`a card under another board's list, ${call}`, api, (a, b) => ({ boardId: b.board.id, listId: list(a), cardId: b.card.id }), body],
      [`a card under another list, ${call}`, api, (a) => ({ boardId: a.board.id, listId: list(a, 1), cardId: a.card.id }), body],
    ]
  }),
  ['a comment of another board', commentsApi.update, (a, b) => ({ cardId: a.card.id, commentId: b.comment }), { content: 'X' }],
  ['a comment of another card', commentsApi.update, (a) => ({ cardId: a.second.id, commentId: a.comment }), { content: 'X' }],
  ['a comment of another board, deleted', commentsApi.remove, (a, b) => ({ cardId: a.card.id, commentId: b.comment })],
  ['a comment of another card, deleted', commentsApi.remove, (a) => ({ cardId: a.second.id, commentId: a.comment })],
  ['a checklist of another board', checklistsApi.update, (a, b) => ({ cardId: a.card.id, checklistId: b.checklist }), { title: 'X' }],
  ['a checklist of another card', checklistsApi.update, (a) => ({ cardId: a.second.id, checklistId: a.checklist }), { title: 'X' }],
  ['a checklist of another board, deleted', checklistsApi.remove, (a, b) => ({ cardId: a.card.id, checklistId: b.checklist })],
  [
    'an item made in a checklist of another card',
    checklistsApi.addItem,
    (a) => ({ cardId: a.second.id, checklistId: a.checklist }),
    { title: 'X' },
  ],
  ...(['updateItem', 'removeItem'] as const).flatMap((call): Case[] => {
    const body = call === 'updateItem' ? { completed: true } : undefined
    const api = checklistsApi[call]
    return [
      [`an item of another board, ${call}`, api, (a, b) => ({ cardId: a.card.id, checklistId: a.checklist, itemId: b.item }), body],
      [
        `an item under another checklist, ${call}`,
        api,
        (a) => ({ cardId: a.card.id, checklistId: a.otherChecklist, itemId: a.item }),
        body,
      ],
      [`an item under another card, ${call}`, api, (a) => ({ cardId: a.second.id, checklistId: a.checklist, itemId: a.item }), body],
    ]
  }),
]

describe("a child's id under a foreign parent is not found, and nothing changes", () => {
  test.each(cases)('%s', async (_, endpoint, params, body) => {
    const before = await stored()
    for (const other of [there, foreign]) {
      const answer = await server.call(endpoint, { token: ana.token, params: params(here, other), ...(body !== undefined && { body }) })
      expect([answer.status, answer.body]).toEqual([404, { message: texts.notFound, error: 'not_found' }])
    }
    expect(await stored()).toBe(before)
  })

  test('taking off a label that the card does not have changes nothing', async () => {
    for (const other of [there, foreign]) {
      const { labels } = ok(
        await server.call(cardsApi.removeLabel, { token: ana.token, params: { cardId: here.card.id, labelId: other.label } }),
      )
      expect(labels.map(({ id }) => id)).toEqual([here.label])
      const { db } = server.app.deps
      expect(await db.selectFrom('card_labels').select('card_id').where('label_id', '=', other.label).execute()).toEqual([
        { card_id: other.card.id },
      ])
    }
  })
})

describe('an id in a body that belongs elsewhere', () => {
  const call = (endpoint: Endpoint, body: unknown) => server.call(endpoint, { token: ana.token, params: { cardId: here.card.id }, body })

  test.each([
    // To a board of hers Ana may take the card (board-moves.test.ts).
    ['a list of a board that one does not see', 'list_id', cardsApi.move, () => ({ list_id: list(foreign) }), texts.listElsewhere],
    ['a label of another board', 'label_id', cardsApi.addLabel, (other: Thing) => ({ label_id: other.label }), texts.labelElsewhere],
    ['a person who is not on the board', 'user_id', cardsApi.assign, () => ({ user_id: foreign.board.user_id }), texts.assigneeElsewhere],
  ] as const)('%s is refused like one that does not exist', async (_, field, endpoint, body, text) => {
    const before = await stored()
    const refusal = [400, { message: text, error: 'invalid', fields: { [field]: text } }]
    for (const other of [there, foreign]) {
      const { status, body: reply } = await call(endpoint, body(other))
      expect([status, reply]).toEqual(refusal)
    }
    const { status, body: reply } = await call(endpoint, { [field]: 2_000_000_000 })
    expect([status, reply]).toEqual(refusal)
    expect(await stored()).toBe(before)
  })

  test('a neighbour in another list or on another board does not carry the card there', async () => {
    for (const after_id of [here.second.id, there.card.id, foreign.card.id, 2_000_000_000]) {
      const moved = ok(
        await server.call(cardsApi.move, { token: ana.token, params: { cardId: here.card.id }, body: { list_id: list(here), after_id } }),
      )
      expect(moved).toMatchObject({ list_id: list(here), board_id: here.board.id, position: 0 })
    }
  })
})

test('fields that a body may not set change nothing', async () => {
  const { token } = ana
  const ids = { id: foreign.card.id, board_id: foreign.board.id, list_id: list(foreign), user_id: foreign.board.user_id }
  const person = {
    created_by: foreign.board.user_id,
    assignee_id: foreign.board.user_id,
    assigned_user: { id: 1 },
    role: 'admin',
    member_role: 'admin',
  }
  const state = {
    revision: 999,
    rank: 'zzz',

    sprint_id: 1,
    column_id: 1,
    comment_count: 9,
    checklist_total: 9,
    can: { administer: true },
  }
  const instants = {
    created_at: '2001-01-01T00:00:00.000Z',
    updated_at: '2001-01-01T00:00:00.000Z',
    completed_at: '2001-01-01T00:00:00.000Z',
    archived_at: '2001-01-01T00:00:00.000Z',
    deleted_at: '2001-01-01T00:00:00.000Z',
  }
  const extra = { ...ids, ...person, ...state, ...instants }
  const { db } = server.app.deps
  const foreignBefore = JSON.stringify(
    await server.app.deps.db.selectFrom('cards').selectAll().where('board_id', '=', foreign.board.id).orderBy('id').execute(),
  )

  const board = ok(await server.call(boardsApi.create, { token, body: { ...extra, title: 'Meu' } }))
  expect(board).toMatchObject({ user_id: ana.user.id, version: 1, member_count: 1, role: 'admin' })
  expect(board.id).not.toBe(foreign.card.id)
  const params = { boardId: board.id }
  ok(await server.call(boardsApi.update, { token, params, body: { ...extra, title: 'Meu quadro' } }))
  const row = await db.selectFrom('boards').selectAll().where('id', '=', board.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: ana.user.id, created_at: board.created_at, deleted_at: null, revision: 2 })

  const added = ok(await server.call(boardsApi.addList, { token, params, body: { ...extra, title: 'Nova' } }))
  expect(added).toMatchObject({ board_id: board.id, position: 3 })
  const listId = added.id
  const card = ok(await server.call(listCardsApi.create, { token, params: { ...params, listId }, body: { ...extra, title: 'Cartão' } }))
  expect(card).toMatchObject({
    board_id: board.id,
    list_id: listId,
    assigned_user: null,
    comment_count: 0,
    archived_at: null,
    completed_at: null,
  })
  const updated = ok(await server.call(cardsApi.update, { token, params: { cardId: card.id }, body: { ...extra, title: 'Cartão 2' } }))
  expect(updated).toMatchObject({ ...card, title: 'Cartão 2', version: 2, updated_at: expect.any(String) })
  const stored = await db.selectFrom('cards').selectAll().where('id', '=', card.id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ created_by: ana.user.id, assignee_id: null, sprint_id: null, column_id: null, deleted_at: null })

  const comment = ok(await server.call(commentsApi.add, { token, params: { cardId: card.id }, body: { ...extra, content: 'Oi' } }))
  expect(comment).toMatchObject({ user: { id: ana.user.id }, edited_at: null, version: 1 })
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { ...extra, name: 'L', color: '#266fb8' } }))
  expect(await db.selectFrom('labels').select('board_id').where('id', '=', label.id).execute()).toEqual([{ board_id: board.id }])
  const foreignNow = await db.selectFrom('cards').selectAll().where('board_id', '=', foreign.board.id).orderBy('id').execute()
  expect(JSON.stringify(foreignNow)).toBe(foreignBefore)
})
