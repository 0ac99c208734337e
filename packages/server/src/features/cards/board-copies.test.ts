import { boardsApi } from '@rodada/contract/boards/board-calls'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { filesApi } from '@rodada/contract/cards/files'
import { relationsApi } from '@rodada/contract/cards/relations'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import type { Db } from '../../platform/database.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { ranksBehind } from '../../platform/order/ranks.ts'
import { defaultTimeZone } from '../../platform/time.ts'
import { getBoardFor } from '../boards/queries.ts'
import { createBoardCopies } from './board-copies.ts'

let server: TestServer
let team: Team
let outsider: Account
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
  outsider = await register(server)
})
afterAll(() => server.stop())

const copy = (who: Account, boardId: number, body: { title?: string; cards?: boolean } = {}) =>
  server.call(boardsApi.copy, { token: who.token, params: { boardId }, body: { title: 'Cópia', ...body } })
const seen = async (who: Account, boardId: number) => ok(await server.call(boardsApi.get, { token: who.token, params: { boardId } }))
const boardsOf = async (who: Account) =>
  ok(await server.call(boardsApi.list, { token: who.token, query: { limit: 200 } })).map(({ id }) => id)

/** Fills a list by the database. */
async function fill(boardId: number, list_id: number, count: number): Promise<void> {
  const now = new Date().toISOString()
  const card = {
    ...{ board_id: boardId, list_id, title: 'Cartão', description: '', search_text: 'cartao', notes: '' },
    ...({ priority: 'medium', status: 'pendente', comment_count: 0, checklist_total: 0, checklist_done: 0 } as const),
    ...{ version: 1, revision: 1, created_at: now, updated_at: now },
  }
  const rows = ranksBehind(null, count).map((rank) => ({ ...card, rank }))
  await server.app.deps.db.insertInto('cards').values(rows).execute()
  await server.app.deps.db
    .updateTable('boards')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', boardId)
    .execute()
}

test('a card that goes to another board while its own is copied does not come along', async () => {
  const { token, user } = team.admin
  const board = await makeBoard(server, team.admin)
  const other = await makeBoard(server, team.admin)
  await fill(board.id, board.lists[0]?.id ?? 0, 201)
  const last = (await seen(team.admin, board.id)).lists[0]?.cards.at(-1)?.id ?? 0
  const { deps } = server.app
  const viewer: Viewer = {
    ...{ userId: user.id, role: user.role, name: user.name, avatar: null, timeZone: defaultTimeZone, language: 'pt-BR', address: '' },
    ...{ sessionId: null, provenAt: null, token: null, sessionTimeout: 60 },
  }
  let turns = 0
  const db: Db = Object.create(deps.db, {
    transaction: {
      value: () => ({
        execute: async (work: (trx: Db) => Promise<unknown>) => {
          turns += 1
          const body = { list_id: other.lists[0]?.id ?? 0, after_id: null }
          // The first transaction decides which cards there are.
          if (turns === 2) ok(await server.call(cardsApi.move, { token, params: { cardId: last }, body }))
          return deps.db.transaction().execute(work)
        },
      }),
    },
  })
  const made = await createBoardCopies({ ...deps, db })(viewer, await getBoardFor(deps.db, viewer, board.id), {
    ...{ title: 'Cópia', is_public: false, cards: true },
  })
  expect(turns).toBeGreaterThan(3)
  expect(made.card_count).toBe(200)
  expect((await seen(team.admin, made.id)).lists[0]?.cards).toHaveLength(200)
})

