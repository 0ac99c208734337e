import { boardsApi } from '@rodada/contract/boards/board-calls'
import { type BoardField, boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { labelNamesApi } from '@rodada/contract/boards/label-names'
import { peopleApi } from '@rodada/contract/boards/people'
import { boardColors } from '@rodada/contract/boards/settings'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card, FoundCard } from '@rodada/contract/cards/cards'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { filesApi } from '@rodada/contract/cards/files'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { upload } from '../../../../test/files.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { addDays, dayOf, defaultTimeZone, startOfDay, weekdayBack } from '../../../platform/time.ts'

let server: TestServer
let instanceAdmin: Account
let team: Team
let other: Team
beforeAll(async () => {
  server = await startServer()
  instanceAdmin = await register(server)
  team = await makeTeam(server, { title: 'Pagamentos' })
  other = await makeTeam(server, { title: 'Segredos' })
})
afterAll(() => server.stop())

type Query = Record<string, string | number>
const find = async (who: Account, query: Query): Promise<FoundCard[]> => ok(await server.call(cardsApi.search, { token: who.token, query }))
const titles = async (who: Account, q: string, more: Query = {}) => (await find(who, { q, ...more })).map(({ title }) => title)
const comment = async (who: Account, card: Card, content: string) =>
  ok(await server.call(commentsApi.add, { token: who.token, params: { cardId: card.id }, body: { content } }))
const addItem = async (who: Account, card: Card, title: string) => {
  const { id } = ok(await server.call(checklistsApi.add, { token: who.token, params: { cardId: card.id }, body: { title: 'Passos' } }))
  return ok(await server.call(checklistsApi.addItem, { token: who.token, params: { cardId: card.id, checklistId: id }, body: { title } }))
}
/** The words that a match marks. */
const marked = ({ match }: FoundCard) => match?.marks.map(({ from, to }) => match.text.slice(from, to))

test('comments and checklist items are found, say where, and mark the words, before and after they are indexed', async () => {
  const { board, admin } = team
  const card = await makeCard(server, admin, board, 'Boleto', 0, { description: 'Primeira linha.\nO código de barras é longo.' })
  await comment(admin, card, `${'antes '.repeat(40)}a Conciliação falhou <b>ontem</b> no banco`)
  await addItem(admin, card, 'Avisar a Tesouraria')
  for (const turn of ['waiting', 'indexed']) {
    const [said] = await find(admin, { q: 'conciliacao BANCO' })
    expect(said?.id, turn).toBe(card.id)
    expect(said?.match?.in).toBe('comment')
    expect(said?.match?.text.startsWith('…')).toBe(true)
    expect(said?.match?.text).toContain('<b>ontem</b>')
    expect(said && marked(said)).toEqual(['Conciliação', 'banco'])
    const [item] = await find(admin, { q: 'tesouraria' })
    expect([item?.match?.in, item?.match?.text, item && marked(item)]).toEqual(['item', 'Avisar a Tesouraria', ['Tesouraria']])
    const [described] = await find(admin, { q: 'codigo boleto' })
    expect([described?.match?.in, described && marked(described)]).toEqual(['description', ['código']])
    expect((await find(admin, { q: 'bole' }))[0]?.match).toEqual({ in: 'title', text: 'Boleto', marks: [{ from: 0, to: 4 }] })
    expect((await find(admin, { q: card.key }))[0]?.match?.in).toBe('key')
    expect(await titles(admin, 'boleto tesouraria conciliacao'), 'words in different places').toEqual(['Boleto'])
    expect(await titles(admin, '"banco ontem"')).toEqual([])
    await server.app.runJobs()
  }
  expect((await find(admin, { status: 'pendente' }))[0]?.match).toBeNull()
})

