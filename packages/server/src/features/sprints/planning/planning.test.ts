import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { boardFieldsApi, type FieldType } from '@rodada/contract/boards/fields'
import { bulkApi } from '@rodada/contract/cards/bulk'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { recurrenceApi } from '@rodada/contract/cards/recurrence'
import { relationsApi } from '@rodada/contract/cards/relations'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { day, endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'
import { nextSprint } from './next-view.ts'

let server: TestServer
let ana: Account
let board: Board

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  board = await makeBoard(server, ana)
})

const params = () => ({ boardId: board.id })
const planning = async () => ok(await server.call(sprintReportsApi.planning, { token: ana.token, params: params() })).data
const velocity = async () => ok(await server.call(sprintReportsApi.velocity, { token: ana.token, params: params() })).data

describe('planning', () => {
  test('says how much a sprint holds, by the last three that ended or by those that there are', async () => {
    expect((await planning()).velocity).toMatchObject({ average: { points: 0 }, average_of: 0 })
    for (const [index, points] of [100, 30, 35, 31].entries()) {
      const sprint = await makeSprint(server, ana, board, { nome: `Sprint ${index + 1}` })
      const done = (await readSprint(server, ana, sprint)).columns[2]?.id
      await makeTask(server, ana, sprint, 'A', { estimativa_pontos: points, column_id: done })
      await endSprint(server, ana, sprint)
      if (index === 1) expect((await planning()).velocity).toMatchObject({ average: { points: 65 }, average_of: 2 })
    }
    const { velocity: held } = await planning()
    expect([held.average.points, held.average_of]).toEqual([32, 3])
    expect(held).toEqual(await velocity())
  })

  test('counts the points of open sprints, not those of what is cancelled or hidden', async () => {
    const sprint = await makeSprint(server, ana, board)
    const { columns } = await readSprint(server, ana, sprint)
    await makeTask(server, ana, sprint, 'A', { estimativa_pontos: 5 })
    await makeTask(server, ana, sprint, 'B', { estimativa_pontos: 2.5, column_id: columns[2]?.id })
    await makeTask(server, ana, sprint, 'C')
    const gone = await makeTask(server, ana, sprint, 'D', { estimativa_pontos: 8 })
    ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: gone.id } }))
    const empty = await makeSprint(server, ana, board, { nome: 'Sprint 13', data_inicio: day(14), data_fim: day(20) })
    expect((await planning()).sprints.map(({ sprint: { id }, ...figures }) => ({ id, ...figures }))).toEqual([
      { id: sprint.id, points: 7.5, done_points: 2.5, unestimated: 1 },
      { id: empty.id, points: 0, done_points: 0, unestimated: 0 },
    ])
  })

  test.each([
    ['the first of all: two weeks from today', [], { nome: 'Sprint 1', data_inicio: '2026-11-26', data_fim: '2026-12-09' }],
    [
      'behind those that are planned, on a weekday, as long as the one made last',
      [
        { id: 1, name: 'Sprint 13 · Pagamento', starts_on: '2026-11-23', ends_on: '2026-12-04', ended_at: null },
        { id: 2, name: 'Sprint 14 · Carteira', starts_on: '2026-12-07', ends_on: '2026-12-18', ended_at: null },
      ],
      { nome: 'Sprint 15', data_inicio: '2026-12-21', data_fim: '2027-01-01' },
    ],
    [
      'from today when all have ended',
      [{ id: 7, name: 'Natal', starts_on: '2025-12-01', ends_on: '2025-12-07', ended_at: '2025-12-08T12:00:00.000Z' }],
      { nome: 'Sprint 2', data_inicio: '2026-11-26', data_fim: '2026-12-02' },
    ],
  ])('proposes the next: %s', (_, sprints, proposal) => {
    expect(nextSprint(sprints, '2026-11-26')).toEqual(proposal)
  })
})

