import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { deckPointsApi } from '@rodada/contract/boards/deck-points'
import { BoardExport, boardExportApi } from '@rodada/contract/boards/export'
import { importsApi } from '@rodada/contract/boards/imports'
import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import { cardTemplatesApi } from '@rodada/contract/cards/templates'
import { limits } from '@rodada/contract/core/limits'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { runImport, sendImport, settled } from '../../../test/imports.ts'
import { changeTask, day, endSprint, makeSprint, makeTask } from '../../../test/sprints.ts'
import { makeWholeCard } from '../../../test/whole-card.ts'
import { addEstimate } from '../cards/estimate-queries.ts'

let here: TestServer
let there: TestServer
let team: Team
let board: Board
let before: BoardExport
/** On the other installation: who brings the board, and people who are called as those of the board. */
let zoe: Account
let ana: Account
let bia: Account
/** The import that made the board there. */
let made: Awaited<ReturnType<typeof runImport>>

/** Two servers and some eighty calls. No test means anything by it. */
const setUpMs = 600_000

beforeAll(async () => {
  here = await startServer()
  there = await startServer()
  team = await makeTeam(here)
  board = await makeEverything()
  before = await exported(here, team.admin, board.id)
  zoe = await register(there, { name: 'Zoe' })
  ana = await register(there, { name: 'Ana' })
  bia = await register(there, { name: 'Bia' })
}, setUpMs)
afterAll(async () => {
  await here.stop()
  await there.stop()
})

const exported = async (server: TestServer, { token }: Pick<Account, 'token'>, boardId: number): Promise<BoardExport> =>
  BoardExport.parse(JSON.parse(String(ok(await server.call(boardExportApi.json, { token, params: { boardId } })))))

const agoMs = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Says that what was written since a while ago was written some days ago. */
async function older(boardId: number, days: number): Promise<void> {
  const { db } = here.app.deps
  for (const table of ['activities', 'sprints'] as const)
    await db
      .updateTable(table)
      .set({ created_at: agoMs(days) })
      .where('board_id', '=', boardId)
      .where('created_at', '>', agoMs(days - 1))
      .execute()
}

