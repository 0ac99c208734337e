import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { boardColorHexes } from '@rodada/contract/boards/settings'
import { cardsApi, listCardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from './accounts.ts'
import { makeBoard, makeCard, ok } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
let ana: Account
let board: Board
let card: Card
let checklistId: number
let templateId: number
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
  board = await makeBoard(server, ana)
  card = await makeCard(server, ana, board)
  const params = { cardId: card.id }
  checklistId = ok(await server.call(checklistsApi.add, { token: ana.token, params, body: { title: 'Antes' } })).id
  const onBoard = { token: ana.token, params: { boardId: board.id } }
  templateId = ok(await server.call(cardTemplatesApi.add, { ...onBoard, body: { name: 'Incidente' } })).id
})
afterAll(() => server.stop())

const params = () => ({ boardId: board.id, listId: board.lists[0]?.id ?? 0, cardId: card.id, checklistId, templateId })
const send = (endpoint: Endpoint, body: unknown) => server.call(endpoint, { token: ana.token, params: params(), body })
const refusal = (field: string, text: string) => [400, { message: text, error: 'invalid', fields: { [field]: text } }]

/** Every text that somebody writes on a board: where, its field, what else the call needs, its limit and its texts. */
const fields: [string, Endpoint, string, object, number, string | undefined, string][] = [
  ['the title of a board', boardsApi.create, 'title', {}, 255, texts.boardTitleRequired, texts.boardTitleTooLong],
  ['the new title of a board', boardsApi.update, 'title', {}, 255, texts.boardTitleRequired, texts.boardTitleTooLong],
  ['the description of a board', boardsApi.update, 'description', {}, 500, undefined, texts.descriptionTooLong],
  ['the title of a list', boardsApi.addList, 'title', {}, 255, texts.listTitleRequired, texts.listTitleTooLong],
  ['the new title of a list', boardsApi.updateList, 'title', {}, 255, texts.listTitleRequired, texts.listTitleTooLong],
  ['the name of a label', boardsApi.addLabel, 'name', { color: '#266fb8' }, 50, texts.labelNameRequired, texts.labelNameTooLong],
  ['the title of a card', listCardsApi.create, 'title', {}, 255, texts.cardTitleRequired, texts.cardTitleTooLong],
  ['the new title of a card', cardsApi.update, 'title', {}, 255, texts.cardTitleRequired, texts.cardTitleTooLong],
  ['the description of a new card', listCardsApi.create, 'description', { title: 'X' }, 500, undefined, texts.descriptionTooLong],
  ['the description of a card', cardsApi.update, 'description', {}, 20_000, undefined, texts.fullDescriptionTooLong],
  ['a comment', commentsApi.add, 'content', {}, 2000, texts.commentBlank, texts.commentTooLong],
  ['the title of a checklist', checklistsApi.add, 'title', {}, 255, texts.checklistTitleRequired, texts.listTitleTooLong],
  ['the name of a filter', savedFiltersApi.add, 'name', { filter: {} }, 60, texts.filterNameRequired, texts.filterNameTooLong],
  ['the name of a template', cardTemplatesApi.add, 'name', {}, 60, texts.templateNameRequired, texts.templateNameTooLong],
  ['the title of a template', cardTemplatesApi.update, 'title', {}, 255, undefined, texts.cardTitleTooLong],
  ['the description of a template', cardTemplatesApi.update, 'description', {}, 20_000, undefined, texts.fullDescriptionTooLong],
  ['an item', checklistsApi.addItem, 'title', {}, 500, texts.itemTitleRequired, texts.itemTitleTooLong],
]

describe.each(fields)('%s', (_, endpoint, field, more, limit, required, tooLong) => {
  const write = (value: unknown) => send(endpoint, { ...more, [field]: value })
  const written = async (value: string) => (ok(await write(value)) as Record<string, unknown>)[field]

  test('takes as much as its limit and refuses one more, with its text', async () => {
    expect(await written('á'.repeat(limit))).toBe('á'.repeat(limit))
    const { status, body } = await write('x'.repeat(limit + 1))
    expect([status, body]).toEqual(refusal(field, tooLong))
    // Measured as it is stored.
    expect(await written(`  ${'x'.repeat(limit)} \u0000 `)).toBe('x'.repeat(limit))
  })

  test('is refused empty or in which nothing can be seen, unless it may be empty', async () => {
    for (const empty of ['', '   ', '\u0000\u0007\n', '\u200B\u2060', '\u202E', '\u2800']) {
      const { status, body } = await write(empty)
      if (required) expect([empty, status, body]).toEqual([empty, ...refusal(field, required)])
      else expect([empty, status]).toEqual([empty, 200])
    }
  })

  test('is stored as inert text, without what would break or turn a line', async () => {
    for (const script of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '=HYPERLINK("x")', "'); drop table x"]) {
      expect(await written(script)).toBe(script)
    }
    expect(await written('a\u202Eb\u2066c\u0007\u0000d\ud800')).toMatch(/^abc ?d\ufffd$/)
    expect(await written('👩‍👩‍👧 família')).toBe('👩‍👩‍👧 família')
  })

  test('of another kind is refused', async () => {
    for (const wrong of [5, true, ['a'], { a: 1 }]) expect([wrong, (await write(wrong)).status]).toEqual([wrong, 400])
  })
})