test('a file is found by its name by those who see its card, until it is deleted, and on a copy', async () => {
  const { board, admin, guest, stranger } = team
  const card = await makeCard(server, admin, board, 'Fornecedor')
  const file = ok(await upload(server, admin, card.id, 'cláusulas', 'Contrato de locação.txt'))
  for (const turn of ['waiting', 'indexed']) {
    const [found] = await find(guest, { q: 'LOCACAO' })
    expect([found?.id, found?.match?.in, found?.match?.text, found && marked(found)], turn).toEqual([
      card.id,
      'file',
      'Contrato de locação.txt',
      ['locação'],
    ])
    expect(await titles(admin, 'fornecedor contrato'), 'words in different places').toEqual(['Fornecedor'])
    expect(await titles(stranger, 'locacao'), 'a board that one does not see').toEqual([])
    await server.app.runJobs()
  }
  ok(await server.call(cardsApi.copy, { token: admin.token, params: { cardId: card.id }, body: { title: 'Cópia' } }))
  expect(await titles(admin, 'locacao')).toEqual(['Cópia', 'Fornecedor'])
  ok(await server.call(filesApi.remove, { token: admin.token, params: { fileId: file.id } }))
  expect(await titles(admin, 'locacao')).toEqual(['Cópia'])
  // As the version before writes, which knows no such column.
  await server.app.deps.db.updateTable('files').set({ name: 'Aditivo.txt' }).where('name', '=', 'Contrato de locação.txt').execute()
  await server.app.runJobs()
  expect(await titles(admin, 'aditivo')).toEqual(['Cópia'])
  expect(await titles(admin, 'locacao')).toEqual([])
})

const addField = async (who: Account, boardId: number, name: string, type: FieldType = 'text'): Promise<BoardField> =>
  ok(await server.call(boardFieldsApi.add, { token: who.token, params: { boardId }, body: { name, type } }))
const fill = async (who: Account, card: { id: number }, fields: Record<string, string | number | null>): Promise<Card> =>
  ok(await server.call(cardsApi.update, { token: who.token, params: { cardId: card.id }, body: { fields } }))

test('what stands in a text field is found by those who see its card, as it is now, and says in which field', async () => {
  const { board, admin, guest, stranger } = team
  const [client, other] = [await addField(admin, board.id, 'Cliente'), await addField(admin, board.id, 'Versão')]
  const [number, date] = [await addField(admin, board.id, 'Valor', 'number'), await addField(admin, board.id, 'Entrega', 'date')]
  const card = await makeCard(server, admin, board, 'Proposta')
  await fill(admin, card, { [client.id]: 'Padaria São João', [other.id]: 'beta', [number.id]: 773311, [date.id]: '2026-12-24' })
  for (const turn of ['waiting', 'indexed']) {
    const [found] = await find(guest, { q: 'SAO padaria' })
    expect([found?.id, found?.match?.in, found?.match?.field, found?.match?.text, found && marked(found)], turn).toEqual([
      card.id,
      'field',
      'Cliente',
      'Padaria São João',
      ['Padaria', 'São'],
    ])
    expect(await titles(admin, 'proposta padaria beta'), 'words in different places').toEqual(['Proposta'])
    expect(await titles(admin, '"padaria beta"')).toEqual([])
    for (const q of ['padaria', 'beta']) expect(await titles(stranger, q), 'a board that one does not see').toEqual([])
    for (const q of ['773311', '2026-12-24', '24/12']) expect(await titles(admin, q), 'no text').toEqual([])
    await server.app.runJobs()
  }
  for (const text of ['Rascunho um', 'Rascunho dois', 'Açougue Lua']) await fill(admin, card, { [client.id]: text, [other.id]: null })
  expect(await titles(admin, 'rascunho')).toEqual([])
  for (const turn of ['waiting', 'indexed']) {
    expect(await titles(admin, 'acougue'), turn).toEqual(['Proposta'])
    for (const q of ['padaria', 'beta']) expect(await titles(admin, q), turn).toEqual([])
    await server.app.runJobs()
  }
  ok(await server.call(boardFieldsApi.remove, { token: admin.token, params: { boardId: board.id, fieldId: client.id } }))
  expect(await titles(admin, 'acougue')).toEqual([])
})

test('a copy has the texts of the fields, and a card takes to another board those of the fields that this one has, too', async () => {
  const { admin, member } = team
  const [from, to] = [await makeBoard(server, admin, { title: 'De' }), await makeBoard(server, admin, { title: 'Para' })]
  await addToBoard(server, admin, from.id, member, 'member')
  const [kept, left] = [await addField(admin, from.id, 'Cliente'), await addField(admin, from.id, 'Só aqui')]
  await addField(admin, to.id, 'Cliente')
  const card = await makeCard(server, admin, from, 'Contrato')
  await fill(admin, card, { [kept.id]: 'Livraria Garoa', [left.id]: 'prateleira' })
  ok(await server.call(cardsApi.copy, { token: admin.token, params: { cardId: card.id }, body: { title: 'Cópia' } }))
  expect(await titles(member, 'garoa')).toEqual(['Cópia', 'Contrato'])
  const list_id = to.lists[0]?.id ?? 0
  ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: card.id }, body: { list_id } }))
  expect(await titles(member, 'garoa'), 'of the board that one sees').toEqual(['Cópia'])
  expect((await titles(admin, 'garoa')).sort()).toEqual(['Contrato', 'Cópia'])
  expect(await titles(admin, 'prateleira'), 'a field that the other board does not have').toEqual(['Cópia'])
  const body = { title: 'Tudo de novo' }
  const copy = ok(await server.call(boardsApi.copy, { token: admin.token, params: { boardId: from.id }, body }))
  expect(await titles(admin, 'garoa', { board_id: copy.id })).toEqual(['Cópia'])
})