test('a copied board has lists, limits, labels and cards of the first, and belongs to who copied it', async () => {
  const { token } = team.member
  const board = await makeBoard(server, team.admin)
  const params = { boardId: board.id }
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  ok(
    await server.call(boardsApi.update, {
      token: team.admin.token,
      params,
      body: { description: 'Do time', color: '#ba5314', is_public: true },
    }),
  )
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Dados', color: '#2a7d48' } }))
  const listId = board.lists[1]?.id ?? 0
  ok(await server.call(boardsApi.updateList, { token, params: { ...params, listId }, body: { wip_limit: 1, wip_hard: false } }))
  const [mine, theirs, hidden] = [
    await makeCard(server, team.member, board, 'Meu', 1),
    await makeCard(server, team.member, board, 'De quem administra', 1),
    await makeCard(server, team.member, board, 'Arquivado', 1),
  ]
  ok(await server.call(cardsApi.archive, { token, params: { cardId: hidden.id } }))
  ok(await server.call(boardsApi.updateList, { token, params: { ...params, listId }, body: { wip_hard: true } }))
  ok(await server.call(cardsApi.assign, { token, params: { cardId: mine.id }, body: { user_id: team.member.user.id } }))
  ok(await server.call(cardsApi.assign, { token, params: { cardId: theirs.id }, body: { user_id: team.admin.user.id } }))
  ok(await server.call(cardsApi.addLabel, { token, params: { cardId: mine.id }, body: { label_id: label.id } }))
  const { id: checklistId } = ok(await server.call(checklistsApi.add, { token, params: { cardId: mine.id }, body: { title: 'Aceite' } }))
  ok(await server.call(checklistsApi.addItem, { token, params: { cardId: mine.id, checklistId }, body: { title: 'Um' } }))
  const file = { token, params: { cardId: mine.id }, query: { name: 'a.txt' }, body: new TextEncoder().encode('oi') }
  ok(await server.call(filesApi.upload, file))
  const away = await makeCard(server, team.member, board, 'Em lista arquivada', 2)
  ok(await server.call(boardsApi.archiveList, { token, params: { ...params, listId: away.list_id } }))
  const before = await seen(team.member, board.id)

  const made = ok(await copy(team.member, board.id, { title: ' Pagamentos de 2027 ' }))
  expect(made).toMatchObject({ title: 'Pagamentos de 2027', description: 'Do time', color: '#ba5314', is_public: false, role: 'admin' })
  expect(made).toMatchObject({ key_prefix: 'PAG', member_count: 1, card_count: 2, user_id: team.member.user.id })
  const fresh = await seen(team.member, made.id)
  expect(fresh.lists.map(({ title, status, wip_limit, wip_hard }) => [title, status, wip_limit, wip_hard])).toEqual(
    before.lists.map(({ title, status, wip_limit, wip_hard }) => [title, status, wip_limit, wip_hard]),
  )
  const [own] = fresh.labels
  expect([fresh.labels.length, own?.name, own?.id === label.id]).toEqual([1, 'Dados', false])
  expect(fresh.lists[1]?.cards.map(({ key, title, label_ids, assigned_user }) => [key, title, label_ids, assigned_user?.id])).toEqual([
    ['PAG-1', 'Meu', [own?.id], team.member.user.id],
    ['PAG-2', 'De quem administra', [], undefined],
  ])
  const card = ok(await server.call(cardsApi.get, { token, params: { cardId: fresh.lists[1]?.cards[0]?.id ?? 0 } }))
  expect([card.checklists[0]?.items.map(({ title }) => title), card.files.map(({ name }) => name)]).toEqual([['Um'], ['a.txt']])
  // The first board is as it was, and nobody else sees the copy.
  expect(await seen(team.member, board.id)).toEqual(before)
  expect((await server.call(boardsApi.get, { token: team.guest.token, params: { boardId: made.id } })).status).toBe(404)
  const activity = ok(await server.call(boardsApi.activity, { token, params: { boardId: made.id } }))
  expect(activity.map(({ kind }) => kind)).toEqual(['board.created'])
  const notices = ok(await server.call(notificationsApi.list, { token }))
  expect(notices.filter(({ board }) => board?.id === made.id)).toEqual([])
  const sprints = ok(await server.call(sprintsApi.list, { token, query: { board_id: made.id } })).data
  expect(sprints).toEqual([])
})

