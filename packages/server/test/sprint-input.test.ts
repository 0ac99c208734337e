import type { Board } from '@rodada/contract/boards/boards'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { type SprintTask, sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, register } from './accounts.ts'
import { makeBoard, ok } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'
import { day, makeSprint, makeTask, readSprint } from './sprints.ts'

let server: TestServer
let ana: Account
let board: Board
let sprint: Sprint
let task: SprintTask
let columnId: number
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
  board = await makeBoard(server, ana)
  sprint = await makeSprint(server, ana, board)
  task = await makeTask(server, ana, sprint)
  columnId = (await readSprint(server, ana, sprint)).columns[0]?.id ?? 0
})
afterAll(() => server.stop())

const params = () => ({ boardId: board.id, sprintId: sprint.id, taskId: task.id, columnId })
const send = (endpoint: Endpoint, body: unknown) => server.call(endpoint, { token: ana.token, params: params(), body })
const refusal = (field: string, text: string) => [400, { message: text, error: 'invalid', fields: { [field]: text } }]
const newSprint = (more: object = {}) => ({ nome: 'X', data_inicio: day(), data_fim: day(5), board_id: board.id, ...more })
const newTask = (more: object = {}) => ({ titulo: 'X', sprint_id: sprint.id, ...more })
const bare = (more: object = {}) => more

/** Every text that somebody writes about a sprint: where, its field in the call and in the answer, its limit and its texts. */
const fields: [Endpoint, string, string, (more: object) => object, number, string | undefined, string][] = [
  [sprintsApi.create, 'nome', 'nome', newSprint, 100, texts.sprintNameRequired, texts.sprintNameTooLong],
  [sprintsApi.update, 'nome', 'nome', bare, 100, texts.sprintNameRequired, texts.sprintNameTooLong],
  [sprintsApi.create, 'descricao', 'descricao', newSprint, 500, undefined, texts.descriptionTooLong],
  [sprintsApi.update, 'descricao', 'descricao', bare, 500, undefined, texts.descriptionTooLong],
  [sprintColumnsApi.create, 'nome', 'nome', bare, 100, texts.columnNameRequired, texts.columnNameTooLong],
  [sprintColumnsApi.update, 'nome', 'nome', bare, 100, texts.columnNameRequired, texts.columnNameTooLong],
  [sprintTasksApi.create, 'titulo', 'titulo', newTask, 255, texts.taskTitleRequired, texts.taskTitleTooLong],
  [sprintTasksApi.update, 'titulo', 'titulo', bare, 255, texts.taskTitleRequired, texts.taskTitleTooLong],
  [sprintTasksApi.update, 'title', 'titulo', bare, 255, texts.taskTitleRequired, texts.taskTitleTooLong],
  [sprintTasksApi.create, 'descricao', 'descricao', newTask, 1000, undefined, texts.taskDescriptionTooLong],
  [sprintTasksApi.update, 'description', 'descricao', bare, 1000, undefined, texts.taskDescriptionTooLong],
  [sprintTasksApi.create, 'notes', 'observacoes', newTask, 500, undefined, texts.taskNotesTooLong],
  [sprintTasksApi.update, 'observacoes', 'observacoes', bare, 500, undefined, texts.taskNotesTooLong],
]