test('texts of fields that the version before writes are found once a job folded them, and numbers beside them end no job', async () => {
  const { db } = server.app.deps
  const { board, admin } = team
  const [text, number] = [await addField(admin, board.id, 'Antes'), await addField(admin, board.id, 'Quanto', 'number')]
  const cards = await Promise.all(Array.from({ length: 3 }, (_, at) => makeCard(server, admin, board, `Antigo ${at}`)))
  const none = { text_value: null, number_value: null, date_value: null, checked: null, option_id: null, person_id: null }
  // As it writes: without the columns that it does not know.
  const write = async (row: Record<string, unknown>) => {
    const [keys, values] = [Object.keys(row).map((key) => sql.ref(key)), Object.values(row)]
    await sql`insert into card_field_values (${sql.join(keys)}) values (${sql.join(values)})
      on conflict (card_id, field_id) do update set text_value = excluded.text_value, number_value = excluded.number_value`.execute(db)
  }
  for (const { id: card_id } of cards) {
    await write({ ...none, card_id, field_id: text.id, text_value: 'Ônibus SEM dobra' })
    await write({ ...none, card_id, field_id: number.id, number_value: 5 })
  }
  await server.app.runJobs()
  expect((await titles(admin, 'onibus')).sort()).toEqual(['Antigo 0', 'Antigo 1', 'Antigo 2'])
  await write({ ...none, card_id: cards[0]?.id, field_id: text.id, text_value: 'Trólebus' })
  expect((await titles(admin, 'onibus')).sort()).toEqual(['Antigo 1', 'Antigo 2'])
  await server.app.runJobs()
  expect(await titles(admin, 'trolebus')).toEqual(['Antigo 0'])
})

test('own texts come before what is said, in pages that together are all', async () => {
  const { board, admin } = team
  const said = await makeCard(server, admin, board, 'Dito')
  const own = [await makeCard(server, admin, board, 'Quinzena um'), await makeCard(server, admin, board, 'Quinzena dois')]
  await comment(admin, said, 'vale pela quinzena')
  const all = ['Quinzena dois', 'Quinzena um', 'Dito']
  expect(own).toHaveLength(2)
  expect(await titles(admin, 'quinzena')).toEqual(all)
  for (const [index, title] of all.entries()) expect(await titles(admin, 'quinzena', { limit: 1, offset: index })).toEqual([title])
  expect(await titles(admin, 'quinzena', { offset: 3 })).toEqual([])
  expect(await titles(admin, 'quinzena', { board_id: board.id })).toEqual(all)
})

test('changed and deleted comments and items are found as they are now', async () => {
  const { board, admin } = team
  const card = await makeCard(server, admin, board, 'Muda')
  const { id } = await comment(admin, card, 'primeiro rascunho')
  const item = await addItem(admin, card, 'passo rascunhado')
  const params = { cardId: card.id, commentId: id }
  ok(await server.call(commentsApi.update, { token: admin.token, params, body: { content: 'texto definitivo' } }))
  const [list] = ok(await server.call(checklistsApi.list, { token: admin.token, params: { cardId: card.id } }))
  const where = { cardId: card.id, checklistId: list?.id ?? 0, itemId: list?.items[0]?.id ?? 0 }
  expect(item).toBeDefined()
  ok(await server.call(checklistsApi.updateItem, { token: admin.token, params: where, body: { title: 'passo concluso' } }))
  for (const turn of ['waiting', 'indexed']) {
    expect(await titles(admin, 'definitivo'), turn).toEqual(['Muda'])
    expect(await titles(admin, 'concluso'), turn).toEqual(['Muda'])
    expect(await titles(admin, 'rascunh'), turn).toEqual([])
    await server.app.runJobs()
  }
  ok(await server.call(commentsApi.remove, { token: admin.token, params }))
  ok(await server.call(checklistsApi.remove, { token: admin.token, params: where }))
  for (const q of ['definitivo', 'concluso']) expect(await titles(admin, q)).toEqual([])
})

