import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { addDays, dayOf, defaultTimeZone } from '../../../platform/time.ts'

let server: TestServer
let ana: Account
let board: Board
beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server)
  board = await makeBoard(server, ana, { title: 'Operação São João' })
  for (const [title, description] of [
    ['Integração com o Pix', 'pagamento à vista'],
    ['Relatório de 100% das vendas', ''],
    ['Renomear user_id para pessoa', ''],
    ['Renomear userXid', ''],
    ['Caminho C:\\temp', ''],
    ['Aspas \' e " e ;--', ''],
    ['ÁRVORE ÇÃ', 'Ünïcödé'],
  ] as const) {
    await makeCard(server, ana, board, title, 0, { description })
  }
  await makeBoard(server, ana, { title: 'Outro', description: 'sem acento' })
})
afterAll(() => server.stop())

const titles = async (query: Record<string, string | number>) =>
  ok(await server.call(cardsApi.search, { token: ana.token, query })).map(({ title }) => title)

test.each([
  ['integracao', ['Integração com o Pix']],
  ['INTEGRAÇÃO', ['Integração com o Pix']],
  ['Integração'.normalize('NFD'), ['Integração com o Pix']],
  ['A VISTA', ['Integração com o Pix']],
  ['unicode', ['ÁRVORE ÇÃ']],
  ['arvore ca', ['ÁRVORE ÇÃ']],
  ['100%', ['Relatório de 100% das vendas']],
  ['%', ['Relatório de 100% das vendas']],
  ['user_id', ['Renomear user_id para pessoa']],
  ['_', ['Renomear user_id para pessoa']],
  ['c:\\t', ['Caminho C:\\temp']],
  ['\\', ['Caminho C:\\temp']],
  ['\' e "', ['Aspas \' e " e ;--']],
  [';--', ['Aspas \' e " e ;--']],
  ["' or 1=1 --", []],
  ['%%%', []],
])('%s finds what it says and nothing else', async (q, found) => {
  expect(await titles({ q })).toEqual(found)
})

test('an empty text finds all, the latest changed first, in pages', async () => {
  const all = await titles({ q: '  ' })
  expect(all).toHaveLength(7)
  expect(await titles({})).toEqual(all)
  expect([...(await titles({ limit: 4 })), ...(await titles({ limit: 4, offset: 4 }))]).toEqual(all)
})

test('filters narrow, together', async () => {
  const list = board.lists[2]?.id ?? 0
  const [card] = ok(await server.call(cardsApi.search, { token: ana.token, query: { q: 'pix' } }))
  const params = { cardId: card?.id ?? 0 }
  ok(await server.call(cardsApi.move, { token: ana.token, params, body: { list_id: list } }))
  ok(await server.call(cardsApi.update, { token: ana.token, params, body: { priority: 'urgent' } }))
  ok(await server.call(cardsApi.assign, { token: ana.token, params, body: { user_id: ana.user.id } }))
  const mine = ['Integração com o Pix']
  for (const query of [
    { status: 'concluida' },
    { priority: 'urgent' },
    { assigned_to: ana.user.id },
    { status: 'concluida', priority: 'urgent', assigned_to: ana.user.id, board_id: board.id, q: 'pix' },
  ]) {
    expect(await titles(query as Record<string, string | number>)).toEqual(mine)
  }
  expect(await titles({ status: 'concluida', priority: 'low' })).toEqual([])
  expect(await titles({ status: 'concluida', board_id: board.id + 1 })).toEqual([])
})

test('archived and deleted cards are not found', async () => {
  const made = [await makeCard(server, ana, board, 'Sumiço um'), await makeCard(server, ana, board, 'Sumiço dois')]
  expect(await titles({ q: 'sumico' })).toHaveLength(2)
  ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: made[0]?.id ?? 0 } }))
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: made[1]?.id ?? 0 } }))
  expect(await titles({ q: 'sumico' })).toEqual([])
})

test('new texts are found, old ones no longer', async () => {
  const { id } = await makeCard(server, ana, board, 'Versão antiga')
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: id }, body: { description: 'Descrição nova' } }))
  expect(await titles({ q: 'descricao nova' })).toEqual(['Versão antiga'])
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: id }, body: { title: 'Versão atual' } }))
  expect(await titles({ q: 'antiga' })).toEqual([])
  expect(await titles({ q: 'DESCRICAO' })).toEqual(['Versão atual'])
})

