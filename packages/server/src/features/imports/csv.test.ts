import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardExportApi } from '@rodada/contract/boards/export'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { languages } from '@rodada/contract/core/languages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport } from '../../../test/imports.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  ana = await register(server, { name: 'Ana Importa' })
})
afterAll(() => server.stop())

const cardsOf = async (boardId: number) => {
  const { lists } = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId } }))
  return lists.flatMap(({ title, cards }) => cards.map((card) => ({ list: title, ...card })))
}

test('a table with semicolons, as Windows wrote it, becomes cards; what looks like a formula stays a text', async () => {
  const rows = [
    'Título;Lista;Responsável;Etiquetas;Prazo;Pontos;Cliente',
    'Ação de graças;Fazendo;Ana Importa;Urgente, Dados;09/03/2026;2,5;Padaria "São João"',
    `"=HYPERLINK(""http://mal"";""clique"")";Ideias;Fulano;;;;<b>oi</b>`,
    'Só título',
  ]
  const file = new Uint8Array(Buffer.from(rows.join('\r\n'), 'latin1'))
  const looked = await sendImport(server, ana, 'csv', file, 'tarefas.csv')
  expect(looked.plan?.board.title).toBe('tarefas')
  expect(looked.plan?.columns.map(({ name, target }) => [name, target])).toEqual([
    ['Título', 'title'],
    ['Lista', 'list'],
    ['Responsável', 'assignee'],
    ['Etiquetas', 'labels'],
    ['Prazo', 'due_date'],
    ['Pontos', 'estimate'],
    ['Cliente', 'field'],
  ])
  expect(looked.warnings.map(({ kind, count }) => [kind, count])).toEqual([['rows_broken', 1]])
  const done = await runImport(server, ana, looked.id)
  const cards = await cardsOf(done.board_id ?? 0)
  expect(cards.map(({ list, title, due_date, estimate }) => [list, title, due_date, estimate])).toEqual([
    ['Fazendo', 'Ação de graças', '2026-03-09', 2.5],
    ['Ideias', '=HYPERLINK("http://mal";"clique")', null, null],
    ['A Fazer', 'Só título', null, null],
  ])
  const [first, second] = await Promise.all(
    cards.slice(0, 2).map(async ({ id }) => ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: id } }))),
  )
  expect([first?.assigned_user?.id, first?.labels.map(({ name }) => name)]).toEqual([ana.user.id, ['Urgente', 'Dados']])
  expect([Object.values(first?.fields ?? {}), Object.values(second?.fields ?? {})]).toEqual([['Padaria "São João"'], ['<b>oi</b>']])
  expect(second?.notes).toBe('Pessoas em CSV: Fulano')
})

test('nothing of the past of a card is still to come, whatever its table says', async () => {
  const to = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const rows = [
    'ID,Title,List,Created at,Completed at,Archived at',
    `1,Feito,Feito,${to(40)},${to(60)},`,
    `2,Guardado,Ideias,2020-01-06T12:00:00Z,,${to(120)}`,
    '3,De antes,Ideias,2020-01-06T12:00:00Z,,2999-01-06T12:00:00Z',
  ]
  const { id } = await sendImport(server, ana, 'csv', Buffer.from(rows.join('\n')), 'futuro.csv')
  const { board_id } = await runImport(server, ana, id)
  const { db } = server.app.deps
  const now = new Date().toISOString()
  const said = await db.selectFrom('activities').select('created_at').where('board_id', '=', board_id).execute()
  expect(said.length).toBeGreaterThan(4)
  expect(said.filter(({ created_at }) => created_at > now)).toEqual([])
  const cards = await db
    .selectFrom('cards')
    .select(['title', 'created_at', 'updated_at', 'completed_at', 'archived_at'])
    .where('board_id', '=', board_id)
    .orderBy('title')
    .execute()
  expect(cards.map(({ title, completed_at, archived_at }) => [title, completed_at !== null, archived_at !== null])).toEqual([
    ['De antes', false, true],
    ['Feito', true, false],
    ['Guardado', false, true],
  ])
  for (const { title: _, ...dates } of cards) expect(Object.values(dates).filter((at) => at !== null && at > now)).toEqual([])
})