/** A board with one of everything, and sprints that ended. */
async function makeEverything(): Promise<Board> {
  const { admin, member } = team
  const whole = await makeWholeCard(here, admin, member)
  const { fields, card, blocked } = whole
  const as = { token: admin.token }
  const params = { boardId: whole.board.id }
  const on = { ...as, params }
  ok(
    await here.call(boardsApi.update, { ...on, body: { key_prefix: 'TUD', deck: ['P', 'M', 'G'], auto_sprint: false, is_template: true } }),
  )
  ok(await here.call(boardsApi.update, { ...on, body: { description: 'Com tudo', color: '#097285', is_public: true } }))
  ok(await here.call(deckPointsApi.change, { ...on, body: { points: [{ face: 'G', points: 8 }] } }))
  const [todo, doing, done] = whole.board.lists.map(({ id }) => id)
  ok(await here.call(boardsApi.updateList, { ...as, params: { ...params, listId: doing ?? 0 }, body: { wip_limit: 3, wip_hard: true } }))
  ok(await here.call(boardsApi.updateList, { ...as, params: { ...params, listId: todo ?? 0 }, body: { status: 'impedimento' } }))
  const old = ok(await here.call(boardsApi.addList, { ...on, body: { title: 'Antiga' } }))
  const label = ok(await here.call(boardsApi.addLabel, { ...on, body: { name: 'Dados', color: '#954886' } }))
  ok(await here.call(cardsApi.addLabel, { ...as, params: { cardId: card.id }, body: { label_id: label.id } }))

  // The first sprint: one done, one left over, one that came late, one cancelled, one deleted.
  const first = await makeSprint(here, admin, whole.board, { nome: 'Sprint 1', data_inicio: day(-9), data_fim: day(-1), descricao: 'Meta' })
  const task = (sprint: typeof first, titulo: string, points: number | null) =>
    makeTask(here, admin, sprint, titulo, { ...(points !== null && { estimativa_pontos: points }), estimativa_horas: 4 })
  const [paid, left, cancelled, gone] = [
    await task(first, 'Pago', 5),
    await task(first, 'Sobrou', 3),
    await task(first, 'Cancelada', 2),
    await task(first, 'Excluída', 1),
  ]
  await older(whole.board.id, 9)
  const late = await task(first, 'Atrasada', 8)
  await changeTask(here, admin, cancelled.id, { status: 'cancelada' })
  await older(whole.board.id, 4)
  await changeTask(here, admin, paid.id, { status: 'concluida' })
  await changeTask(here, admin, late.id, { status: 'concluida' })
  await endSprint(here, admin, first)
  // What is done to it later counts for it no more.
  ok(await here.call(cardsApi.archive, { ...as, params: { cardId: paid.id } }))
  ok(await here.call(cardsApi.remove, { ...as, params: { cardId: gone.id } }))

  const now = await makeSprint(here, admin, whole.board, { nome: 'Sprint 2', data_inicio: day(-1), data_fim: day(10) })
  const next = await makeSprint(here, admin, whole.board, { nome: 'Sprint 3', data_inicio: day(20), data_fim: day(30) })
  ok(await here.call(sprintColumnsApi.create, { ...as, params: { sprintId: now.id }, body: { nome: 'Revisão', status: 'em_andamento' } }))
  const [three, four] = [await task(now, 'Três', 3), await task(now, 'Quatro', null)]
  ok(await here.call(sprintTasksApi.rankBacklog, { ...on, body: { task_id: left.id, after_id: card.id } }))
  await changeTask(here, admin, four.id, { titulo: 'Quatro, enfim' })
  await task(next, 'Depois', 1)
  await changeTask(here, member, three.id, { status: 'em_andamento' })

  const [shelved, away] = [
    await makeCard(here, member, whole.board, 'No arquivo'),
    await makeCard(here, admin, whole.board, 'Na lista antiga'),
  ]
  ok(await here.call(cardsApi.archive, { ...as, params: { cardId: shelved.id } }))
  ok(await here.call(cardsApi.move, { ...as, params: { cardId: away.id }, body: { list_id: old.id, position: 0 } }))
  ok(await here.call(boardsApi.archiveList, { ...as, params: { ...params, listId: old.id } }))
  ok(await here.call(cardsApi.move, { ...as, params: { cardId: blocked.id }, body: { list_id: done ?? 0, position: 0 } }))
  ok(await here.call(relationsApi.add, { ...as, params: { cardId: left.id }, body: { kind: 'relates_to', card_id: paid.id } }))
  // Nobody answers for it, and one takes part.
  ok(await here.call(cardsApi.assign, { ...as, params: { cardId: card.id }, body: { user_id: null } }))
  ok(await here.call(recurrenceApi.set, { ...as, params: { cardId: left.id }, body: { every: 'completion', mode: 'reset' } }))
  await addEstimate(here.app.deps.db, {
    ...{ card_id: card.id, room_id: null, room_name: 'Mesa', round: 1, user_id: member.user.id, estimate: 2.5, average: '2.5' },
    votes: [{ participant_id: 7, name: 'Bia', vote: '2', confidence: 'sure', reason: 'Já existe.' }],
  })
  const option = ok(await here.call(boardsApi.get, on)).fields.find(({ id }) => id === fields.choice)?.options[0]?.id ?? 0
  const template = {
    ...{ name: 'Defeito', title: 'Defeito: ', description: 'O que houve?', priority: 'high', estimate: 2, estimated_hours: 1.5 },
    ...{ label_ids: [label.id], assigned_to: admin.user.id, participant_ids: [member.user.id] },
    checklists: [{ title: 'Passos', items: ['Repetir', 'Contar'] }],
    fields: { [fields.choice]: option, [fields.person]: member.user.id, [fields.text]: 'Sol', [fields.number]: 3 },
  }
  ok(await here.call(cardTemplatesApi.add, { ...on, body: template }))
  const filter = {
    ...{ text: 'pix', people: [member.user.id, 'me', null], labels: [label.id], priorities: ['high'], due: ['late'], blocked: true },
    fields: { [fields.choice]: [option, null], [fields.person]: [admin.user.id, true] },
    conditions: { [fields.number]: { min: 0.5, max: 100 } },
  }
  ok(await here.call(savedFiltersApi.add, { ...on, body: { name: 'Meu dia', filter, shared: true } }))
  return ok(await here.call(boardsApi.get, on))
}

/**
 * What a file says, with names in the place of ids, and without what is another by its nature: when it was written, who made the board and sits on it.
 * Files, covers and issues of GitHub come as links, and who made a recurrence is who brought it.
 */
