import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { attachmentsApi } from '@rodada/contract/cards/attachments'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { commentsApi } from '@rodada/contract/cards/comments'
import { participantsApi } from '@rodada/contract/cards/participants'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { picture, upload } from '../../../test/files.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, endSprint, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'
import { makeToken } from '../../../test/tokens.ts'
import { addEstimate } from '../cards/estimate-queries.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

const db = () => server.app.deps.db
const file = (who: Pick<Account, 'token'>, boardId: number) => server.call(boardExportApi.json, { token: who.token, params: { boardId } })
/** The file as the contract describes it: nothing in it that is not described, and nothing missing. */
async function exported(who: Pick<Account, 'token'>, { id }: Pick<Board, 'id'> = team.board): Promise<BoardExport> {
  const text: unknown = ok(await file(who, id))
  const read = JSON.parse(String(text))
  const described = BoardExport.parse(read)
  expect(described).toEqual(read)
  return described
}
const card = async (id: number) => ok(await server.call(cardsApi.get, { token: team.admin.token, params: { cardId: id } }))
const own = (cards: BoardExport['cards'], { id }: { id: number }) => {
  const found = cards.find((each) => each.id === id)
  if (!found) throw new Error(`the file has no card ${id}`)
  return found
}

test('a card comes with every part that it has, each by its id and as the card itself says it', async () => {
  const { board, admin, member } = team
  const [token, params] = [admin.token, { boardId: board.id }]
  const field = async (body: object) => ok(await server.call(boardFieldsApi.add, { token, params, body }))
  const fields = {
    text: await field({ name: 'Cliente', type: 'text' }),
    number: await field({ name: 'Valor', type: 'number', on_card: true }),
    date: await field({ name: 'Contrato', type: 'date' }),
    checkbox: await field({ name: 'Aprovado', type: 'checkbox' }),
    choice: await field({ name: 'Canal', type: 'choice', options: [{ name: 'Loja', color: '#2a7d48' }] }),
    person: await field({ name: 'Revisa', type: 'person' }),
  }
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Dados', color: '#2a7d48' } }))
  const sprint = await makeSprint(server, admin, board)
  const { id } = await makeTask(server, admin, sprint, 'Pix parcelado')
  const at = { cardId: id }
  const picked = ok(await upload(server, member, id, await picture(20, 20).png().toBuffer(), 'Tela de início.png'))
  ok(
    await server.call(cardsApi.update, {
      token,
      params: at,
      body: {
        description: `# Título\n![tela](file:${picked.id})\n"aspas" e \u2028 e 😀`,
        priority: 'none',
        start_date: '2026-03-01',
        due_date: '2026-03-09',
        estimate: 2.5,
        estimated_hours: 7.5,
        notes: 'Com o banco',
        cover_file_id: picked.id,
        fields: {
          [fields.text.id]: '=1+1',
          [fields.number.id]: -12.25,
          [fields.date.id]: '2026-04-01',
          [fields.checkbox.id]: true,
          [fields.choice.id]: fields.choice.options[0]?.id ?? 0,
          [fields.person.id]: member.user.id,
        },
      },
    }),
  )
  ok(await server.call(cardsApi.assign, { token, params: at, body: { user_id: admin.user.id } }))
  ok(await server.call(participantsApi.add, { token, params: { ...at, userId: member.user.id } }))
  ok(await server.call(cardsApi.addLabel, { token, params: at, body: { label_id: label.id } }))
  const checklist = ok(await server.call(checklistsApi.add, { token, params: at, body: { title: 'Aceite' } }))
  const item = async (title: string) =>
    ok(await server.call(checklistsApi.addItem, { token, params: { ...at, checklistId: checklist.id }, body: { title } }))
  const [first, second] = [await item('Um'), await item('Dois')]
  const itemParams = { ...at, checklistId: checklist.id, itemId: second.id }
  ok(await server.call(checklistsApi.updateItem, { token, params: itemParams, body: { completed: true, position: 0 } }))
  const said = ok(await server.call(commentsApi.add, { token: member.token, params: at, body: { content: 'Vi na ata.' } }))
  ok(
    await server.call(commentsApi.update, {
      token: member.token,
      params: { ...at, commentId: said.id },
      body: { content: 'Está na ata.' },
    }),
  )
  const link = ok(await server.call(attachmentsApi.add, { token, params: at, body: { url: 'https://exemplo.com.br/ata' } }))
  const other = await makeCard(server, admin, board, 'Estorno')
  const relation = ok(await server.call(relationsApi.add, { token, params: at, body: { kind: 'blocks', card_id: other.id } }))
  ok(await server.call(recurrenceApi.set, { token, params: at, body: { every: 'week', mode: 'copy' } }))
  await addEstimate(db(), {
    ...{ card_id: id, room_id: null, room_name: 'Mesa', round: 1, user_id: member.user.id, estimate: 2.5, average: '2.5' },
    votes: [{ participant_id: 7, name: 'Bia', vote: '2', confidence: 'sure', reason: 'Já existe.' }],
  })
  await db()
    .insertInto('github_links')
    .values({
      ...{ card_id: id, board_id: board.id, repository: 'Time/loja', repository_key: 'time/loja', number: 42, kind: 'pull' },
      ...{ title: 'Pix', state: 'merged', url: 'https://github.com/Time/loja/pull/42', linked_by: admin.user.id, by_key: 0 },
      ...{
        remote_at: said.created_at,
        checked_at: said.created_at,
        problem: null,
        next_check_at: said.created_at,
        created_at: said.created_at,
      },
    })
    .execute()

  const whole = await card(id)
  const task = (await readSprint(server, admin, sprint)).tasks.find((one) => one.id === id)
  const read = await exported(member)
  const told = own(read.cards, { id })
  const same = ['key', 'list_id', 'rank', 'title', 'description', 'priority', 'start_date', 'due_date', 'status', 'estimate'] as const
  const more = ['estimated_hours', 'notes', 'participant_ids', 'fields', 'cover_file_id', 'created_at', 'updated_at'] as const
  const over = ['completed_at', 'archived_at'] as const
  for (const name of [...same, ...more, ...over]) expect([name, told[name]]).toEqual([name, whole[name]])
  expect(told).toMatchObject({
    former_keys: [],
    assigned_to: admin.user.id,
    created_by: admin.user.id,
    label_ids: [label.id],
    sprint_id: sprint.id,
    column_id: task?.column_id,
    column_rank: task?.rank,
    recurrence: { every: 'week', mode: 'copy', next_on: whole.recurrence?.next_on, set_by: admin.user.id, list_id: whole.list_id },
    checklists: [
      {
        id: checklist.id,
        title: 'Aceite',
        items: [
          { id: second.id, title: 'Dois', completed_at: expect.any(String) },
          { id: first.id, title: 'Um', completed_at: null },
        ],
      },
    ],
    relations: [{ id: relation.id, kind: 'blocks', card: { id: other.id, key: other.key, title: 'Estorno', board_id: board.id } }],
    attachments: [{ id: link.id, url: 'https://exemplo.com.br/ata', title: 'exemplo.com.br', kind: 'link', user_id: admin.user.id }],
    github_links: [{ repository: 'Time/loja', number: 42, kind: 'pull', state: 'merged', linked_by: admin.user.id }],
    files: [{ id: picked.id, name: 'Tela de início.png', type: 'image/png', size: picked.size, url: `/api/files/${picked.id}` }],
    comments: [
      { id: said.id, user_id: member.user.id, content: 'Está na ata.', created_at: said.created_at, edited_at: expect.any(String) },
    ],
    estimates: [{ estimate: 2.5, average: '2.5', room_name: 'Mesa', votes: [{ name: 'Bia', vote: '2', confidence: 'sure' }] }],
  })
  expect(own(read.cards, other).relations).toEqual([
    { id: relation.id, kind: 'blocked_by', card: { id, key: whole.key, title: 'Pix parcelado', board_id: board.id } },
  ])
  const bytes = await server.raw(told.files[0]?.url ?? '', { headers: { authorization: `Bearer ${member.token}` } })
  expect([bytes.status, (await bytes.arrayBuffer()).byteLength]).toEqual([200, picked.size])
  expect(read.fields.map(({ id, options }) => [id, options])).toEqual(Object.values(fields).map(({ id, options }) => [id, options]))
  expect(read.people).toEqual(
    expect.arrayContaining([
      { id: admin.user.id, name: 'Ana' },
      { id: member.user.id, name: 'Bia' },
    ]),
  )
  expect(JSON.stringify(read), 'addresses are nobody else’s').not.toContain('@')
})