test('a board is copied without its cards where that is asked', async () => {
  await makeCard(server, team.member, team.board, 'Fica')
  const made = ok(await copy(team.guest, team.board.id, { cards: false }))
  expect([made.card_count, (await seen(team.guest, made.id)).lists.length]).toEqual([0, team.board.lists.length])
})

test('a copied board has the fields of the first, and its cards what they have in them', async () => {
  const { token } = team.admin
  const board = await makeBoard(server, team.admin)
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  const params = { boardId: board.id }
  const options = [
    { name: 'Web', color: '#266fb8' },
    { name: 'App', color: '#2a7d48' },
  ]
  const add = async (body: { name: string; type: 'choice' | 'number' | 'person'; options?: typeof options; on_card?: boolean }) =>
    ok(await server.call(boardFieldsApi.add, { token, params, body }))
  const place = await add({ name: 'Onde', type: 'choice', options, on_card: true })
  const [size, tester] = [await add({ name: 'Peso', type: 'number', on_card: true }), await add({ name: 'Testa', type: 'person' })]
  const card = await makeCard(server, team.admin, board, 'Com campos')
  const fields = { [place.id]: place.options[1]?.id ?? 0, [size.id]: 2.5, [tester.id]: team.member.user.id }
  ok(await server.call(cardsApi.update, { token, params: { cardId: card.id }, body: { fields } }))
  const made = ok(await copy(team.admin, board.id))
  const fresh = await seen(team.admin, made.id)
  expect(fresh.fields.map(({ name, type, on_card, options }) => [name, type, on_card, options.map((option) => option.name)])).toEqual([
    ['Onde', 'choice', true, ['Web', 'App']],
    ['Peso', 'number', true, []],
    ['Testa', 'person', false, []],
  ])
  const [where, weight] = fresh.fields
  expect(where?.id).not.toBe(place.id)
  const has = { [where?.id ?? 0]: where?.options[1]?.id, [weight?.id ?? 0]: 2.5 }
  const copied = fresh.lists[0]?.cards[0]
  expect(copied?.fields).toEqual(has)
  // The member is not on the copy.
  expect(ok(await server.call(cardsApi.get, { token, params: { cardId: copied?.id ?? 0 } })).fields).toEqual(has)
})

test('cards of a copied board are related as those of the first, and to no card of another board', async () => {
  const { token } = team.member
  const board = await makeBoard(server, team.member)
  const elsewhere = await makeCard(server, team.member, await makeBoard(server, team.member), 'Fora')
  const [late, early, part] = [
    await makeCard(server, team.member, board, 'Depois', 2),
    await makeCard(server, team.member, board, 'Antes', 0),
    await makeCard(server, team.member, board, 'Parte', 1),
  ]
  const relate = (cardId: number, kind: string, card_id: number) =>
    server.call(relationsApi.add, { token, params: { cardId }, body: { kind, card_id } })
  ok(await relate(late.id, 'blocked_by', early.id))
  ok(await relate(part.id, 'part_of', late.id))
  ok(await relate(late.id, 'relates_to', part.id))
  ok(await relate(late.id, 'relates_to', elsewhere.id))
  const made = ok(await copy(team.member, board.id))
  const cards = (await seen(team.member, made.id)).lists.flatMap((list) => list.cards)
  const copied = cards.find(({ title }) => title === 'Depois')
  expect(copied).toMatchObject({ subcards_total: 1, subcards_done: 0, blocked: true })
  const whole = ok(await server.call(cardsApi.get, { token, params: { cardId: copied?.id ?? 0 } }))
  const related = whole.relations.map(({ kind, card }) => [kind, card?.title, cards.some(({ id }) => id === card?.id)]).sort()
  expect(related).toEqual([
    ['blocked_by', 'Antes', true],
    ['parent_of', 'Parte', true],
    ['relates_to', 'Parte', true],
  ])
})

