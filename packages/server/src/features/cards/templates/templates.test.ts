import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi } from '@rodada/contract/boards/fields'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { checklistsApi } from '@rodada/contract/cards/checklists'
import { participantsApi } from '@rodada/contract/cards/participants'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, makeTeam, ok, type Team } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer()
  team = await makeTeam(server)
})
afterAll(() => server.stop())

/** A board of the team's admin with the member on it. */
async function freshBoard(): Promise<Board> {
  const board = await makeBoard(server, team.admin)
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  return board
}
const as = ({ token }: Account) => ({ token })
const add = (boardId: number, body: Record<string, unknown>) =>
  server.call(cardTemplatesApi.add, { ...as(team.member), params: { boardId }, body: { name: 'Incidente', ...body } })
const get = (boardId: number, templateId: number) =>
  server.call(cardTemplatesApi.get, { ...as(team.member), params: { boardId, templateId } })
const update = (boardId: number, templateId: number, body: Record<string, unknown>) =>
  server.call(cardTemplatesApi.update, { ...as(team.member), params: { boardId, templateId }, body })
const use = (board: Board, template_id: number, body: Record<string, unknown> = {}) =>
  server.call(cardTemplatesApi.use, {
    ...as(team.member),
    params: { boardId: board.id, listId: board.lists[0]?.id ?? 0 },
    body: { template_id, ...body },
  })
const boardNow = async (boardId: number) => ok(await server.call(boardsApi.get, { ...as(team.admin), params: { boardId } }))

/** A board with a card that has everything that a template takes, and what it does not take. */
async function fullCard() {
  const board = await freshBoard()
  const [token, params] = [team.admin.token, { boardId: board.id }]
  const label = ok(await server.call(boardsApi.addLabel, { token, params, body: { name: 'Produção', color: '#c33438' } }))
  const options = [
    { name: 'Alta', color: '#c33438' },
    { name: 'Baixa', color: '#266fb8' },
  ]
  const severity = ok(
    await server.call(boardFieldsApi.add, { token, params, body: { name: 'Severidade', type: 'choice', options, on_card: true } }),
  )
  const reporter = ok(await server.call(boardFieldsApi.add, { token, params, body: { name: 'Quem relatou', type: 'person' } }))
  const card = await makeCard(server, team.admin, board, 'Incidente: ')
  const path = { cardId: card.id }
  const description = `## O que houve\n\n![tela](file:12)\n${'x'.repeat(18_000)}`
  const fields = { [severity.id]: severity.options[0]?.id, [reporter.id]: team.member.user.id }
  const more = { description, priority: 'urgent', estimate: 3, estimated_hours: 1.5, due_date: '2027-01-10', fields }
  ok(await server.call(cardsApi.update, { token, params: path, body: more }))
  ok(await server.call(cardsApi.addLabel, { token, params: path, body: { label_id: label.id } }))
  ok(await server.call(cardsApi.assign, { token, params: path, body: { user_id: team.member.user.id } }))
  ok(await server.call(participantsApi.add, { token, params: { ...path, userId: team.admin.user.id } }))
  for (const [title, ...items] of [['Agora', 'Avisar', 'Conter'], ['Depois']]) {
    const list = ok(await server.call(checklistsApi.add, { token, params: path, body: { title: title ?? '' } }))
    for (const item of items) {
      const at = { ...path, checklistId: list.id }
      const made = ok(await server.call(checklistsApi.addItem, { token, params: at, body: { title: item } }))
      ok(await server.call(checklistsApi.updateItem, { token, params: { ...at, itemId: made.id }, body: { completed: true } }))
    }
  }
  return { board, card, label, severity, reporter, text: `## O que houve\n\ntela\n${'x'.repeat(18_000)}` }
}