test('a table as Asana exports it: its sections are lists, and its ids keep it from coming twice', async () => {
  const rows = [
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task',
    '1,2026-09-01,,2026-09-02,Launch site,Build,Sarah Jones,sarah@acme.example,2026-09-20,2026-10-15,"Design,Q4","Line one\nLine two, with a comma",Launch,',
    '2,2026-09-01,2026-09-05,2026-09-05,Buy domain,Build,,,,,,,Launch,Launch site',
  ]
  const done = await runImport(server, ana, (await sendImport(server, ana, 'csv', rows.join('\n'), 'asana.csv')).id)
  const cards = await cardsOf(done.board_id ?? 0)
  expect(cards.map(({ list, title, status, due_date }) => [list, title, status, due_date])).toEqual([
    ['Build', 'Launch site', 'pendente', '2026-10-15'],
    ['Build', 'Buy domain', 'concluida', null],
  ])
  const { db } = server.app.deps
  const dates = await db
    .selectFrom('cards')
    .select(['created_at', 'completed_at'])
    .where('board_id', '=', done.board_id)
    .orderBy('id')
    .execute()
  expect(dates).toEqual([
    { created_at: '2026-09-01T12:00:00.000Z', completed_at: null },
    { created_at: '2026-09-01T12:00:00.000Z', completed_at: '2026-09-05T12:00:00.000Z' },
  ])
})

test('what a column is can be said otherwise, and the table is read again', async () => {
  const looked = await sendImport(server, ana, 'csv', 'nome\tquem\tquando\nUma\tAna Importa\t2026-05-01\n', 'outra.csv')
  expect(looked.plan?.columns.map(({ target }) => target)).toEqual(['title', 'field', 'field'])
  const done = await runImport(server, ana, looked.id, { fields: { 1: 'assignee', 2: 'due_date' } })
  expect(done.status).toBe('done')
  const [card] = await cardsOf(done.board_id ?? 0)
  expect([card?.title, card?.due_date, card?.assigned_user?.name]).toEqual(['Uma', '2026-05-01', 'Ana Importa'])
})

test('a board that was saved as CSV here comes back', async () => {
  const board = await makeBoard(server, ana)
  const card = await makeCard(server, ana, board, 'Ir e voltar')
  ok(
    await server.call(cardsApi.update, {
      token: ana.token,
      params: { cardId: card.id },
      body: { priority: 'urgent', due_date: '2026-03-09' },
    }),
  )
  const file = ok(await server.call(boardExportApi.csv, { token: ana.token, params: { boardId: board.id } }))
  const done = await runImport(server, ana, (await sendImport(server, ana, 'csv', file, 'volta.csv')).id)
  expect((await cardsOf(done.board_id ?? 0)).map(({ list, title, priority, due_date }) => [list, title, priority, due_date])).toEqual([
    ['A Fazer', 'Ir e voltar', 'urgent', '2026-03-09'],
  ])
})

test.each(languages)('a board that was saved as CSV in %s comes back with what is archived, done and cancelled', async (language) => {
  const { db } = server.app.deps
  const board = await makeBoard(server, ana)
  const [token, params] = [ana.token, { boardId: board.id }]
  const statuses = ['pendente', 'em_andamento', 'concluida', 'impedimento', 'cancelada', 'concluida'] as const
  for (const [index, status] of statuses.entries()) {
    const { id } = await makeCard(server, ana, board, `Cartão ${index}`)
    const completed_at = status === 'concluida' ? '2026-02-03T10:00:00.000Z' : null
    const archived_at = index === 5 ? '2026-02-04T10:00:00.000Z' : null
    const at = { created_at: '2026-01-02T10:00:00.000Z', completed_at, archived_at }
    await db
      .updateTable('cards')
      .set({ status, ...at })
      .where('id', '=', id)
      .execute()
  }
  const [first] = await db.selectFrom('cards').select('id').where('board_id', '=', board.id).orderBy('id').execute()
  const cardId = first?.id ?? 0
  for (const name of ['Vendas, Sul', 'Dados']) {
    const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name, color: '#2a7d48' } }))
    ok(await server.call(cardsApi.addLabel, { token, params: { cardId }, body: { label_id: label.id } }))
  }
  await db.updateTable('users').set({ language }).where('id', '=', ana.user.id).execute()
  const file = ok(await server.call(boardExportApi.csv, { token, params }))
  await db.updateTable('users').set({ language: 'pt-BR' }).where('id', '=', ana.user.id).execute()
  const looked = await sendImport(server, ana, 'csv', file, `volta ${language}.csv`)
  expect(looked.warnings).toEqual([])
  const { board_id } = await runImport(server, ana, looked.id)
  const read = (boardId: number | null) =>
    db
      .selectFrom('cards')
      .select(['title', 'status', 'created_at', 'completed_at', 'archived_at'])
      .where('board_id', '=', boardId)
      .orderBy('title')
      .execute()
  expect(await read(board_id)).toEqual(await read(board.id))
  const labels = await db.selectFrom('labels').select('name').where('board_id', '=', board_id).orderBy('name').execute()
  expect(labels.map(({ name }) => name)).toEqual(['Dados', 'Vendas, Sul'])
  const numbers = ['sprint', 'items', 'comments', 'files'].length
  expect(looked.plan?.columns.filter(({ target }) => target === 'field')).toHaveLength(numbers)
})