test('cards are found before and after they are indexed', async () => {
  const { id } = await makeCard(server, ana, board, 'Aspas "duplas" aqui', 0, { description: 'ação imediata' })
  const gone = await makeCard(server, ana, board, 'Aspas "duplas" que somem')
  await server.app.runJobs()
  for (const q of ['"duplas" aqui', 'ACAO imed', 'ão', 'ia']) expect(await titles({ q })).toContain('Aspas "duplas" aqui')
  expect(await titles({ q: '"imediata acao"' })).toEqual([])
  expect(await titles({ q: '"las dup"' })).toEqual([])
  expect(await titles({ q: 'imediata acao' }), 'words in any order').toEqual(['Aspas "duplas" aqui'])
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: id }, body: { title: 'Aspas simples' } }))
  ok(await server.call(cardsApi.remove, { token: ana.token, params: { cardId: gone.id } }))
  for (const move of ['before its turn', 'after it']) {
    expect(await titles({ q: 'simples' }), move).toEqual(['Aspas simples'])
    expect(await titles({ q: 'duplas' }), move).toEqual([])
    await server.app.runJobs()
  }
})

test('boards are found by title and description the same way', async () => {
  const boards = async (q: string) => ok(await server.call(boardsApi.list, { token: ana.token, query: { q } })).map(({ title }) => title)
  expect(await boards('OPERACAO sao')).toEqual(['Operação São João'])
  expect(await boards('ácento')).toEqual(['Outro'])
  expect(await boards('%')).toEqual([])
  expect(await boards('_')).toEqual([])
})

test('late cards are found: due before today, and neither done nor cancelled', async () => {
  const own = await makeBoard(server, ana, { title: 'Prazos' })
  const today = dayOf(new Date(), defaultTimeZone)
  const yesterday = addDays(today, -1)
  await makeCard(server, ana, own, 'Sem prazo')
  await makeCard(server, ana, own, 'Para hoje', 0, { due_date: today })
  await makeCard(server, ana, own, 'Atrasado', 0, { due_date: yesterday })
  await makeCard(server, ana, own, 'Atrasado em andamento', 1, { due_date: yesterday })
  await makeCard(server, ana, own, 'Feito', 2, { due_date: yesterday })
  expect(await titles({ board_id: own.id, late: 'true' })).toEqual(['Atrasado em andamento', 'Atrasado'])
  expect(await titles({ board_id: own.id, late: 'true', q: 'andamento' })).toEqual(['Atrasado em andamento'])
  expect(await titles({ board_id: own.id, late: 'false' })).toHaveLength(5)
  expect((await server.call(cardsApi.search, { token: ana.token, query: { late: 'talvez' } })).status).toBe(400)
})

test('a program that searches without end must wait, and nobody else', async () => {
  const limited = await startServer({ env: { RATE_LIMIT_FACTOR: '0.1' }, alone: true })
  try {
    const [first, second] = [await register(limited), await register(limited)]
    const search = (who: Account) => limited.call(cardsApi.search, { token: who.token, query: { q: 'pix' } })
    for (let count = 0; count < 6; count += 1) ok(await search(first))
    const { status, headers, body } = await search(first)
    expect([status, body.message]).toEqual([429, texts.tooManyAttempts])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    ok(await search(second))
  } finally {
    await limited.stop()
  }
})

test('cards that can still be estimated are found: neither done nor cancelled, and without points', async () => {
  const own = await makeBoard(server, ana, { title: 'Planejamento' })
  const query = { board_id: own.id, open: 'true', estimated: 'false' }
  await makeCard(server, ana, own, 'A fazer')
  await makeCard(server, ana, own, 'Andando', 1)
  const estimated = await makeCard(server, ana, own, 'Já estimado')
  await makeCard(server, ana, own, 'Feito', 2)
  ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId: estimated.id }, body: { estimate: 0 } }))
  expect(await titles(query)).toEqual(['Andando', 'A fazer'])
  expect(await titles({ ...query, limit: 1, offset: 1 })).toEqual(['A fazer'])
  expect((await titles({ board_id: own.id, open: 'true' })).sort()).toEqual(['A fazer', 'Andando', 'Já estimado'])
  expect(await titles({ board_id: own.id, estimated: 'true' })).toEqual(['Já estimado'])
  expect(await titles({ board_id: own.id, estimated: 'false', q: 'feito' })).toEqual(['Feito'])
})