test('a template of a card makes cards with what a copy has, and a key and a name of their own', async () => {
  const { board, card, label, severity, reporter, text } = await fullCard()
  const template = ok(await add(board.id, { card_id: card.id, name: '  Incidente em produção ' }))
  expect(template).toMatchObject({ name: 'Incidente em produção', title: 'Incidente:', description: text, version: 1, checklist_total: 2 })

  const before = await boardNow(board.id)
  const made = ok(await use(board, template.id, { title: 'Incidente: Pix fora do ar', position: 0 }))
  expect(made).toMatchObject({
    title: 'Incidente: Pix fora do ar',
    description: text,
    priority: 'urgent',
    estimate: 3,
    estimated_hours: 1.5,
  })
  expect(made).toMatchObject({ due_date: null, position: 0, comment_count: 0, sprint: null, status: 'pendente', key: 'ENT-2' })
  expect(made.assigned_user?.id).toBe(team.member.user.id)
  expect(made.participant_ids).toEqual([team.admin.user.id])
  expect(made.labels.map(({ id }) => id)).toEqual([label.id])
  expect(made.fields).toEqual({ [severity.id]: severity.options[0]?.id, [reporter.id]: team.member.user.id })
  expect(made.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed])])).toEqual([
    [
      'Agora',
      [
        ['Avisar', false],
        ['Conter', false],
      ],
    ],
    ['Depois', []],
  ])
  // Its face on the board, too: the counts and the field that is shown there.
  const after = await boardNow(board.id)
  const face = after.lists[0]?.cards.find(({ id }) => id === made.id)
  expect(face).toMatchObject({ checklist_total: 2, checklist_done: 0, fields: { [severity.id]: severity.options[0]?.id } })
  expect(after.revision).toBe(before.revision + 1)
  const activity = ok(await server.call(cardsApi.activity, { ...as(team.member), params: { cardId: made.id } }))
  expect(activity.map(({ kind }) => kind)).toEqual(['card.created'])
  // Its items are searched as others are.
  const found = ok(await server.call(cardsApi.search, { ...as(team.member), query: { q: 'conter', board_id: board.id } }))
  expect(found.map(({ id }) => id)).toContain(made.id)
  // The card may change and go, and the template stays as it is.
  ok(await server.call(cardsApi.remove, { ...as(team.admin), params: { cardId: card.id } }))
  expect(ok(await use(board, template.id)).title).toBe('Incidente:')
})

test('people of a template are told of the card that is made for them', async () => {
  const board = await freshBoard()
  const template = ok(await add(board.id, { title: 'Plantão', assigned_to: team.admin.user.id, participant_ids: [team.member.user.id] }))
  const made = ok(await use(board, template.id))
  const notices = ok(await server.call(notificationsApi.list, { ...as(team.admin) }))
  expect(JSON.stringify(notices)).toContain(`"card_id":${made.id}`)
})

test('a template is nobody’s card: not on the board, in its numbers, in a search, in the archive or among the work of somebody', async () => {
  const board = await freshBoard()
  const [mine, title] = [team.member.user.id, 'Modelo que ninguém faz']
  const { total: before } = ok(await server.call(dashboardApi.stats, as(team.member))).userTasks
  const template = ok(await add(board.id, { name: title, title, assigned_to: mine, participant_ids: [mine], estimate: 8 }))
  const path = { boardId: board.id }
  const seen = await boardNow(board.id)
  expect(seen.lists.flatMap(({ cards }) => cards)).toEqual([])
  expect((await boardNow(board.id)).key_prefix).toBe('ENT')
  const who = as(team.member)
  expect(ok(await server.call(cardsApi.search, { ...who, query: { q: 'ninguém faz' } }))).toEqual([])
  expect(ok(await server.call(cardsApi.filter, { ...who, query: {} })).filter((card) => card.title === title)).toEqual([])
  expect(ok(await server.call(boardsApi.archive, { ...who, params: path })).cards).toEqual([])
  const [summary] = ok(await server.call(boardsApi.list, { ...who })).filter(({ id }) => id === board.id)
  expect(summary?.card_count).toBe(0)
  expect(ok(await server.call(dashboardApi.stats, who)).userTasks.total).toBe(before)
  // The first card has the first number.
  expect(ok(await use(board, template.id)).key).toBe('ENT-1')
})

test('a template may begin blank, and a card without a title is not made of it', async () => {
  const board = await freshBoard()
  const template = ok(await add(board.id, { name: 'Em branco' }))
  expect(template).toMatchObject({ title: '', description: '', priority: 'medium', estimate: null, checklists: [], fields: {} })
  expect(await use(board, template.id)).toMatchObject({ status: 400, body: { fields: { title: texts.cardTitleRequired } } })
  expect(ok(await use(board, template.id, { title: ' Um ' })).title).toBe('Um')
})