test('days and instants are read where the person is, in the order that the whole table has', async () => {
  const dueOf = async (fileName: string, rows: readonly string[]) => {
    const { id, warnings } = await sendImport(server, ana, 'csv', ['Título;Prazo;Criado em', ...rows].join('\n'), fileName)
    const { board_id } = await runImport(server, ana, id)
    const cards = await server.app.deps.db
      .selectFrom('cards')
      .select(['due_date', 'created_at'])
      .where('board_id', '=', board_id)
      .orderBy('id')
      .execute()
    return { dues: cards.map(({ due_date }) => due_date), created: cards.map(({ created_at }) => created_at), warnings }
  }
  const days = await dueOf('dias.csv', [
    'Um;2026-03-10T02:00:00.000Z;2026-03-10T02:00:00.000Z',
    'Dois;09/03/26;09/03/26 8:30',
    'Três;13/03/26;13/03/2026',
    'Quatro;9 abr 2026;9 de abril de 2026',
    'Cinco;Mar 9 2026;Monday, March 9, 2026',
  ])
  expect(days.dues).toEqual(['2026-03-09', '2026-03-09', '2026-03-13', '2026-04-09', '2026-03-09'])
  expect(days.created).toEqual([
    '2026-03-10T02:00:00.000Z',
    '2026-03-09T11:30:00.000Z',
    '2026-03-13T12:00:00.000Z',
    '2026-04-09T12:00:00.000Z',
    '2026-03-09T12:00:00.000Z',
  ])
  expect(days.warnings).toEqual([])
  const months = await dueOf('meses.csv', ['Um;03/04/2026;', 'Dois;03/25/2026;'])
  expect(months.dues).toEqual(['2026-03-04', '2026-03-25'])
  const none = await dueOf('nada.csv', ['Um;semana 12;', 'Dois;;quando der'])
  expect([none.dues, none.warnings.map(({ kind, count }) => [kind, count])]).toEqual([[null, null], [['dates_invalid', 2]]])
})

test('where a semicolon sets names apart a comma is a part of them, and a card may have several people', async () => {
  const rows = ['Título,Responsável,Etiquetas', 'Uma,"Fulano; Ana Importa","Vendas, Sul; Dados"', 'Outra,"Fulano, Beltrano","Casa, Rua"']
  const { board_id } = await runImport(server, ana, (await sendImport(server, ana, 'csv', rows.join('\n'), 'nomes.csv')).id)
  const cards = await Promise.all(
    (await cardsOf(board_id ?? 0)).map(async ({ id }) => ok(await server.call(cardsApi.get, { token: ana.token, params: { cardId: id } }))),
  )
  expect(cards.map(({ labels }) => labels.map(({ name }) => name).sort())).toEqual([
    ['Dados', 'Vendas, Sul'],
    ['Casa', 'Rua'],
  ])
  expect(cards.map(({ notes }) => notes)).toEqual(['Pessoas em CSV: Fulano', 'Pessoas em CSV: Fulano, Beltrano'])
})

test('a table without titles is refused with the line, and so is one that is none', async () => {
  const without = await sendImport(server, ana, 'csv', 'a,b\n1,2\n')
  expect([without.status, without.message]).toEqual(['failed', expect.stringContaining('linha 1')])
  expect((await sendImport(server, ana, 'csv', new Uint8Array([0x50, 0x4b, 3, 4]))).message).toContain('compactado')
})