test('a board comes with its settings, lists, sprints, templates, filters and members, archived cards and lists too', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'Loja', description: 'Do time' })
  const [token, params] = [admin.token, { boardId: board.id }]
  ok(await server.call(boardsApi.update, { token, params, body: { key_prefix: 'VEN', deck: ['P', 'M', 'G'], auto_sprint: true } }))
  const [todo, doing, done] = board.lists
  ok(
    await server.call(boardsApi.updateList, {
      token,
      params: { ...params, listId: doing?.id ?? 0 },
      body: { wip_limit: 3, wip_hard: true },
    }),
  )
  const [kept, archived, away] = [
    await makeCard(server, admin, board, 'Fica'),
    await makeCard(server, admin, board, 'No arquivo'),
    await makeCard(server, admin, board, 'Na lista', 2),
  ]
  const gone = await makeCard(server, admin, board, 'Excluído')
  ok(await server.call(cardsApi.archive, { token, params: { cardId: archived.id } }))
  ok(await server.call(cardsApi.remove, { token, params: { cardId: gone.id } }))
  ok(await server.call(boardsApi.archiveList, { token, params: { ...params, listId: done?.id ?? 0 } }))
  const sprint = await makeSprint(server, admin, board, { nome: 'Sprint 1', data_inicio: day(-3) })
  const task = await makeTask(server, admin, sprint, 'Planejado', { estimativa_pontos: 5 })
  const open = await makeSprint(server, admin, board, { nome: 'Sprint 2', data_inicio: day(20), data_fim: day(30) })
  await endSprint(server, admin, sprint)
  const template = ok(
    await server.call(cardTemplatesApi.add, {
      token,
      params,
      body: { name: 'Bug', description: 'O que houve?', checklists: [{ title: 'Passos', items: ['Repetir'] }] },
    }),
  )
  const filter = ok(
    await server.call(savedFiltersApi.add, { token, params, body: { name: 'Urgentes', filter: { priorities: ['urgent'] }, shared: true } }),
  )
  ok(await server.call(savedFiltersApi.add, { token, params, body: { name: 'Só meu', filter: { people: ['me'] } } }))

  const read = await exported(admin, board)
  expect(read).toMatchObject({
    format: 'rodada-board',
    version: 1,
    source: { url: expect.stringMatching(/^http/), version: expect.any(String) },
  })
  expect(read.board).toMatchObject({
    ...{ id: board.id, title: 'Loja', description: 'Do time', key_prefix: 'VEN', former_prefixes: ['LOJ'] },
    ...{ deck: ['P', 'M', 'G'], auto_sprint: true, is_public: false, is_template: false, created_by: admin.user.id },
  })
  expect(read.members).toEqual([{ user_id: admin.user.id, role: 'admin', joined_at: expect.any(String) }])
  expect(read.lists).toMatchObject([
    { id: todo?.id, title: 'A Fazer', status: 'pendente', wip_limit: null, archived_at: null },
    { id: doing?.id, wip_limit: 3, wip_hard: true },
    { id: done?.id, title: 'Concluído', archived_at: expect.any(String) },
  ])
  expect(read.cards.map(({ id, key, archived_at }) => [id, key, archived_at !== null])).toEqual([
    [kept.id, 'VEN-1', false],
    [archived.id, 'VEN-2', true],
    [task.id, 'VEN-5', false],
    [away.id, 'VEN-3', false],
  ])
  expect(read.sprints).toMatchObject([
    { id: open.id, nome: 'Sprint 2', status: 'planejada', committed: null, journal_end: null, columns: [{ nome: 'A Fazer' }, {}, {}] },
    {
      id: sprint.id,
      status: 'encerrada',
      total_tasks: 1,
      committed: { tasks: 1, points: 5 },
      completed: { tasks: 0 },
      columns: [{}, {}, {}],
    },
  ])
  expect(own(read.cards, task)).toMatchObject({ sprint_id: null, from_sprint_id: sprint.id })
  expect(read.card_templates).toMatchObject([{ id: template.id, name: 'Bug', checklists: [{ title: 'Passos', items: ['Repetir'] }] }])
  expect(read.saved_filters, 'and not what one keeps for oneself').toMatchObject([{ id: filter.id, filter: { priorities: ['urgent'] } }])
})