test('a change of a template leaves its cards as they are, and a late one shows what it is now', async () => {
  const board = await freshBoard()
  const template = ok(await add(board.id, { title: 'Antes', checklists: [{ title: 'Aceite', items: ['Um'] }] }))
  const card = ok(await use(board, template.id))
  const change = { name: 'Outro', title: 'Depois', checklists: [{ title: 'Aceite', items: ['Um', 'Dois'] }], version: 1 }
  expect(ok(await update(board.id, template.id, change))).toMatchObject({ name: 'Outro', title: 'Depois', version: 2, checklist_total: 2 })
  const late = await update(board.id, template.id, { name: 'Tarde', version: 1 })
  expect(late).toMatchObject({ status: 409, body: { current: { name: 'Outro', version: 2 } } })
  const { revision } = await boardNow(board.id)
  expect(ok(await update(board.id, template.id, { name: 'Outro' })).version).toBe(2)
  expect((await boardNow(board.id)).revision).toBe(revision)
  expect(ok(await server.call(cardsApi.get, { ...as(team.member), params: { cardId: card.id } })).title).toBe('Antes')
})

test('what the board no longer has is left out of a template and of its cards, and who comes back is in it again', async () => {
  const { board, card, label, severity } = await fullCard()
  const template = ok(await add(board.id, { card_id: card.id }))
  const { token } = team.admin
  const params = { boardId: board.id }
  ok(await server.call(boardsApi.removeLabel, { token, params: { ...params, labelId: label.id } }))
  ok(await server.call(boardFieldsApi.remove, { token, params: { ...params, fieldId: severity.id } }))
  ok(await server.call(boardsApi.removeMember, { token, params: { ...params, userId: team.member.user.id } }))
  const asAdmin = { token, params: { ...params, templateId: template.id } }
  const left = ok(await server.call(cardTemplatesApi.get, asAdmin))
  expect(left).toMatchObject({ label_ids: [], fields: {}, assigned_to: null, participant_ids: [team.admin.user.id] })
  expect(ok(await server.call(cardTemplatesApi.list, asAdmin))).toMatchObject([{ label_ids: [] }])
  const use = { token, params: { ...params, listId: board.lists[0]?.id ?? 0 }, body: { template_id: template.id } }
  expect(ok(await server.call(cardTemplatesApi.use, use))).toMatchObject({ labels: [], fields: {}, assigned_user: null })
  await addToBoard(server, team.admin, board.id, team.member, 'member')
  expect(ok(await server.call(cardTemplatesApi.get, asAdmin)).assigned_to).toBe(team.member.user.id)
})

test('only what is of the board goes into a template', async () => {
  const [board, other] = [await freshBoard(), await freshBoard()]
  const body = { name: 'Alheia', color: '#c33438' }
  const foreign = ok(await server.call(boardsApi.addLabel, { ...as(team.admin), params: { boardId: other.id }, body }))
  const card = await makeCard(server, team.admin, other)
  const template = ok(await add(board.id, { name: 'Próprio' }))
  const refusals: [Record<string, unknown>, string, string][] = [
    [{ label_ids: [foreign.id] }, 'label_ids', texts.labelElsewhere],
    [{ assigned_to: team.stranger.user.id }, 'assigned_to', texts.assigneeElsewhere],
    [{ participant_ids: [team.stranger.user.id] }, 'participant_ids', texts.assigneeElsewhere],
    [{ fields: { 999999: 'x' } }, 'fields.999999', texts.fieldUnknown],
    [{ checklists: [{ title: '', items: [] }] }, 'checklists.0.title', texts.checklistTitleRequired],
  ]
  for (const [given, field, text] of refusals) {
    const refused = { status: 400, body: { fields: { [field]: text } } }
    expect(await add(board.id, given)).toMatchObject(refused)
    expect(await update(board.id, template.id, given)).toMatchObject(refused)
  }
  expect((await add(board.id, { card_id: card.id })).status).toBe(404)
  const theirs = ok(await server.call(cardTemplatesApi.add, { ...as(team.admin), params: { boardId: other.id }, body: { name: 'De lá' } }))
  expect((await get(board.id, theirs.id)).status).toBe(404)
  expect((await update(board.id, theirs.id, { name: 'Meu' })).status).toBe(404)
  expect(await use(board, theirs.id)).toMatchObject({ status: 400, body: { fields: { template_id: texts.templateGone } } })
})