test('what is said is found by those who see the board, and by nobody else, in the moment of asking', async () => {
  const { board, admin, member, guest, stranger } = other
  const card = await makeCard(server, admin, board, 'Cofre')
  await comment(member, card, 'a combinação é xilofone')
  await addItem(admin, card, 'trocar o berimbau')
  for (const q of ['xilofone', 'berimbau', 'xil', 'cofre']) {
    for (const who of [admin, member, guest, instanceAdmin]) expect(await titles(who, q), `${who.user.name} ${q}`).toEqual(['Cofre'])
    for (const who of [stranger, team.admin]) expect(await titles(who, q), `${who.user.name} ${q}`).toEqual([])
    expect(await titles(stranger, q, { board_id: board.id })).toEqual([])
  }
  expect((await server.call(cardsApi.search, { query: { q: 'xilofone' } })).status).toBe(401)
  const params = { boardId: board.id, userId: member.user.id }
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params }))
  expect(await titles(member, 'xilofone')).toEqual([])
  expect(await titles(member, 'berimbau de:duda')).toEqual([])
})

test('what is said on archived and deleted cards, and on cards of templates, is not found', async () => {
  const { board, admin } = team
  const made = [await makeCard(server, admin, board, 'Um'), await makeCard(server, admin, board, 'Dois')]
  for (const card of made) await comment(admin, card, 'marimbondo')
  const model = await makeBoard(server, admin, { title: 'Modelo de marimbondos' })
  await comment(admin, await makeCard(server, admin, model, 'Três'), 'marimbondo')
  expect(await titles(admin, 'marimbondo')).toEqual(['Três', 'Dois', 'Um'])
  ok(await server.call(cardsApi.archive, { token: admin.token, params: { cardId: made[0]?.id ?? 0 } }))
  ok(await server.call(cardsApi.remove, { token: admin.token, params: { cardId: made[1]?.id ?? 0 } }))
  ok(await server.call(boardsApi.update, { token: admin.token, params: { boardId: model.id }, body: { is_template: true } }))
  expect(await titles(admin, 'marimbondo')).toEqual([])
  ok(await server.call(cardsApi.restore, { token: admin.token, params: { cardId: made[0]?.id ?? 0 } }))
  expect(await titles(admin, 'marimbondo')).toEqual(['Um'])
})

test('a card takes what is said on it to another board, and its copy has the items', async () => {
  const { board, admin, member } = team
  const closed = await makeBoard(server, admin, { title: 'Fechado' })
  const card = await makeCard(server, admin, board, 'Viajante')
  await comment(admin, card, 'leva o pandeiro')
  await addItem(admin, card, 'afinar a zabumba')
  expect(await titles(member, 'pandeiro')).toEqual(['Viajante'])
  const copy = ok(await server.call(cardsApi.copy, { token: admin.token, params: { cardId: card.id }, body: { title: 'Cópia' } }))
  const list_id = closed.lists[0]?.id ?? 0
  ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: card.id }, body: { list_id } }))
  expect(await titles(member, 'pandeiro')).toEqual([])
  expect(await titles(member, 'zabumba'), 'at once').toEqual([copy.title])
  expect((await titles(admin, 'zabumba')).sort()).toEqual(['Cópia', 'Viajante'])
})

test('what the version before writes is found once a job folded it, and no longer by what it was', async () => {
  const { board, admin } = team
  const { db } = server.app.deps
  const card = await makeCard(server, admin, board, 'Versões')
  const { id } = await comment(admin, card, 'palavra antiquada')
  const row = { card_id: card.id, user_id: admin.user.id, version: 1, created_at: new Date().toISOString() }
  await db
    .insertInto('comments')
    .values({ ...row, content: 'Veio SEM dobra, Ção' })
    .execute()
  await db.updateTable('comments').set({ content: 'palavra Nóva' }).where('id', '=', id).execute()
  expect(await titles(admin, 'antiquada')).toEqual([])
  await server.app.runJobs()
  expect(await titles(admin, 'dobra cao')).toEqual(['Versões'])
  expect(await titles(admin, 'nova versoes')).toEqual(['Versões'])
  const { n } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('search_text', 'is', null)
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
})

test('more than one batch of older texts is folded', async () => {
  const { board, admin } = team
  const card = await makeCard(server, admin, board, 'Muitos')
  const row = { card_id: card.id, user_id: admin.user.id, version: 1, created_at: new Date().toISOString() }
  const rows = Array.from({ length: 450 }, (_, index) => ({ ...row, content: `Número ${index} Fagote` }))
  await server.app.deps.db.insertInto('comments').values(rows).execute()
  await server.app.runJobs()
  expect(await titles(admin, '"449 fagote"')).toEqual(['Muitos'])
  expect(await titles(admin, '"0 fagote" numero')).toEqual(['Muitos'])
})

