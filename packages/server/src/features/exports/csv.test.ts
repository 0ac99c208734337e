import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { participantsApi } from '@rodada/contract/cards/participants'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let systemAdmin: Account
let team: Team
beforeAll(async () => {
  server = await startServer()
  systemAdmin = await register(server)
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const get = (who: Account, boardId: number, format: 'json' | 'csv' = 'csv') =>
  server.raw(`/api/boards/${boardId}/export.${format}`, { headers: { authorization: `Bearer ${who.token}` } })
/** Of a text the mark at its beginning would be taken away. */
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString()
/** The rows of a file whose cells are all quoted. */
const rowsOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n(?=")|\r\n$/)
    .filter((line) => line !== '')
    .map((line) =>
      line
        .slice(1, -1)
        .split('","')
        .map((cell) => cell.replaceAll('""', '"')),
    )

test('a card is a row, with its fields as columns and all its people and labels in one cell', async () => {
  const { board, admin, member } = team
  const [token, params] = [admin.token, { boardId: board.id }]
  const field = async (body: object) => ok(await server.call(boardFieldsApi.add, { token, params, body }))
  const [number, ticked, choice, person] = [
    await field({ name: 'Valor', type: 'number' }),
    await field({ name: 'Aprovado', type: 'checkbox' }),
    await field({ name: 'Canal', type: 'choice', options: [{ name: 'Loja', color: '#2a7d48' }] }),
    await field({ name: 'Revisa', type: 'person' }),
  ]
  const card = await makeCard(server, admin, board, 'Pix "parcelado"')
  const at = { cardId: card.id }
  for (const name of ['Dados', 'Urgente']) {
    const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name, color: '#2a7d48' } }))
    ok(await server.call(cardsApi.addLabel, { token, params: at, body: { label_id: label.id } }))
  }
  const values = { [number.id]: -2.5, [ticked.id]: true, [choice.id]: choice.options[0]?.id ?? 0, [person.id]: member.user.id }
  ok(
    await server.call(cardsApi.update, {
      token,
      params: at,
      body: { description: 'Uma linha\noutra, com vírgula', priority: 'none', due_date: '2026-03-09', estimate: 2.5, fields: values },
    }),
  )
  ok(await server.call(cardsApi.assign, { token, params: at, body: { user_id: admin.user.id } }))
  for (const { user } of [admin, member]) ok(await server.call(participantsApi.add, { token, params: { ...at, userId: user.id } }))
  const archived = await makeCard(server, admin, board, 'No arquivo')
  ok(await server.call(cardsApi.archive, { token, params: { cardId: archived.id } }))

  const answer = await get(team.guest, board.id)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="rodada-entregas-\d{4}-\d\d-\d\d\.csv"$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await bytesOf(answer)
  expect(text.startsWith('\uFEFF"chave","título","lista"')).toBe(true)
  const [head = [], first = [], second = []] = rowsOf(text)
  const cell = (row: string[], name: string) => row[head.indexOf(name)]
  const { chave, título, ...rest } = Object.fromEntries(head.map((name) => [name, cell(first, name)]))
  expect([chave, título]).toEqual([card.key, 'Pix "parcelado"'])
  expect(rest).toMatchObject({
    ...{ lista: 'A Fazer', status: 'pendente', prioridade: 'sem prioridade', responsável: 'Ana', participantes: 'Ana; Bia' },
    ...{ etiquetas: 'Dados; Urgente', prazo: '2026-03-09', estimativa: '2.5', descrição: 'Uma linha\noutra, com vírgula' },
    ...{ Valor: '-2.5', Aprovado: 'sim', Canal: 'Loja', Revisa: 'Bia', 'arquivado em': '' },
  })
  expect([cell(second, 'título'), cell(second, 'arquivado em')]).toEqual(['No arquivo', expect.stringMatching(/^\d{4}-/)])
  await server.app.deps.db.updateTable('users').set({ language: 'en-US' }).where('id', '=', member.user.id).execute()
  const english = await bytesOf(await get(member, board.id))
  expect(english).toContain('"key","title","list","status"')
})

test('what looks like a formula is a text, wherever it was written', async () => {
  const { admin } = await makeTeam(server)
  const board = await makeBoard(server, admin, { title: '=cmd|A1' })
  const [token, params] = [admin.token, { boardId: board.id }]
  const bomb = '=HYPERLINK("https://exemplo.com.br";"clique")'
  const text = ok(await server.call(boardFieldsApi.add, { token, params, body: { name: '+Campo', type: 'text' } }))
  const choice = ok(
    await server.call(boardFieldsApi.add, {
      token,
      params,
      body: { name: '@Escolha', type: 'choice', options: [{ name: '-1+1', color: '#2a7d48' }] },
    }),
  )
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: '=1+1', color: '#2a7d48' } }))
  ok(await server.call(boardsApi.updateList, { token, params: { ...params, listId: board.lists[0]?.id ?? 0 }, body: { title: '=Lista' } }))
  const card = await makeCard(server, admin, board, bomb)
  ok(await server.call(cardsApi.addLabel, { token, params: { cardId: card.id }, body: { label_id: label.id } }))
  ok(
    await server.call(cardsApi.update, {
      token,
      params: { cardId: card.id },
      body: {
        ...{ description: `olá\n${bomb}`, notes: '@SUM(A1)' },
        fields: { [text.id]: 'a;=1+1', [choice.id]: choice.options[0]?.id ?? 0 },
      },
    }),
  )
  const answer = await get(admin, board.id)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="rodada-cmd-a1-/)
  const rows = rowsOf(await bytesOf(answer))
  for (const cell of rows.flat()) expect(cell).not.toMatch(/(^|[;,|\t\n])[ "]*[=+\-@]/)
  expect(rows.flat()).toEqual(
    expect.arrayContaining([`'${bomb}`, "'=Lista", "'=1+1", "'-1+1", "'+Campo", "'@Escolha", "'@SUM(A1)", "a;'=1+1"]),
  )
})

test('a file is told to the audit log with who asked for it; a refusal is not', async () => {
  const { board, member, stranger } = team
  await bytesOf(await get(member, board.id, 'json'))
  expect((await get(stranger, board.id, 'json')).status).toBe(404)
  const { entries } = ok(await server.call(auditApi.list, { token: systemAdmin.token, query: { kind: 'board.exported' } }))
  expect(entries[0]).toMatchObject({ user: { id: member.user.id }, subject: 'Entregas', details: { board: board.id, format: 'json' } })
  expect(entries.filter(({ user }) => user?.id === stranger.user.id)).toEqual([])
})

test('somebody who asks for very many files waits a minute', async () => {
  const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const owner = await register(strict)
    const board = await makeBoard(strict, owner)
    const ask = () => strict.call(boardExportApi.csv, { token: owner.token, params: { boardId: board.id } })
    for (let time = 0; time < 10; time++) expect((await ask()).status).toBe(200)
    const { status, headers, body } = await ask()
    expect([status, body.message]).toEqual([429, texts.tooManyAttempts])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await strict.stop()
  }
})