test('only the eight colours are colours', async () => {
  for (const color of boardColorHexes) {
    expect(
      ok(await server.call(boardsApi.update, { token: ana.token, params: params(), body: { color: color.toUpperCase() } })).color,
    ).toBe(color)
  }
  for (const color of ['#000000', 'red', '#266fb8;background:url(x)', 'javascript:alert(1)', '#266fb', ' #266fb8', '', null, 5]) {
    for (const [endpoint, more] of [
      [boardsApi.update, {}],
      [boardsApi.create, { title: 'X' }],
      [boardsApi.addLabel, { name: 'X' }],
    ] as const) {
      const { status, body } = await send(endpoint, { ...more, color })
      expect([color, status, body]).toEqual([color, ...refusal('color', texts.colorInvalid)])
    }
  }
})

test('a due date is a day that exists, or none', async () => {
  const due = async (due_date: unknown) => await send(cardsApi.update, { due_date })
  for (const day of ['2026-02-28', '2028-02-29', '2026-12-31', null, '']) {
    expect((ok(await due(day)) as Card).due_date).toBe(day === '' ? null : day)
  }
  for (const day of [
    ...['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '31/12/2026', 'amanhã'],
    ...['2026-05-01T00:00:00Z', '20260501', '+12026-01-01', '2026-05-01; drop', 5, true, ['2026-05-01']],
  ]) {
    for (const endpoint of [cardsApi.update, listCardsApi.create]) {
      const { status, body } = await send(endpoint, { title: 'X', due_date: day })
      expect([day, status, body]).toEqual([day, ...refusal('due_date', texts.dateInvalid)])
    }
  }
  for (const day of ['1900-01-01', '2999-12-31']) expect((ok(await due(day)) as Card).due_date).toBe(day)
  for (const day of ['0000-01-01', '1899-12-31', '3000-01-01', '9999-12-31']) {
    expect([day, await due(day)]).toMatchObject([day, { status: 400, body: { fields: { due_date: texts.dateYear } } }])
  }
})

test('an estimate goes from 0 to 1,000', async () => {
  for (const estimate of [0, 0.5, 13, 1000, null]) expect((ok(await send(cardsApi.update, { estimate })) as Card).estimate).toBe(estimate)
  for (const estimate of [-1, -0.1, 1000.1, 1e308, '5', true]) {
    const { status, body } = await send(cardsApi.update, { estimate })
    expect([estimate, status, body]).toEqual([estimate, ...refusal('estimate', texts.estimateInvalid)])
  }
})

test.each([
  ['priority', cardsApi.update, 'priority', ['alta', 'HIGH', '', null, 1]],
  ['status of a list', boardsApi.updateList, 'status', ['done', '', null, 1]],
  ['visibility', boardsApi.update, 'is_public', ['true', 1, null]],
  ['prefix', boardsApi.update, 'key_prefix', [null, 1, {}, [], ['PAG']]],
  ['deck', boardsApi.update, 'deck', ['1', 1, {}, [], ['1']]],
  ['list to move to', cardsApi.move, 'list_id', ['1', 0, -1, 1.5, 2 ** 31, null, undefined]],
  ['assignee', cardsApi.assign, 'user_id', ['1', 0, -1, 1.5, 2 ** 31, undefined]],
  ['label', cardsApi.addLabel, 'label_id', ['1', 0, -1, 1.5, 2 ** 31, null, undefined]],
  ['version', cardsApi.update, 'version', ['1', -1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER]],
  ['neighbour', cardsApi.move, 'after_id', ['1', 0, -1, 1.5, 2 ** 31]],
] as [string, Endpoint, string, unknown[]][])('a %s of another kind is refused', async (_, endpoint, field, values) => {
  for (const value of values) {
    const { status, body } = await send(endpoint, { list_id: board.lists[0]?.id, [field]: value })
    expect([value, status, Object.keys(body.fields ?? {})]).toEqual([value, 400, [field]])
  }
})

test('ids in a path that are none are not found', async () => {
  for (const id of ['0', '-1', '1.5', 'x', '1e3x', '9999999999', '%00', "1' or '1'='1", '__proto__']) {
    for (const endpoint of [boardsApi.get, cardsApi.get, boardsApi.lists, commentsApi.list]) {
      const { status } = await server.call(endpoint, { token: ana.token, params: { boardId: id, cardId: id } })
      expect([id, status]).toEqual([id, 404])
    }
  }
})

test('a page that is none is refused', async () => {
  for (const query of [{ limit: 0 }, { limit: 201 }, { limit: 'x' }, { offset: -1 }, { q: 'x'.repeat(201) }] as Record<string, string>[]) {
    for (const endpoint of [boardsApi.list, cardsApi.search]) {
      expect([query, (await server.call(endpoint, { token: ana.token, query })).status]).toEqual([query, 400])
    }
  }
})