test('a board keeps fifty templates, and a template so many letters', async () => {
  const board = await freshBoard()
  const checklists = (items: number) => [{ title: 'Aceite', items: Array.from({ length: items }, () => 'x'.repeat(500)) }]
  expect(await add(board.id, { checklists: checklists(120) })).toMatchObject({
    status: 400,
    body: { fields: { checklists: texts.templateTextTooLong } },
  })
  const first = ok(await add(board.id, { checklists: checklists(119) }))
  expect((await update(board.id, first.id, { description: 'x'.repeat(500) })).status).toBe(400)
  for (let n = 1; n < limits.cardTemplates; n++) ok(await add(board.id, { name: `Modelo ${n}` }))
  expect(await add(board.id, {})).toMatchObject({ status: 409, body: { message: texts.tooManyTemplates } })
  ok(await server.call(cardTemplatesApi.remove, { ...as(team.member), params: { boardId: board.id, templateId: first.id } }))
  ok(await add(board.id, { name: 'Ágil' }))
  const names = ok(await server.call(cardTemplatesApi.list, { ...as(team.member), params: { boardId: board.id } })).map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(['Ágil', 'Modelo 1'])
  expect(names).toHaveLength(limits.cardTemplates)
})

test('a full list takes no card of a template either, and nothing of it is left', async () => {
  const board = await freshBoard()
  const template = ok(await add(board.id, { title: 'Um', checklists: [{ title: 'Aceite', items: ['Um'] }] }))
  const params = { boardId: board.id, listId: board.lists[0]?.id ?? 0 }
  ok(await server.call(boardsApi.updateList, { ...as(team.member), params, body: { wip_limit: 1, wip_hard: true } }))
  ok(await use(board, template.id))
  expect(await use(board, template.id)).toMatchObject({ status: 409, body: { message: texts.listFull } })
  expect((await boardNow(board.id)).lists[0]?.cards).toHaveLength(1)
})

test('the activity of the board tells of its templates, and who looks at it hears at once', async () => {
  const board = await freshBoard()
  const looker = await new LiveClient(server.url(), team.admin.token).ready()
  await looker.watch(board.id)
  const heard = looker.next('boardChanged')
  const { id } = ok(await add(board.id, { name: 'Incidente' }))
  await heard
  looker.leave()
  ok(await update(board.id, id, { name: 'Plantão' }))
  ok(await server.call(cardTemplatesApi.remove, { ...as(team.member), params: { boardId: board.id, templateId: id } }))
  const lines = ok(await server.call(boardsApi.activity, { ...as(team.member), params: { boardId: board.id } }))
  expect(lines.slice(0, 3).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['template.deleted', 'Plantão'],
    ['template.updated', 'Plantão'],
    ['template.created', 'Incidente'],
  ])
})

test('a copy of a board, and one that is made from it, has its templates with the labels and fields of the copy', async () => {
  const { board, card, label, severity, reporter } = await fullCard()
  ok(await add(board.id, { card_id: card.id, name: 'Incidente' }))
  const who = as(team.member)
  const copied = ok(await server.call(boardsApi.copy, { ...who, params: { boardId: board.id }, body: { title: 'Cópia', cards: false } }))
  ok(await server.call(boardsApi.update, { ...as(team.admin), params: { boardId: board.id }, body: { is_template: true } }))
  const made = ok(await server.call(boardsApi.create, { ...who, body: { title: 'Projeto', template_id: board.id } }))
  for (const { id: boardId } of [copied, made]) {
    const fresh = ok(await server.call(boardsApi.get, { ...who, params: { boardId } }))
    const [choice, person] = fresh.fields
    const [summary] = ok(await server.call(cardTemplatesApi.list, { ...who, params: { boardId } }))
    const template = ok(await server.call(cardTemplatesApi.get, { ...who, params: { boardId, templateId: summary?.id ?? 0 } }))
    expect(template).toMatchObject({ name: 'Incidente', board_id: boardId, label_ids: [fresh.labels[0]?.id], checklist_total: 2 })
    // Who copied is the only one on the copy.
    expect(template).toMatchObject({ assigned_to: team.member.user.id, participant_ids: [] })
    expect(template.fields).toEqual({ [choice?.id ?? 0]: choice?.options[0]?.id, [person?.id ?? 0]: team.member.user.id })
    expect([fresh.labels[0]?.id, choice?.id, person?.id]).not.toEqual([label.id, severity.id, reporter.id])
  }
})