test('cards of a board are found by what they have in its fields', async () => {
  const own = await makeBoard(server, ana, { title: 'Com campos' })
  const token = ana.token
  const add = async (type: string, more = {}) =>
    ok(await server.call(boardFieldsApi.add, { token, params: { boardId: own.id }, body: { name: type, type, ...more } }))
  const options = [{ name: 'Teste', color: '#c33438' }]
  const [text, number, date] = [await add('text'), await add('number'), await add('date')]
  const [checkbox, choice, person] = [await add('checkbox'), await add('choice', { options }), await add('person')]
  const values = {
    [text.id]: 'Padaria & Cia',
    [number.id]: -2.5,
    [date.id]: '2026-11-14',
    [checkbox.id]: true,
    [choice.id]: choice.options[0]?.id,
    [person.id]: ana.user.id,
  }
  const [filled] = [await makeCard(server, ana, own, 'Cheio'), await makeCard(server, ana, own, 'Vazio')]
  ok(await server.call(cardsApi.update, { token, params: { cardId: filled.id }, body: { fields: values } }))
  const by = (query: Record<string, string | number>) => titles({ board_id: own.id, ...query })
  for (const [id, value] of Object.entries(values)) expect([id, await by({ [`field.${id}`]: String(value) })]).toEqual([id, ['Cheio']])
  for (const id of Object.keys(values)) expect([id, await by({ [`field.${id}`]: '' })]).toEqual([id, ['Vazio']])
  expect(await by({ [`field.${checkbox.id}`]: 'false' })).toEqual(['Vazio'])
  expect(await by({ [`field.${number.id}`]: '2.5' })).toEqual([])
  expect(await by({ [`field.${text.id}`]: 'Padaria & Cia', [`field.${number.id}`]: '-2.5', q: 'che' })).toEqual(['Cheio'])
  expect(await by({ [`field.${text.id}`]: 'Padaria & Cia', [`field.${number.id}`]: '' })).toEqual([])

  const refused = async (query: Record<string, string | number>, who = ana) => {
    const { status, body } = await server.call(cardsApi.search, { token: who.token, query })
    return [status, body.message]
  }
  expect(await refused({ [`field.${text.id}`]: 'x' })).toEqual([400, texts.fieldNeedsBoard])
  expect(await refused({ board_id: board.id, [`field.${text.id}`]: 'x' })).toEqual([400, texts.fieldUnknown])
  expect(await refused({ board_id: own.id, [`field.${number.id}`]: 'muito' })).toEqual([400, texts.fieldNumberInvalid])
  expect(await refused({ board_id: own.id, [`field.${choice.id}`]: '1e3' })).toEqual([400, texts.fieldOptionUnknown])
  // A board that somebody does not see has no fields for them, as one that does not exist.
  const stranger = await register(server)
  expect(await refused({ board_id: own.id, [`field.${text.id}`]: 'x' }, stranger)).toEqual([400, texts.fieldUnknown])
  expect(await refused({ board_id: 2_000_000, [`field.${text.id}`]: 'x' }, stranger)).toEqual([400, texts.fieldUnknown])
  // One field has one name, and a search looks up a few: each costs a look at every card of the board.
  for (const name of [`field.0${text.id}`, 'field.', 'field.x', 'field.__proto__', 'field.99999999999'])
    expect([name, await refused({ board_id: own.id, [name]: 'x' })]).toEqual([name, [400, texts.fieldUnknown]])
  const many = Object.fromEntries(Array.from({ length: limits.fieldFilters + 1 }, (_, index) => [`field.${index}`, 'x']))
  expect(await refused({ board_id: own.id, ...many })).toEqual([400, texts.tooManyFieldFilters])
  // What is stored has no such signs, and PostgreSQL takes none of them in a question.
  expect(await by({ [`field.${text.id}`]: 'Padaria\u0000& Cia' })).toEqual(['Cheio'])
})