test('the journal says what each card was and became, in order, up to the last figure of its sprint', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'Fluxo' })
  const [todo, doing, done] = board.lists.map(({ id }) => id)
  const { id } = await makeCard(server, admin, board, 'Boleto')
  const move = async (list_id = 0) =>
    ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: id }, body: { list_id } }))
  await move(doing)
  await move(done)
  const { token } = await makeToken(server, admin)
  ok(await server.call(cardsApi.remove, { token, params: { cardId: id } }))
  const { journal, cards } = await exported(admin, board)
  expect(cards).toEqual([])
  expect(journal.filter(({ card_id }) => card_id === id)).toMatchObject([
    {
      kind: 'card.created',
      user_id: admin.user.id,
      by_program: false,
      before: null,
      after: { list_id: todo, status: 'pendente', shown: true },
    },
    { kind: 'card.moved', before: { list_id: todo, status: 'pendente' }, after: { list_id: doing, status: 'em_andamento' } },
    { kind: 'card.moved', details: { from: 'Em Andamento', to: 'Concluído' }, after: { list_id: done, status: 'concluida' } },
    { kind: 'card.deleted', user_id: admin.user.id, by_program: true, after: { shown: false } },
  ])
  const instants = journal.map(({ created_at }) => created_at)
  expect(instants).toEqual(instants.toSorted())
})

