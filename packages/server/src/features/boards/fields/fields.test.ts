import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { type BoardField, boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let ana: Account
let board: Board
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
})
beforeEach(async () => {
  board = await makeBoard(server, ana)
})
afterAll(() => server.stop())

const add = (body: Record<string, unknown>) =>
  server.call(boardFieldsApi.add, { token: ana.token, params: { boardId: board.id }, body: { type: 'text', ...body } })
const update = (fieldId: number, body: Record<string, unknown>) =>
  server.call(boardFieldsApi.update, { token: ana.token, params: { boardId: board.id, fieldId }, body })
const read = async () => ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } }))
const names = async () => (await read()).fields.map(({ name }) => name)
const choice = async (): Promise<BoardField> =>
  ok(
    await add({
      name: 'Etapa',
      type: 'choice',
      options: [
        { name: 'Desenho', color: '#266FB8' },
        { name: 'Teste', color: '#c33438' },
      ],
    }),
  )

test('a board begins without fields and has them in the order in which they were made', async () => {
  expect((await read()).fields).toEqual([])
  const made = ok(await add({ name: '  Cliente ', type: 'text' }))
  expect(made).toEqual({ id: made.id, name: 'Cliente', type: 'text', position: 0, on_card: false, options: [], version: 1 })
  for (const type of ['number', 'date', 'checkbox', 'choice', 'person']) ok(await add({ name: type, type, on_card: true }))
  const { fields } = await read()
  expect(fields.map(({ name, position }) => [name, position])).toEqual([
    ['Cliente', 0],
    ['number', 1],
    ['date', 2],
    ['checkbox', 3],
    ['choice', 4],
    ['person', 5],
  ])
  expect(fields.map(({ on_card }) => on_card)).toEqual([false, true, true, true, true, true])
})

test('a choice has options with colours, which keep their ids when they are renamed and put in another order', async () => {
  const { id, options } = await choice()
  const [design, testing] = options
  expect(options.map(({ name, color }) => [name, color])).toEqual([
    ['Desenho', '#266fb8'],
    ['Teste', '#c33438'],
  ])
  const changed = ok(
    await update(id, {
      options: [
        { id: testing?.id, name: 'Testes', color: '#2a7d48' },
        { name: 'Entrega', color: '#266fb8' },
        { id: design?.id, name: 'Desenho', color: '#266fb8' },
      ],
    }),
  )
  expect(changed.options.map((option) => option.name)).toEqual(['Testes', 'Entrega', 'Desenho'])
  expect([changed.options[0]?.id, changed.options[2]?.id, changed.version]).toEqual([testing?.id, design?.id, 2])
})

test('an option of another field is refused, and one that comes twice', async () => {
  const [one, other] = [await choice(), await choice()]
  const [option, foreign] = [one.options[0], other.options[0]]
  for (const options of [[foreign], [option, option]]) {
    expect(await update(one.id, { options })).toMatchObject({ status: 400, body: { fields: { options: texts.fieldOptionUnknown } } })
  }
  expect((await read()).fields).toEqual([one, { ...other, position: 1 }])
})

test('only a choice has options', async () => {
  const options = [{ name: 'A', color: '#266fb8' }]
  expect(await add({ name: 'X', type: 'number', options })).toMatchObject({ status: 400, body: { message: texts.fieldHasNoOptions } })
  const { id } = ok(await add({ name: 'X', type: 'number' }))
  expect(await update(id, { options })).toMatchObject({ status: 400, body: { message: texts.fieldHasNoOptions } })
})

test('a field is renamed, shown on cards and put elsewhere', async () => {
  const [first, , third] = [ok(await add({ name: 'A' })), ok(await add({ name: 'B' })), ok(await add({ name: 'C' }))]
  expect(ok(await update(third.id, { position: 0, on_card: true, name: 'Ç' }))).toMatchObject({ name: 'Ç', position: 0, on_card: true })
  expect(await names()).toEqual(['Ç', 'A', 'B'])
  ok(await update(first.id, { position: 1000 }))
  expect(await names()).toEqual(['Ç', 'B', 'A'])
  ok(await server.call(boardFieldsApi.remove, { token: ana.token, params: { boardId: board.id, fieldId: third.id } }))
  expect((await read()).fields.map(({ name, position }) => [name, position])).toEqual([
    ['B', 0],
    ['A', 1],
  ])
})

test('options that were changed on an older version are refused with the field as it is now', async () => {
  const before = await choice()
  const [option] = before.options
  const now = ok(await update(before.id, { options: [option], version: before.version }))
  expect(await update(before.id, { options: before.options, version: before.version })).toMatchObject({
    status: 409,
    body: { current: now },
  })
  ok(await update(before.id, { on_card: true, version: before.version }))
})

test('a field says in how many cards it is filled in', async () => {
  const { id } = ok(await add({ name: 'Cliente' }))
  const cards = [await makeCard(server, ana, board), await makeCard(server, ana, board), await makeCard(server, ana, board)]
  for (const { id: cardId } of cards.slice(1))
    ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId }, body: { fields: { [id]: 'Ana' } } }))
  const count = async () =>
    ok(await server.call(boardFieldsApi.get, { token: ana.token, params: { boardId: board.id, fieldId: id } })).card_count
  expect(await count()).toBe(2)
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: cards[2]?.id ?? 0 } }))
  expect(await count()).toBe(1)
})

test('a board has up to 30 fields, and a choice up to 50 options', async () => {
  const option = { name: 'A', color: '#266fb8' }
  expect((await add({ name: 'X', type: 'choice', options: Array(limits.fieldOptions + 1).fill(option) })).body).toMatchObject({
    fields: { options: texts.tooManyFieldOptions },
  })
  ok(await add({ name: 'X', type: 'choice', options: Array(limits.fieldOptions).fill(option) }))
  for (let count = 1; count < limits.boardFields; count += 1) ok(await add({ name: `Campo ${count}` }))
  expect(await add({ name: 'Mais um' })).toMatchObject({ status: 409, body: { message: texts.tooManyFields } })
})

test('what happened to fields is in the activity of the board', async () => {
  const { id } = ok(await add({ name: 'Cliente' }))
  ok(await update(id, { name: 'Quem pediu' }))
  ok(await server.call(boardFieldsApi.remove, { token: ana.token, params: { boardId: board.id, fieldId: id } }))
  const lines = ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId: board.id } }))
  expect(lines.slice(0, 3).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['field.deleted', 'Quem pediu'],
    ['field.updated', 'Quem pediu'],
    ['field.created', 'Cliente'],
  ])
})