function told(file: BoardExport) {
  const { board: own, labels, fields, lists, sprints, card_templates, saved_filters, cards, journal, people, source } = file
  const named = <Thing extends { id: number }>(all: readonly Thing[], name: (thing: Thing) => string) => {
    const names = new Map(all.map((thing) => [thing.id, name(thing)]))
    return (id: number | null | undefined) => (id === null || id === undefined ? null : (names.get(id) ?? 'que não há mais'))
  }
  const person = named(people, ({ name }) => name)
  const list = named(lists, ({ title }) => title)
  const label = named(labels, ({ name }) => name)
  const field = named(fields, ({ name }) => name)
  const sprint = named(sprints, ({ nome }) => nome)
  const column = named(
    sprints.flatMap((each) => each.columns.map(({ id, nome }) => ({ id, nome: `${each.nome}: ${nome}` }))),
    ({ nome }) => nome,
  )
  const card = named(cards, ({ key }) => key)
  const comment = named(
    cards.flatMap(({ comments }) => comments),
    ({ content }) => content,
  )
  const held = (id: string, value: unknown) => {
    const { type, options = [] } = fields.find((each) => each.id === Number(id)) ?? {}
    if (typeof value !== 'number') return value
    return type === 'person' ? person(value) : type === 'choice' ? named(options, ({ name }) => name)(value) : value
  }
  const values = (of: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of).map(([id, value]) => [field(Number(id)), held(id, value)]))
  const state = <State extends NonNullable<BoardExport['journal'][number]['before']>>(of: State | null) => {
    if (!of) return null
    const { list_id, column_id, sprint_id, assigned_to, ...rest } = of
    return { ...rest, list: list(list_id), column: column(column_id), sprint: sprint(sprint_id), assigned_to: person(assigned_to) }
  }
  const { id: _, created_by: __, updated_at: ___, is_public: ____, ...plain } = own
  return {
    board: plain,
    labels: labels.map(({ id: _____, ...each }) => each),
    fields: fields.map(({ id: _____, options, ...each }) => ({ ...each, options: options.map(({ name, color }) => [name, color]) })),
    lists: lists.map(({ id: _____, rank: ______, ...each }) => each),
    sprints: sprints.map(({ id: _____, journal_end, columns, ...each }) => ({
      ...each,
      columns: columns.map(({ nome, status, status_chosen }) => [nome, status, status_chosen]),
      counted: journal_end === null ? null : journal.filter(({ id }) => id <= journal_end).length,
    })),
    templates: card_templates.map(({ id: _____, label_ids, assigned_to, participant_ids, fields: held_, ...each }) => ({
      ...each,
      ...{
        labels: label_ids.map(label),
        assigned_to: person(assigned_to),
        participants: participant_ids.map(person),
        fields: values(held_),
      },
    })),
    filters: saved_filters.map(({ id: _____, filter, ...each }) => ({
      ...each,
      ...filter,
      people: filter.people.map((one) => (typeof one === 'number' ? person(one) : one)),
      labels: filter.labels.map(label),
      fields: Object.fromEntries(
        Object.entries(filter.fields).map(([id, wanted]) => [field(Number(id)), wanted.map((one) => held(id, one))]),
      ),
      conditions: values(filter.conditions),
    })),
    cards: cards.map(({ id: _____, rank: ______, list_id, sprint_id, column_id, from_sprint_id, former_keys: _______, ...each }) => {
      const { files, github_links, cover_file_id: ________, created_by, assigned_to, participant_ids, label_ids, ...rest } = each
      const links = [
        ...each.attachments.map(({ url, title, user_id, created_at }) => [title, url, person(user_id), created_at]),
        ...files.map(({ url, name, user_id, created_at }) => [name, `${source.url}${url}`, person(user_id), created_at]),
        ...github_links.map(({ url, title, linked_by, created_at }) => [title, url, person(linked_by), created_at]),
      ]
      return {
        ...rest,
        ...{ list: list(list_id), sprint: sprint(sprint_id), column: column(column_id), from_sprint: sprint(from_sprint_id) },
        ...{ created_by: person(created_by), assigned_to: person(assigned_to), participants: participant_ids.map(person).sort() },
        ...{ labels: label_ids.map(label), fields: values(each.fields), attachments: links.sort() },
        recurrence: each.recurrence && { ...each.recurrence, set_by: null, list_id: list(each.recurrence.list_id) },
        checklists: each.checklists.map(({ title, items }) => [title, items.map((item) => [item.title, item.completed_at])]),
        relations: each.relations.map(({ kind, card: other }) => [kind, card(other?.id)]).sort(),
        comments: each.comments.map(({ user_id, content, created_at, edited_at }) => [person(user_id), content, created_at, edited_at]),
        estimates: each.estimates.map(({ id: _________, user_id, ...estimate }) => ({ ...estimate, by: person(user_id) })),
      }
    }),
    journal: journal.map(({ id: _____, user_id, by_program: ______, card_id, before: was, after, details, ...entry }) => ({
      ...entry,
      details: details.comment === undefined ? details : { ...details, comment: comment(details.comment) },
      ...{
        by: person(user_id),
        card: after === null ? (card(card_id) ?? 'que não há mais') : card(card_id),
        before: state(was),
        after: state(after),
      },
    })),
  }
}