test('operators of three languages narrow a search', async () => {
  const { admin, member, guest } = team
  const board = await makeBoard(server, admin, { title: 'Órbita' })
  await addToBoard(server, admin, board.id, member, 'member')
  const today = dayOf(new Date(), defaultTimeZone)
  const plain = await makeCard(server, admin, board, 'Sonda nada')
  const late = await makeCard(server, admin, board, 'Sonda atrasada', 0, { due_date: addDays(today, -2), priority: 'high' })
  const soon = await makeCard(server, admin, board, 'Sonda breve', 1, { due_date: addDays(today, 3), priority: 'none' })
  const done = await makeCard(server, admin, board, 'Sonda feita', 2)
  ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: soon.id }, body: { user_id: member.user.id } }))
  ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: done.id }, body: { user_id: admin.user.id } }))
  ok(await upload(server, admin, done.id, 'ata'))
  ok(await server.call(cardsApi.update, { token: admin.token, params: { cardId: done.id }, body: { estimate: 3 } }))
  const label = ok(
    await server.call(boardsApi.addLabel, {
      token: admin.token,
      params: { boardId: board.id },
      body: { name: 'Urgência', color: '#c33438' },
    }),
  )
  ok(await server.call(cardsApi.addLabel, { token: admin.token, params: { cardId: late.id }, body: { label_id: label.id } }))
  ok(await server.call(recurrenceApi.set, { token: admin.token, params: { cardId: plain.id }, body: { every: 'week', mode: 'copy' } }))
  // The end of the day before the fifth weekday back, where she is.
  const calm = new Date(Date.parse(startOfDay(weekdayBack(today, 5), defaultTimeZone)) - 1).toISOString()
  await server.app.deps.db.updateTable('cards').set({ moved_at: calm }).where('id', 'in', [soon.id, plain.id]).execute()
  const found = async (q: string, who = admin) => (await titles(who, `sonda ${q}`)).map((title) => title.slice('Sonda '.length)).sort()
  for (const [q, expected] of [
    ['de:bia', ['breve']],
    ['from:BIA', ['breve']],
    ['de:eu', ['feita']],
    ['from:me', ['feita']],
    ['assignee:me', ['feita']],
    ['é:meu', ['feita']],
    ['de:ninguem', []],
    [`de:${member.email.split('@')[0]}`, []],
    ['em:orbita', ['atrasada', 'breve', 'feita', 'nada']],
    ['em:órbita em:"em andamento"', ['breve']],
    ['in:andamento', ['breve']],
    ['en:nenhures', []],
    ['etiqueta:urg', ['atrasada']],
    ['label:"urgência"', ['atrasada']],
    ['prazo<hoje', ['atrasada']],
    ['due<=today', ['atrasada']],
    ['plazo>hoy', ['breve']],
    [`prazo:${addDays(today, 3)}`, ['breve']],
    ['prazo>+2', ['breve']],
    [`prazo<${today.slice(8)}/${today.slice(5, 7)}/${today.slice(0, 4)}`, ['atrasada']],
    ['status:concluída', ['feita']],
    ['status:done status:pending', ['atrasada', 'feita', 'nada']],
    ['status:todo', ['atrasada', 'nada']],
    ['status:canceled', []],
    ['estado:bloqueada', []],
    ['é:atrasado', ['atrasada']],
    ['is:late', ['atrasada']],
    ['e:aberto', ['atrasada', 'breve', 'nada']],
    ['is:blocked', []],
    ['é:parado', ['breve']],
    ['is:idle is:late', []],
    ['es:recurrente', ['nada']],
    ['é:recorrente é:parado', []],
    ['prioridade:alta', ['atrasada']],
    ['priority:none', ['breve']],
    ['prioridad:alta prioridade:nenhuma', ['atrasada', 'breve']],
    ['prioridade:média', ['feita', 'nada']],
    ['é:com-arquivo', ['feita']],
    ['is:unestimated', ['atrasada', 'breve', 'nada']],
    ['is:open from:bia due>today', ['breve']],
  ] as [string, string[]][])
    expect([q, await found(q)]).toEqual([q, expected])
  expect(await found('em:orbita', guest), 'a board that one does not see').toEqual([])
  expect(await titles(admin, 'em:orbita status:done'), 'without a word').toEqual(['Sonda feita'])
})