test('of a card on a board that one does not see only the relation is told, and of the board that a card left only its key of then', async () => {
  const { admin, member, board } = team
  const secret = await makeBoard(server, admin, { title: 'Fusão' })
  const there = await makeCard(server, admin, secret, 'Comprar a concorrente')
  const mine = await makeCard(server, admin, board, 'Contrato')
  const relation = ok(
    await server.call(relationsApi.add, {
      token: admin.token,
      params: { cardId: mine.id },
      body: { kind: 'blocked_by', card_id: there.id },
    }),
  )
  const traveller = await makeCard(server, admin, secret, 'Vem de fora')
  ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: traveller.id }, body: { list_id: board.lists[0]?.id ?? 0 } }))
  ok(await server.call(boardsApi.update, { token: admin.token, params: { boardId: secret.id }, body: { key_prefix: 'SIGILO' } }))

  const [seen, unseen] = [await exported(admin), await exported(member)]
  expect(own(seen.cards, mine).relations).toEqual([
    { id: relation.id, kind: 'blocked_by', card: { id: there.id, key: 'SIGILO-1', title: 'Comprar a concorrente', board_id: secret.id } },
  ])
  expect(own(unseen.cards, mine).relations).toEqual([{ id: relation.id, kind: 'blocked_by', card: null }])
  expect(own(unseen.cards, traveller).former_keys).toEqual([traveller.key])
  expect(own(seen.cards, traveller).former_keys).toEqual(['SIGILO-2', traveller.key])
  expect(JSON.stringify(unseen)).not.toMatch(/Comprar a concorrente|SIGILO|Fusão/)
})

test('nothing of a sealed estimation is in the file before it closes', async () => {
  const { admin, member, board } = team
  const { id } = await makeCard(server, admin, board, 'Lacrada')
  const body = {
    ...{ board_id: board.id, card_ids: [id], deck: ['1', '2', '3', '§§§'], voter_ids: [admin.user.id, member.user.id] },
    closes_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const estimation = ok(await server.call(estimationsApi.create, { token: admin.token, body }))
  const params = { estimationId: estimation.id, cardId: id }
  ok(await server.call(estimationsApi.vote, { token: member.token, params, body: { vote: '§§§', reason: 'Segredo de voto' } }))
  const told = JSON.stringify(await exported(admin))
  expect(told).not.toMatch(/§§§|Segredo de voto/)
})

test('a card with more comments than one page has all of them, and so have its neighbours', async () => {
  const { admin } = team
  const board = await makeBoard(server, admin, { title: 'Conversa' })
  const cards = [
    await makeCard(server, admin, board, 'Muita'),
    await makeCard(server, admin, board, 'Pouca'),
    await makeCard(server, admin, board, 'Nada'),
  ]
  const counts = [700, 2, 0]
  const created_at = new Date().toISOString()
  for (const [index, { id }] of cards.entries()) {
    const comment_count = counts[index] ?? 0
    const row = { card_id: id, user_id: admin.user.id, version: 1, created_at, search_text: null, edited_at: null }
    const rows = Array.from({ length: comment_count }, (_, at) => ({ ...row, content: `Fala ${at}` }))
    if (rows.length > 0) await db().insertInto('comments').values(rows).execute()
    await db().updateTable('cards').set({ comment_count }).where('id', '=', id).execute()
  }
  const read = await exported(admin, board)
  expect(read.cards.map(({ comments }) => comments.map(({ content }) => content))).toEqual(
    counts.map((count) => Array.from({ length: count }, (_, at) => `Fala ${at}`)),
  )
})