/** The figures of a board's sprints, by their names. */
async function figures(server: TestServer, { token }: Pick<Account, 'token'>, file: BoardExport) {
  const key = new Map(file.cards.map((card) => [card.id, card.key]))
  const of = async (sprint: BoardExport['sprints'][number]) => {
    const params = { sprintId: sprint.id }
    const { report, burndown } = {
      report: ok(await server.call(sprintReportsApi.report, { token, params })).data,
      burndown: ok(await server.call(sprintReportsApi.burndown, { token, params })).data,
    }
    const tasks = (all: typeof report.done) =>
      all
        .map(({ card_id, now_in, ...task }) => ({
          ...task,
          card: key.get(card_id),
          now_in: now_in && [now_in.status, now_in.sprint?.nome],
        }))
        .sort((a, b) => (a.titulo < b.titulo ? -1 : 1))
    const { sprint: _, done, open, left, ...sums } = report
    return [sprint.nome, sums, tasks(done), tasks(open), tasks(left), burndown]
  }
  const all = []
  for (const sprint of file.sprints) all.push(await of(sprint))
  const velocity = ok(await server.call(sprintReportsApi.velocity, { token, params: { boardId: file.board.id } })).data
  return { all, velocity: { ...velocity, sprints: velocity.sprints.map(({ sprint_id: _, ...sprint }) => sprint) } }
}

const peopleOf = (file: BoardExport) =>
  Object.fromEntries(file.people.map(({ id, name }) => [id, { Ana: ana.user.id, Bia: bia.user.id }[name] ?? null]))

test(
  'a board with everything says the same on another installation, and so do the figures of its sprints',
  async () => {
    const looked = await sendImport(there, zoe, 'rodada', before)
    expect([looked.status, looked.message]).toEqual(['ready', null])
    const done = await runImport(there, zoe, looked.id, { people: peopleOf(before) })
    expect([done.status, done.message]).toEqual(['done', null])
    expect(done.warnings.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ['board_public', 1],
      ['covers', 1],
      ['files_as_links', 2],
      ['former_keys', 1],
    ])
    made = done
    const after = await exported(there, zoe, done.board_id ?? 0)
    const [was, is] = [told(before), told(after)]
    // Who looks at it here finds what happened there, and then that it came.
    const came = is.journal.slice(was.journal.length).map(({ kind }) => kind)
    expect([came[0], ...new Set(came.slice(1))]).toEqual(['board.imported', 'member.added'])
    expect({ ...is, journal: is.journal.slice(0, was.journal.length) }).toEqual(was)
    expect(await figures(there, zoe, after)).toEqual(await figures(here, team.admin, before))
    const first = before.sprints.find(({ nome }) => nome === 'Sprint 1')
    expect([first?.committed?.points, first?.completed?.points]).toEqual([11, 13])
  },
  setUpMs,
)

const withoutJournal = ({ journal: _, ...file }: ReturnType<typeof told>) => file
const linesOf = ({ journal }: BoardExport) => journal.filter(({ kind }) => !['board.imported', 'member.added'].includes(kind)).length

test(
  'the same file again doubles nothing, and both imports can be taken back',
  async () => {
    const boardId = made.board_id ?? 0
    const first = await exported(there, zoe, boardId)
    const again = await runImport(there, zoe, (await sendImport(there, zoe, 'rodada', before)).id, { people: peopleOf(before) })
    expect([again.status, again.board_id]).toEqual(['done', boardId])
    const second = await exported(there, zoe, boardId)
    expect([withoutJournal(told(second)), linesOf(second)]).toEqual([withoutJournal(told(first)), linesOf(first)])
    for (const { id } of [again, made]) {
      ok(await there.call(importsApi.undo, { token: zoe.token, params: { importId: id } }))
      expect((await settled(there, zoe, id)).status).toBe('undone')
    }
    expect((await there.call(boardsApi.get, { token: zoe.token, params: { boardId } })).status).toBe(404)
  },
  setUpMs,
)