describe('the filters of the backlog', () => {
  test('let through what fits all of them, and count that', async () => {
    const bia = await register(server, { name: 'Bia' })
    await addToBoard(server, ana, board.id, bia, 'member')
    const label = ok(await server.call(boardsApi.addLabel, { token: ana.token, params: params(), body: { name: 'Pix', color: '#2a7d48' } }))
    const change = async (cardId: number, body: Record<string, unknown>) =>
      ok(await server.call(cardsApi.update, { token: ana.token, params: { cardId }, body }))
    const [a, b, c] = [
      await makeCard(server, ana, board, 'Estórno do Pix'),
      await makeCard(server, ana, board, 'Boleto'),
      await makeCard(server, ana, board, 'Carteira'),
    ]
    await change(a.id, { estimate: 2.5, priority: 'high' })
    await change(b.id, { estimate: 5 })
    ok(await server.call(bulkApi.change, { token: ana.token, body: { card_ids: [b.id], assigned_to: bia.user.id } }))
    ok(await server.call(bulkApi.change, { token: ana.token, body: { card_ids: [c.id], label_id: label.id } }))
    const found = async (query: Record<string, string>) => {
      const { total, points, unestimated, tasks } = ok(
        await server.call(sprintTasksApi.backlog, { token: ana.token, params: params(), query }),
      ).data
      return [tasks.map(({ titulo }) => titulo), total, points, unestimated]
    }
    expect(await found({})).toEqual([['Estórno do Pix', 'Boleto', 'Carteira'], 3, 7.5, 1])
    expect(await found({ limit: '1' })).toEqual([['Estórno do Pix'], 3, 7.5, 1])
    expect(await found({ q: 'estorno' })).toEqual([['Estórno do Pix'], 1, 2.5, 0])
    expect(await found({ q: b.key })).toEqual([['Boleto'], 1, 5, 0])
    expect(await found({ people: `${bia.user.id}` })).toEqual([['Boleto'], 1, 5, 0])
    expect(await found({ people: `0,${bia.user.id}` })).toEqual([['Estórno do Pix', 'Boleto', 'Carteira'], 3, 7.5, 1])
    expect(await found({ labels: `${label.id}` })).toEqual([['Carteira'], 1, 0, 1])
    expect(await found({ priorities: 'high,urgent' })).toEqual([['Estórno do Pix'], 1, 2.5, 0])
    expect(await found({ estimated: 'false' })).toEqual([['Carteira'], 1, 0, 1])
    expect(await found({ estimated: 'true', people: '0' })).toEqual([['Estórno do Pix'], 1, 2.5, 0])
    const wrongs = { people: 'eu', labels: '1,,2', priorities: 'alta', estimated: 'talvez', due: 'amanha', blocked: 'false' }
    for (const [name, wrong] of Object.entries(wrongs))
      expect((await server.call(sprintTasksApi.backlog, { token: ana.token, params: params(), query: { [name]: wrong } })).status).toBe(400)
  })

  test('let through what is due, waits, comes again or has files', async () => {
    const [late, , soon, far, blocker] = [
      await makeCard(server, ana, board, 'Atrasado', 0, { due_date: day(-2) }),
      await makeCard(server, ana, board, 'Hoje', 0, { due_date: day(0) }),
      await makeCard(server, ana, board, 'Em sete dias', 0, { due_date: day(7) }),
      await makeCard(server, ana, board, 'Em oito dias', 0, { due_date: day(8) }),
      await makeCard(server, ana, board, 'Bloqueia'),
    ]
    const { token } = ana
    ok(await server.call(relationsApi.add, { token, params: { cardId: blocker.id }, body: { kind: 'blocks', card_id: soon.id } }))
    ok(await server.call(recurrenceApi.set, { token, params: { cardId: far.id }, body: { every: 'week', mode: 'copy' } }))
    await server.app.deps.db.updateTable('cards').set({ file_count: 1 }).where('id', '=', late.id).execute()
    const found = async (query: Record<string, string>) =>
      ok(await server.call(sprintTasksApi.backlog, { token, params: params(), query })).data.tasks.map(({ titulo }) => titulo)
    expect(await found({ due: 'late' })).toEqual(['Atrasado'])
    expect(await found({ due: 'today' })).toEqual(['Hoje'])
    expect(await found({ due: 'week' })).toEqual(['Hoje', 'Em sete dias'])
    expect(await found({ due: 'none,late' })).toEqual(['Atrasado', 'Bloqueia'])
    expect(await found({ blocked: 'true' })).toEqual(['Em sete dias'])
    expect(await found({ recurs: 'true' })).toEqual(['Em oito dias'])
    expect(await found({ files: 'true' })).toEqual(['Atrasado'])
    expect(await found({ due: 'week', blocked: 'true', files: 'true' })).toEqual([])
  })

  test('let through work that stands still, and what has any of some values in fields of the board', async () => {
    const { token } = ana
    const add = async (body: { name: string; type: FieldType; options?: { name: string; color: string }[] }) =>
      ok(await server.call(boardFieldsApi.add, { token, params: { boardId: board.id }, body }))
    const colors = ['Pix', 'Boleto'].map((name) => ({ name, color: '#266fb8' }))
    const [means, paid] = [await add({ name: 'Meio', type: 'choice', options: colors }), await add({ name: 'Pago', type: 'checkbox' })]
    const [pix = 0, boleto = 0] = means.options.map(({ id }) => id)
    const make = async (title: string, fields: Record<string, number | boolean>) => {
      const card = await makeCard(server, ana, board, title, 1)
      ok(await server.call(cardsApi.update, { token, params: { cardId: card.id }, body: { fields } }))
      return card
    }
    const [old] = [
      await make('Com pix', { [means.id]: pix, [paid.id]: true }),
      await make('Com boleto', { [means.id]: boleto, [paid.id]: false }),
      await make('Sem meio', {}),
    ]
    await server.app.deps.db
      .updateTable('cards')
      .set({ moved_at: `${day(-30)}T12:00:00.000Z` })
      .where('id', '=', old.id)
      .execute()
    const found = async (query: Record<string, string>) =>
      ok(await server.call(sprintTasksApi.backlog, { token, params: params(), query })).data.tasks.map(({ titulo }) => titulo)
    expect(await found({ idle: 'true' })).toEqual(['Com pix'])
    expect(await found({ fields: `${means.id}.${pix}` })).toEqual(['Com pix'])
    expect(await found({ fields: `${means.id}.${boleto},${means.id}.none` })).toEqual(['Com boleto', 'Sem meio'])
    expect(await found({ fields: `${means.id}.any,${paid.id}.none` })).toEqual(['Com boleto'])
    expect(await found({ fields: `${paid.id}.any` })).toEqual(['Com pix'])
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await server.call(sprintTasksApi.backlog, { token, params: params(), query })
      return [status, Object.values((body as { fields?: Record<string, string> }).fields ?? {})]
    }
    for (const fields of [
      'meio.pix',
      '12',
      '12.',
      '12.1..2..3',
      '12.x..y',
      '12.2026-02-30..',
      '12.has.',
      '12.soon',
      `12.has.${'x'.repeat(101)}`,
    ])
      expect([fields, await refused({ fields })]).toEqual([fields, [400, [texts.fieldFilterInvalid]]])
    const many = Array.from({ length: 51 }, (_, at) => `${at + 1}.any`).join()
    expect(await refused({ fields: many })).toEqual([400, [texts.fieldFilterInvalid]])
  })

  test('let through numbers and dates in a range, texts that hold some letters, and what is to begin', async () => {
    const { token } = ana
    const add = async (name: string, type: FieldType) =>
      ok(await server.call(boardFieldsApi.add, { token, params: { boardId: board.id }, body: { name, type } })).id
    const [amount, ship, client] = [await add('Valor', 'number'), await add('Entrega', 'date'), await add('Cliente', 'text')]
    const make = async (title: string, list: number, body: Record<string, unknown>) => {
      const { id } = await makeCard(server, ana, board, title, list)
      return ok(await server.call(cardsApi.update, { token, params: { cardId: id }, body }))
    }
    await make('Um', 0, { start_date: day(-1), fields: { [amount]: 100, [ship]: day(-1), [client]: 'Padaria São João, 100%' } })
    await make('Dois', 0, { start_date: day(0), fields: { [amount]: 250.5, [ship]: day(0), [client]: 'Banca' } })
    await make('Três', 0, { start_date: day(7), fields: { [amount]: -3, [ship]: day(7) } })
    await make('Quatro', 1, { start_date: day(-1), fields: { [ship]: day(8) } })
    await make('Cinco', 0, {})
    const found = async (query: Record<string, string>) =>
      ok(await server.call(sprintTasksApi.backlog, { token, params: params(), query })).data.tasks.map(({ titulo }) => titulo)
    for (const [fields, expected] of [
      [`${amount}.100..250`, ['Um']],
      [`${amount}.100..`, ['Um', 'Dois']],
      [`${amount}...0`, ['Três']],
      [`${amount}.250.5..250.5`, ['Dois']],
      [`${amount}.-5..0,${amount}.none`, ['Três', 'Quatro', 'Cinco']],
      [`${ship}.${day(0)}..${day(7)}`, ['Dois', 'Três']],
      [`${ship}...${day(-1)}`, ['Um']],
      [`${ship}.late`, ['Um']],
      [`${ship}.today,${ship}.late`, ['Um', 'Dois']],
      [`${ship}.week`, ['Dois', 'Três']],
      [`${client}.has.SAO joao`, ['Um']],
      [`${client}.has.joão%2C 100%25`, ['Um']],
      [`${client}.has.a,${amount}.200..`, ['Dois']],
      // What does not fit the type of the field is in none.
      [`${client}.100..`, []],
      [`${amount}.has.100`, []],
    ] as [string, string[]][])
      expect([fields, await found({ fields })]).toEqual([fields, expected])
    expect(await found({ start: 'late' })).toEqual(['Um'])
    expect(await found({ start: 'today' })).toEqual(['Dois'])
    expect(await found({ start: 'week' })).toEqual(['Dois', 'Três'])
    expect(await found({ start: 'none' })).toEqual(['Cinco'])
    const [task] = ok(await server.call(sprintTasksApi.backlog, { token, params: params(), query: { start: 'today' } })).data.tasks
    expect(task?.start_date).toBe(day(0))
    const elsewhere = await makeBoard(server, ana)
    const query = { fields: `${client}.has.padaria` }
    expect(ok(await server.call(sprintTasksApi.backlog, { token, params: { boardId: elsewhere.id }, query })).data.tasks).toEqual([])
  })
})