test('what cannot be understood is said, and nothing makes a search fail or wait', async () => {
  const refused = async (q: string) => {
    const { status, body } = await server.call(cardsApi.search, { token: team.admin.token, query: { q } })
    return [status, body.message]
  }
  expect(await refused('prazo<ontemzinho')).toEqual([400, texts.searchDayUnknown])
  expect(await refused('prazo:31/02/2026')).toEqual([400, texts.searchDayUnknown])
  expect(await refused('status:sei lá')).toEqual([400, texts.searchStatusUnknown])
  expect(await refused('é:bonito')).toEqual([400, texts.searchStateUnknown])
  expect(await refused('pix de:')).toEqual([400, texts.searchValueMissing])
  expect(await refused('a '.repeat(13))).toEqual([400, texts.searchTooMany])
  expect(await refused('a'.repeat(201))).toEqual([400, texts.searchTooLong])
  const reader = await register(server)
  await server.app.deps.db.updateTable('users').set({ language: 'en-US' }).where('id', '=', reader.user.id).execute()
  const english = await server.call(cardsApi.search, { token: reader.token, query: { q: 'is:nice' } })
  expect(english.body.message).toBe('After is: use late, open, blocked, mine, idle, recurring, with-file or unestimated.')
  for (const q of [
    ...['"', '""', '" "', '"""', "'", '*', 'pix*', 'NEAR(a b)', 'a AND b OR NOT c', '(', '^abc', '{a b}: c', 'col:abc', '-abc', 'a"b"c'],
    ...['\\', '%%%', '___', '\u0000abc', 'de:"', 'https://exemplo.com/a:b', '🎲🎲🎲🎲', 'é', 'ab\u0301c', 'İstanbul', ':', '<>', 'em:%'],
    'x y '.repeat(6),
    'zzz'.repeat(66),
  ])
    expect([q, (await server.call(cardsApi.search, { token: team.admin.token, query: { q } })).status]).toEqual([q, 200])
})

test('people are found by name by those who share a board with them, and never by address', async () => {
  const { admin, guest, stranger } = other
  const names = async (who: Account, q: string) =>
    ok(await server.call(peopleApi.find, { token: who.token, query: { q } })).map(({ id }) => id)
  expect(await names(admin, 'CAI')).toEqual([guest.user.id])
  expect(await names(guest, 'ana')).toEqual([admin.user.id])
  expect(await names(stranger, 'caio')).toEqual([])
  expect(await names(instanceAdmin, 'caio')).toEqual(expect.arrayContaining([guest.user.id, team.guest.user.id]))
  expect(await names(admin, guest.email)).toEqual([])
  const params = { boardId: other.board.id, userId: guest.user.id }
  ok(await server.call(boardsApi.removeMember, { token: admin.token, params }))
  expect(await names(admin, 'caio')).toEqual([])
})

test('names of labels are those of the boards that one sees, each once, one’s own boards first', async () => {
  const [ana, bia] = [await register(server), await register(server)]
  const label = async (who: Account, boardId: number, name: string) =>
    ok(await server.call(boardsApi.addLabel, { token: who.token, params: { boardId }, body: { name, color: boardColors.azul } }))
  const names = async (who: Account, q: string, limit = 20) =>
    ok(await server.call(labelNamesApi.find, { token: who.token, query: { q, limit } }))
  const [own, open, hidden] = [
    await makeBoard(server, ana),
    await makeBoard(server, bia, { is_public: true }),
    await makeBoard(server, bia, { title: 'Particular' }),
  ]
  await label(ana, own.id, 'Rótulo zê')
  await label(bia, open.id, 'Rótulo á 100%')
  await label(bia, open.id, 'Rótulo zê')
  await label(bia, hidden.id, 'Rótulo secreto')
  expect(await names(ana, 'ROTULO')).toEqual(['Rótulo zê', 'Rótulo á 100%'])
  expect(await names(ana, 'rotulo', 1)).toEqual(['Rótulo zê'])
  expect(await names(ana, '0%')).toEqual(['Rótulo á 100%'])
  expect(await names(ana, 'secreto')).toEqual([])
  expect(await names(bia, 'secreto')).toEqual(['Rótulo secreto'])
  ok(await server.call(boardsApi.update, { token: bia.token, params: { boardId: open.id }, body: { is_template: true } }))
  expect(await names(ana, 'rotulo')).toEqual(['Rótulo zê'])
})