test(
  'where nobody has an account the figures are the same, and recurrences are of who brings the board',
  async () => {
    const done = await runImport(there, zoe, (await sendImport(there, zoe, 'rodada', before)).id, {
      people: Object.fromEntries(before.people.map(({ id }) => [id, null])),
    })
    const after = await exported(there, zoe, done.board_id ?? 0)
    expect(await figures(there, zoe, after)).toEqual(await figures(here, team.admin, before))
    const rules = after.cards.flatMap(({ recurrence }) => recurrence ?? [])
    expect(rules.map(({ every, set_by }) => [every, set_by])).toEqual([
      ['week', zoe.user.id],
      ['completion', zoe.user.id],
    ])
    expect(after.people.map(({ name }) => name)).toEqual(['Zoe'])
  },
  setUpMs,
)

test(
  'what a file says beyond the limits is left out and told, and figures agree with cards whatever its journal says',
  async () => {
    const [template, filter, sprint] = [
      before.card_templates[0],
      before.saved_filters[0],
      before.sprints.find(({ nome }) => nome === 'Sprint 1'),
    ]
    const many = <Thing extends object>(thing: Thing | undefined, n: number) =>
      Array.from({ length: n }, (_, at) => ({ ...thing, id: 90_000 + at }))
    const open = before.sprints.find(({ nome }) => nome === 'Sprint 2')
    const huge = { points: 1e300, hours: -5, tasks: 9e15 }
    const file = {
      ...before,
      board: { ...before.board, id: 77 },
      card_templates: [...many(template, limits.cardTemplates + 1), { ...template, id: 1, name: 'x'.repeat(500) }],
      saved_filters: [...many(filter, limits.savedFilters + 2), { ...filter, id: 1, filter: { labels: 'todas' } }],
      sprints: before.sprints.map((each) => (each === sprint ? { ...each, committed: huge, completed: huge, total_tasks: -1 } : each)),
      cards: before.cards.map((card) => ({
        ...card,
        // Two of one rank, and ranks that are none.
        column_rank: card.sprint_id === open?.id ? 'a0' : card.column_rank && '!!',
        estimates: card.estimates.map((estimate) => ({ ...estimate, estimate: 1e300 })),
        recurrence: card.recurrence && { ...card.recurrence, set_on: '2026-02-31' },
      })),
      journal: [
        { ...before.journal[0], kind: 'card.teleported' },
        ...before.journal.filter(({ kind }) => kind === 'card.created'),
        ...before.journal
          .slice(0, 1)
          .map((entry) => ({ ...entry, id: 99_999, subject: 'x'.repeat(100_000), created_at: '2999-01-01T00:00:00.000Z' })),
      ],
    }
    const done = await runImport(there, zoe, (await sendImport(there, zoe, 'rodada', file)).id)
    expect([done.status, done.message]).toEqual(['done', null])
    const warned = new Map(done.warnings.map(({ kind, count }) => [kind, count]))
    const kinds = ['templates_surplus', 'filters_surplus', 'journal_lines', 'dates_invalid', 'values_invalid']
    expect(kinds.map((kind) => warned.get(kind))).toEqual([2, 3, 1, 2, 1])
    const after = await exported(there, zoe, done.board_id ?? 0)
    expect([after.card_templates.length, after.saved_filters.length]).toEqual([limits.cardTemplates, limits.savedFilters])
    const most = limits.importCards * limits.estimate
    expect(after.sprints.find(({ nome }) => nome === 'Sprint 1')).toMatchObject({
      committed: { points: most, hours: 0, tasks: most },
      total_tasks: 0,
    })
    for (const card of after.cards) {
      const last = after.journal.findLast(({ card_id }) => card_id === card.id)
      const { list_id, column_id, sprint_id, status, estimate, estimated_hours, assigned_to } = card
      expect(last?.after).toMatchObject({ list_id, column_id, sprint_id, status, estimate, estimated_hours, assigned_to })
    }
    const ranks = after.cards
      .filter(({ sprint_id }) => sprint_id !== null)
      .map(({ column_id, column_rank }) => `${column_id} ${column_rank}`)
    expect(new Set(ranks).size).toBe(ranks.length)
    expect(after.journal.every(({ subject, created_at }) => subject.length <= 500 && created_at <= after.exported_at)).toBe(true)
  },
  setUpMs,
)