test("what is on a template is nobody's work", async () => {
  const { token, user } = team.member
  const board = await makeBoard(server, team.member)
  const card = await makeCard(server, team.member, board, 'Do modelo')
  ok(await server.call(cardsApi.assign, { token, params: { cardId: card.id }, body: { user_id: user.id } }))
  const mine = async () => ok(await server.call(cardsApi.filter, { token, query: {} })).some(({ id }) => id === card.id)
  expect(await mine()).toBe(true)
  ok(await server.call(boardsApi.update, { token, params: { boardId: board.id }, body: { is_template: true } }))
  expect(await mine()).toBe(false)
})

test('a board that somebody does not see is not there to be copied', async () => {
  expect(await copy(outsider, team.board.id)).toMatchObject({ status: 404, body: { message: texts.notFound } })
  expect((await copy(team.member, team.board.id, { title: ' ' })).status).toBe(400)
})

test('a large board is copied in pieces, in its order, and only one by one person at a time', async () => {
  const board = await makeBoard(server, team.admin)
  for (const [at, count] of [
    [0, 450],
    [1, 250],
  ] as const)
    await fill(board.id, board.lists[at]?.id ?? 0, count)
  const both = await Promise.all([copy(team.admin, board.id), copy(team.admin, board.id)])
  const made = both.filter(({ status }) => status === 200)
  expect(both.filter(({ status }) => status !== 200)).toMatchObject(
    Array(2 - made.length).fill({ status: 409, body: { message: texts.copyUnderWay } }),
  )
  const fresh = await seen(team.admin, made[0]?.body.id ?? 0)
  expect(fresh.lists.map(({ cards }) => cards.length)).toEqual([450, 250, 0])
  const ranks = (await seen(team.admin, board.id)).lists[0]?.cards.map(({ rank }) => rank)
  expect(fresh.lists[0]?.cards.map(({ rank }) => rank)).toEqual(ranks)
  const keys = fresh.lists.flatMap(({ cards }) => cards.map(({ key }) => key))
  expect(new Set(keys).size).toBe(700)
  expect(ok(await server.call(boardsApi.copies, { token: team.admin.token }))).toEqual([])
})

test('a copy of a process that died is seen by nobody, does not come back, and is removed', async () => {
  const { db } = server.app.deps
  const [owner, root] = [await register(server), team.admin]
  const board = await makeBoard(server, owner, { title: 'Meio' })
  const now = new Date().toISOString()
  await db.updateTable('boards').set({ deleted_at: now }).where('id', '=', board.id).execute()
  const copying = { board_id: board.id, user_id: owner.user.id, process_id: 'morto', title: 'Meio', total: 10, done: 4, started_at: now }
  await db.insertInto('board_copies').values(copying).execute()
  expect(ok(await server.call(boardsApi.copies, { token: owner.token }))).toEqual([
    { board_id: board.id, title: 'Meio', done: 4, total: 10 },
  ])
  expect(await boardsOf(owner)).not.toContain(board.id)
  expect((await server.call(boardsApi.restore, { token: owner.token, params: { boardId: board.id } })).status).toBe(404)
  await server.app.runJobs()
  expect(ok(await server.call(boardsApi.copies, { token: owner.token }))).toEqual([])
  expect((await server.call(boardsApi.restore, { token: owner.token, params: { boardId: board.id } })).status).toBe(404)
  await server.app.runJobs()
  expect(await db.selectFrom('boards').select('id').where('id', '=', board.id).executeTakeFirst()).toBeUndefined()
  ok(await copy(root, team.board.id))
})

test('a template makes boards for who sees it, and only a board that is one', async () => {
  const board = await makeBoard(server, team.admin, { title: 'Modelo de projeto' })
  await makeCard(server, team.admin, board, 'Combinar o começo')
  const params = { boardId: board.id }
  const create = (who: Account, template_id: unknown) =>
    server.call(boardsApi.create, { token: who.token, body: { title: 'Projeto', template_id } })
  const gone = { status: 400, body: { fields: { template_id: texts.templateGone } } }
  expect(await create(team.admin, board.id)).toMatchObject(gone)
  const marked = ok(await server.call(boardsApi.update, { token: team.admin.token, params, body: { is_template: true } }))
  expect(marked.is_template).toBe(true)
  const made = ok(await create(team.admin, board.id))
  expect(made).toMatchObject({ title: 'Projeto', is_template: false, card_count: 1, role: 'admin' })
  expect(await create(outsider, board.id)).toMatchObject(gone)
  for (const wrong of ['nenhum', -1, 2 ** 53, null, {}]) expect([wrong, (await create(team.admin, wrong)).status]).toEqual([wrong, 400])
  ok(await server.call(boardsApi.update, { token: team.admin.token, params, body: { is_public: true } }))
  expect(ok(await create(outsider, board.id)).user_id).toBe(outsider.user.id)
})