test.each(fields)('a text of $url, $1', async (endpoint, field, shown, around, limit, required, tooLong) => {
  const write = (value: unknown) => send(endpoint, around({ [field]: value }))
  const written = async (value: string) => (ok(await write(value)) as { data: Record<string, unknown> }).data[shown]
  expect(await written('á'.repeat(limit))).toBe('á'.repeat(limit))
  const { status, body } = await write('x'.repeat(limit + 1))
  expect([status, body]).toEqual(refusal(field, tooLong))
  for (const empty of ['', '   ', '\u0000\u0007', '\u200B\u2060']) {
    const answer = await write(empty)
    if (required) expect([empty, answer.status, answer.body]).toEqual([empty, ...refusal(field, required)])
    else expect([empty, answer.status]).toEqual([empty, 200])
  }
  for (const wrong of [5, true, ['a'], { a: 1 }]) expect([wrong, (await write(wrong)).status]).toEqual([wrong, 400])
  expect(await written('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
})

test('a sprint needs both dates, that exist, and the last after the first by a year at most', async () => {
  for (const field of ['data_inicio', 'data_fim']) {
    for (const none of ['', null, undefined, 5]) {
      const { status, body } = await send(sprintsApi.create, newSprint({ [field]: none }))
      expect([field, none, status, body.message]).toEqual([field, none, 400, texts.sprintDatesRequired])
    }
    for (const wrong of ['2026-02-29', '2026-13-01', '31/12/2026', '2026-05-01T00:00:00Z', 'amanhã']) {
      for (const [endpoint, body] of [
        [sprintsApi.create, newSprint({ [field]: wrong })],
        [sprintsApi.update, { [field]: wrong }],
      ] as const) {
        const answer = await send(endpoint, body)
        expect([wrong, answer.status, answer.body.fields?.[field]]).toEqual([wrong, 400, texts.dateInvalid])
      }
    }
  }
  for (const year of ['0000', '1899', '3000', '9999']) {
    const answer = await send(sprintsApi.create, newSprint({ data_inicio: `${year}-01-01`, data_fim: `${year}-01-05` }))
    expect([year, answer.status, answer.body.fields?.data_inicio]).toEqual([year, 400, texts.dateYear])
  }
  const long = await send(sprintsApi.create, newSprint({ data_inicio: '1900-01-01', data_fim: '2999-12-31' }))
  expect([long.status, long.body]).toEqual(refusal('data_fim', texts.sprintTooLong))
  const late = await send(sprintsApi.update, { data_fim: day(367) })
  expect([late.status, late.body]).toEqual(refusal('data_fim', texts.sprintTooLong))
  expect(ok(await server.call(sprintsApi.create, { token: ana.token, body: newSprint({ data_fim: day(366) }) })).data.data_fim).toBe(
    day(366),
  )
})

describe.each([sprintTasksApi.create, sprintTasksApi.update])('$method', (endpoint) => {
  const around = (more: object) => (endpoint === sprintTasksApi.create ? newTask(more) : more)

  test.each([
    ['estimativa_horas', [0, 0.5, 4.5, 1000, null], [-0.5, -1, 0.3, 1000.5, 1e308, '4', true, []], texts.hoursInvalid],
    ['estimated_hours', [0, 8, null], [-1, 0.25, 'x'], texts.hoursInvalid],
    ['estimativa_pontos', [0, 0.5, 13, 1000, null], [-1, 1000.1, '5', true], texts.estimateInvalid],
    [
      'prioridade',
      ['baixa', 'media', 'alta', 'urgente', 'low', 'medium', 'high', 'critical'],
      ['Alta', '', null, 1],
      texts.priorityInvalid,
    ],
    ['priority', ['urgent', 'alta'], ['highest', 2], texts.priorityInvalid],
    ['data_limite', ['2026-02-28', null, ''], ['2026-02-29', '01/02/2026', 5, true], texts.dateInvalid],
  ] as [string, unknown[], unknown[], string][])(
    '%s takes what it may and refuses the rest with its text',
    async (field, right, wrong, text) => {
      for (const value of right) expect([value, (await send(endpoint, around({ [field]: value }))).status]).toEqual([value, 200])
      for (const value of wrong) {
        const { status, body } = await send(endpoint, around({ [field]: value }))
        expect([value, status, body]).toEqual([value, ...refusal(field, text)])
      }
    },
  )

  test('ids of another kind are refused', async () => {
    for (const field of ['column_id', 'assigned_to'])
      for (const value of ['1', 0, -1, 1.5, 2 ** 31, {}]) {
        const { status, body } = await send(endpoint, around({ [field]: value }))
        expect([field, value, status, Object.keys(body.fields ?? {})]).toEqual([field, value, 400, [field]])
      }
  })
})

test('of both spellings the Portuguese one counts', async () => {
  const body = { titulo: 'A', title: 'B', prioridade: 'alta', priority: 'low', estimativa_horas: null, estimated_hours: 2 }
  expect(ok(await server.call(sprintTasksApi.update, { token: ana.token, params: params(), body })).data).toMatchObject({
    titulo: 'A',
    prioridade: 'alta',
    estimativa_horas: null,
  })
  const { status, body: answer } = await send(sprintTasksApi.create, { sprint_id: sprint.id })
  expect([status, answer]).toEqual(refusal('titulo', texts.taskTitleRequired))
})

test('many are at least one and at most two hundred', async () => {
  for (const task_ids of [[], Array.from({ length: 201 }, () => task.id), ['1'], [0], null, undefined, task.id])
    expect([task_ids, (await send(sprintTasksApi.changeMany, { task_ids, sprint_id: null })).status]).toEqual([task_ids, 400])
  expect((await send(sprintTasksApi.changeMany, { task_ids: Array(200).fill(task.id) })).status).toBe(200)
})

test('ids in a path that are none are not found, pages and months that are none are refused', async () => {
  for (const id of ['0', '-1', '1.5', 'x', '9999999999', '%00', "1' or '1'='1", '__proto__']) {
    const everywhere = { sprintId: id, taskId: id, columnId: id, boardId: id }
    for (const endpoint of [sprintsApi.get, sprintsApi.ofBoard, sprintColumnsApi.list, sprintTasksApi.board, sprintReportsApi.burndown]) {
      expect([id, (await server.call(endpoint, { token: ana.token, params: everywhere })).status]).toEqual([id, 404])
    }
  }
  const wrong: [Endpoint, Record<string, string>[]][] = [
    [sprintsApi.list, [{ limit: '0' }, { limit: '201' }, { offset: '-1' }, { status: 'abertas' }, { q: 'x'.repeat(101) }]],
    [sprintTasksApi.backlog, [{ limit: 'x' }, { offset: '1.5' }]],
    [sprintTasksApi.changes, [{}, { since: '-1' }, { since: 'x' }]],
    [sprintReportsApi.myTasks, [{ month: '0' }, { month: '13' }, { year: '1999' }, { year: 'x' }]],
  ]
  for (const [endpoint, queries] of wrong)
    for (const query of queries)
      expect([query, (await server.call(endpoint, { token: ana.token, params: params(), query })).status]).toEqual([query, 400])
})