test('the templates that come with the program are lists and labels in the language of who uses them', async () => {
  const { token } = outsider
  const made = ok(await server.call(boardsApi.create, { token, body: { title: 'Dev', template_id: 'kanban' } }))
  const board = await seen(outsider, made.id)
  expect(board.lists.map(({ title, status }) => [title, status])).toEqual([
    ['Backlog', 'pendente'],
    ['A Fazer', 'pendente'],
    ['Em Andamento', 'em_andamento'],
    ['Em Revisão', 'em_andamento'],
    ['Concluído', 'concluida'],
  ])
  expect(board.labels.map(({ name }) => name)).toEqual(['Melhoria', 'Correção', 'Dívida técnica', 'Pesquisa'])
  expect(board.fields).toEqual([])
})

test('the template for bugs has a severity, a version and a report to fill in', async () => {
  const { token } = outsider
  const { id: boardId } = ok(await server.call(boardsApi.create, { token, body: { title: 'Bugs', template_id: 'bugs' } }))
  const { fields } = await seen(outsider, boardId)
  expect(fields.map(({ name, type, on_card }) => [name, type, on_card])).toEqual([
    ['Severidade', 'choice', true],
    ['Versão', 'text', true],
  ])
  expect(fields[0]?.options.map(({ name }) => name)).toEqual(['Trava o uso', 'Atrapalha', 'Incomoda pouco'])
  const [report] = ok(await server.call(cardTemplatesApi.list, { token, params: { boardId } }))
  expect(report).toMatchObject({ name: 'Relato de bug', title: '', checklist_total: 3 })
  const whole = ok(await server.call(cardTemplatesApi.get, { token, params: { boardId, templateId: report?.id ?? 0 } }))
  expect(whole.description).toBe('## O que aconteceu\n\n## O que era esperado\n\n## Como repetir\n')
})

test('a board of few cards that are full of checklists is copied in pieces, too', async () => {
  const { db } = server.app.deps
  const { token } = team.member
  const board = await makeBoard(server, team.member)
  const [cards, lists, items] = [8, 20, 150]
  await fill(board.id, board.lists[0]?.id ?? 0, cards)
  const made = await db
    .updateTable('cards')
    .set({ checklist_total: lists * items })
    .where('board_id', '=', board.id)
    .returning('id')
    .execute()
  for (const { id: card_id } of made)
    for (const rank of ranksBehind(null, lists)) {
      const { id: checklist_id } = await db
        .insertInto('checklists')
        .values({ card_id, title: 'Passos', rank })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = ranksBehind(null, items).map((rank) => ({ checklist_id, title: 'Passo', search_text: 'passo', rank }))
      await db.insertInto('checklist_items').values(rows).execute()
    }
  const done = new Set<number>()
  let isOver = false
  const copied = copy(team.member, board.id).finally(() => {
    isOver = true
  })
  while (!isOver) for (const one of ok(await server.call(boardsApi.copies, { token }))) done.add(one.done)
  const { id } = ok(await copied)
  const shown = (await seen(team.member, id)).lists[0]?.cards.map(({ checklist_total }) => checklist_total)
  expect(shown).toEqual(Array(cards).fill(lists * items))
  // Between two pieces everybody else has a turn.
  expect([...done].filter((count) => count > 0 && count < cards).length).toBeGreaterThan(0)
})
