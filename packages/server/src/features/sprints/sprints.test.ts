import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let ana: Account
let board: Board

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  board = await makeBoard(server, ana)
})

const get = async ({ id }: Pick<Sprint, 'id'>) => ok(await server.call(sprintsApi.get, { token: ana.token, params: { sprintId: id } })).data
const put = (sprintId: number, body: unknown) => server.call(sprintsApi.update, { token: ana.token, params: { sprintId }, body })
const backlog = async () => ok(await server.call(sprintTasksApi.backlog, { token: ana.token, params: { boardId: board.id } })).data

describe('a sprint', () => {
  test('begins with three columns, no tasks, and is active from its first day', async () => {
    const sprint = await makeSprint(server, ana, board, { descricao: 'Pagamentos' })
    expect(sprint).toMatchObject({
      nome: 'Sprint 12',
      descricao: 'Pagamentos',
      data_inicio: day(),
      data_fim: day(13),
      status: 'ativa',
      board_id: board.id,
      board_name: board.title,
      progresso: 0,
      total_tasks: 0,
      ended_at: null,
      version: 1,
      can: { write: true },
    })
    const { columns, tasks } = await readSprint(server, ana, sprint)
    expect(columns.map(({ nome, ordem, status }) => [nome, ordem, status])).toEqual([
      ['A Fazer', 0, 'pendente'],
      ['Em Andamento', 1, 'em_andamento'],
      ['Concluído', 2, 'concluida'],
    ])
    expect(tasks).toEqual([])
  })

  test('is planned until its first day, begins with it, or before when somebody starts it', async () => {
    const sprint = await makeSprint(server, ana, board, { data_inicio: day(7), data_fim: day(14) })
    expect(sprint.status).toBe('planejada')
    expect(ok(await put(sprint.id, { status: 'ativa' })).data.status).toBe('ativa')
    expect(ok(await put(sprint.id, { data_inicio: day(8) })).data.status).toBe('planejada')
    await server.app.deps.db.updateTable('sprints').set({ starts_on: day() }).where('id', '=', sprint.id).execute()
    expect((await get(sprint)).status).toBe('ativa')
    expect(ok(await put(sprint.id, { status: 'planejada' })).data.status).toBe('ativa')
  })

  test('never ends before it starts, also when only one of its dates changes', async () => {
    const sprint = await makeSprint(server, ana, board)
    const wrong = { status: 400, body: { message: texts.sprintDatesOrder, fields: { data_fim: texts.sprintDatesOrder } } }
    expect(await put(sprint.id, { data_fim: day() })).toMatchObject(wrong)
    expect(await put(sprint.id, { data_fim: day(-1) })).toMatchObject(wrong)
    expect(await put(sprint.id, { data_inicio: day(13) })).toMatchObject(wrong)
    expect(await get(sprint)).toEqual(sprint)
    const body = { nome: 'X', data_inicio: day(2), data_fim: day(2), board_id: board.id }
    expect(await server.call(sprintsApi.create, { token: ana.token, body })).toMatchObject(wrong)
  })

  test('a change made on an older version gets the fresh sprint and changes nothing', async () => {
    const sprint = await makeSprint(server, ana, board)
    const fresh = ok(await put(sprint.id, { nome: 'Sprint 13', version: 1 })).data
    expect(fresh).toMatchObject({ nome: 'Sprint 13', version: 2 })
    expect(await put(sprint.id, { nome: 'Sprint 14', version: 1 })).toMatchObject({
      status: 409,
      body: { message: texts.conflict, current: fresh },
    })
    expect(ok(await put(sprint.id, { nome: 'Sprint 14' })).data.nome).toBe('Sprint 14')
    const { revision } = await readSprint(server, ana, sprint)
    expect(ok(await put(sprint.id, { nome: 'Sprint 14', status: 'ativa', data_fim: sprint.data_fim })).data.version).toBe(3)
    expect((await readSprint(server, ana, sprint)).revision).toBe(revision)
  })

  test('its tasks are counted, without cancelled, archived and deleted ones and those of hidden lists', async () => {
    const sprint = await makeSprint(server, ana, board)
    const [todo, doing, done] = (await readSprint(server, ana, sprint)).columns
    await makeTask(server, ana, sprint, 'Um')
    await makeTask(server, ana, sprint, 'Dois', { column_id: doing?.id })
    await makeTask(server, ana, sprint, 'Três', { column_id: done?.id })
    const cancelled = await makeTask(server, ana, sprint, 'Quatro')
    await changeTask(server, ana, cancelled.id, { status: 'cancelada' })
    const gone = await makeTask(server, ana, sprint, 'Cinco', { column_id: todo?.id })
    ok(await server.call(sprintTasksApi.remove, { token: ana.token, params: { taskId: gone.id } }))
    const counts = { total_tasks: 3, tasks_concluidas: 1, tasks_em_andamento: 1, tasks_pendentes: 1, progresso: 33.3 }
    expect(await get(sprint)).toMatchObject(counts)
    const params = { boardId: board.id, listId: board.lists[2]?.id ?? 0 }
    ok(await server.call(boardsApi.archiveList, { token: ana.token, params }))
    expect(await get(sprint)).toMatchObject({ total_tasks: 2, tasks_concluidas: 0, progresso: 0 })
    ok(await server.call(boardsApi.restoreList, { token: ana.token, params }))
    expect(await get(sprint)).toMatchObject(counts)
  })

  test('is listed with those that last by their end, then those that ended, and found by its name', async () => {
    const names = async (query: Record<string, string>) =>
      ok(await server.call(sprintsApi.list, { token: ana.token, query })).data.flatMap((s) => (s.board_id === board.id ? [s.nome] : []))
    const late = await makeSprint(server, ana, board, { nome: 'Última', data_fim: day(20) })
    await makeSprint(server, ana, board, { nome: 'Próxima', data_fim: day(2) })
    await makeSprint(server, ana, board, { nome: 'Planejada', data_inicio: day(5), data_fim: day(9) })
    const [one, two] = [await makeSprint(server, ana, board, { nome: 'Velha' }), await makeSprint(server, ana, board, { nome: 'Nova' })]
    await endSprint(server, ana, one)
    await endSprint(server, ana, two)
    expect(await names({})).toEqual(['Próxima', 'Planejada', 'Última', 'Nova', 'Velha'])
    expect(await names({ status: 'ativas' })).toEqual(['Próxima', 'Planejada', 'Última'])
    expect(await names({ status: 'encerradas' })).toEqual(['Nova', 'Velha'])
    expect(await names({ q: 'ULTIMA' })).toEqual(['Última'])
    expect(await names({ q: '%' })).toEqual([])
    const ofBoard = ok(await server.call(sprintsApi.ofBoard, { token: ana.token, params: { boardId: board.id } })).data
    expect(ofBoard.map(({ nome }) => nome)).toEqual(['Próxima', 'Planejada', 'Última', 'Nova', 'Velha'])
    expect(ofBoard.find(({ id }) => id === late.id)).toEqual(await get(late))
  })

  test('the summary counts what the person sees', async () => {
    const bia = await register(server)
    const before = ok(await server.call(sprintsApi.summary, { token: bia.token })).data
    expect(before).toEqual({ all: 0, active: 0, ended: 0, total_tasks: 0, tasks_concluidas: 0 })
    const own = await makeBoard(server, bia)
    const [open, ended] = [await makeSprint(server, bia, own), await makeSprint(server, bia, own)]
    const done = (await readSprint(server, bia, open)).columns[2]
    await makeTask(server, bia, open)
    await makeTask(server, bia, open, 'Feita', { column_id: done?.id })
    await makeTask(server, bia, ended)
    await endSprint(server, bia, ended)
    expect(ok(await server.call(sprintsApi.summary, { token: bia.token })).data).toEqual({
      all: 2,
      active: 1,
      ended: 1,
      total_tasks: 2,
      tasks_concluidas: 1,
    })
  })
})

describe('ending a sprint', () => {
  test('sends what is not done to the top of the backlog in its order, saying where it came from, and keeps the rest', async () => {
    const sprint = await makeSprint(server, ana, board)
    const { columns } = await readSprint(server, ana, sprint)
    const waiting = await makeCard(server, ana, board, 'Esperava')
    const [a, b] = [await makeTask(server, ana, sprint, 'A'), await makeTask(server, ana, sprint, 'B')]
    const doing = await makeTask(server, ana, sprint, 'C', { column_id: columns[1]?.id })
    const done = await makeTask(server, ana, sprint, 'D', { column_id: columns[2]?.id })
    const cancelled = await makeTask(server, ana, sprint, 'E')
    await changeTask(server, ana, cancelled.id, { status: 'cancelada' })
    const ended = await endSprint(server, ana, sprint)
    expect(ended).toMatchObject({ status: 'encerrada', progresso: 25, total_tasks: 4, tasks_concluidas: 1, can: { write: false } })
    expect(ended.ended_at).not.toBeNull()
    const left = await backlog()
    expect(left.tasks.map(({ id }) => id)).toEqual([a.id, b.id, doing.id, waiting.id])
    expect(left.tasks[2]).toMatchObject({
      sprint_id: null,
      column_id: null,
      status: 'em_andamento',
      came_from: { sprint_id: sprint.id, nome: sprint.nome },
    })
    expect(left.total).toBe(4)
    expect((await readSprint(server, ana, sprint)).tasks.map(({ id }) => id).sort()).toEqual([done.id, cancelled.id].sort())
    expect(await get(sprint)).toEqual(ended)
  })

  test("'concluida' ends it too", async () => {
    const sprint = await makeSprint(server, ana, board)
    expect(ok(await put(sprint.id, { status: 'concluida' })).data.status).toBe('encerrada')
  })

  test('happens once: of two people at the same time one ends it, and the other is told so', async () => {
    const bia = await register(server)
    await addToBoard(server, ana, board.id, bia, 'member')
    const sprint = await makeSprint(server, ana, board)
    const task = await makeTask(server, ana, sprint)
    const end = ({ token }: Account) =>
      server.call(sprintsApi.update, { token, params: { sprintId: sprint.id }, body: { status: 'encerrada' } })
    const answers = await Promise.all([ana, bia, ana, bia, ana, bia].map(end))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(texts.sprintEnded)
    expect((await backlog()).tasks.map(({ id }) => id)).toEqual([task.id])
    const { spilled } = ok(await server.call(sprintReportsApi.report, { token: ana.token, params: { sprintId: sprint.id } })).data
    expect(spilled.tasks).toBe(1)
    const { sprints } = ok(await server.call(sprintReportsApi.velocity, { token: ana.token, params: { boardId: board.id } })).data
    expect(sprints.map(({ sprint_id }) => sprint_id)).toEqual([sprint.id])
  })

  test('while others write in it leaves nothing half done: what came first is in the backlog, what came late is refused', async () => {
    const sprint = await makeSprint(server, ana, board)
    const { columns } = await readSprint(server, ana, sprint)
    const moved = await makeTask(server, ana, sprint, 'Movida')
    const create = (titulo: string) => server.call(sprintTasksApi.create, { token: ana.token, body: { titulo, sprint_id: sprint.id } })
    const move = () =>
      server.call(sprintTasksApi.update, { token: ana.token, params: { taskId: moved.id }, body: { column_id: columns[2]?.id } })
    const [before, ended, finished, ...after] = await Promise.all([
      create('Antes'),
      put(sprint.id, { status: 'encerrada' }),
      move(),
      create('Depois'),
      create('Bem depois'),
    ])
    expect(ended?.status).toBe(200)
    const writes = [before, ...after]
    for (const answer of [finished, ...writes])
      if (answer?.status !== 200) expect([answer?.status, answer?.body.message]).toEqual([409, texts.sprintEnded])
    const made = writes.flatMap((answer) => (answer?.status === 200 ? [answer.body.data.id] : []))
    const isDone = finished?.status === 200
    const { tasks } = await readSprint(server, ana, sprint)
    expect(tasks.map(({ id }) => id)).toEqual(isDone ? [moved.id] : [])
    expect((await backlog()).tasks.map(({ id }) => id).sort()).toEqual([...made, ...(isDone ? [] : [moved.id])].sort())
    const report = ok(await server.call(sprintReportsApi.report, { token: ana.token, params: { sprintId: sprint.id } })).data
    expect([report.done.length, report.open.length]).toEqual([isDone ? 1 : 0, made.length + (isDone ? 0 : 1)])
  })

  test('is for good: nothing about it changes any more', async () => {
    const sprint = await makeSprint(server, ana, board)
    const { columns } = await readSprint(server, ana, sprint)
    const done = await makeTask(server, ana, sprint, 'Feita', { column_id: columns[2]?.id })
    const open = await makeTask(server, ana, sprint, 'Aberta')
    await endSprint(server, ana, sprint)
    const before = await readSprint(server, ana, sprint)
    const [sprintId, columnId, taskId] = [sprint.id, columns[0]?.id ?? 0, done.id]
    const answers = [
      await put(sprintId, { nome: 'X' }),
      await put(sprintId, { status: 'ativa' }),
      await server.call(sprintColumnsApi.create, { token: ana.token, params: { sprintId }, body: { nome: 'X' } }),
      await server.call(sprintColumnsApi.update, { token: ana.token, params: { sprintId, columnId }, body: { nome: 'X' } }),
      await server.call(sprintColumnsApi.remove, { token: ana.token, params: { sprintId, columnId } }),
      await server.call(sprintTasksApi.create, { token: ana.token, body: { titulo: 'X', sprint_id: sprintId } }),
      await server.call(sprintTasksApi.update, { token: ana.token, params: { taskId }, body: { titulo: 'X' } }),
      await server.call(sprintTasksApi.remove, { token: ana.token, params: { taskId } }),
      // Somebody who still has the sprint open moves what it has let go.
      await server.call(sprintTasksApi.update, { token: ana.token, params: { taskId: open.id }, body: { column_id: columns[1]?.id } }),
    ]
    for (const { status, body } of answers) expect([status, body.message]).toEqual([409, texts.sprintEnded])
    expect(await readSprint(server, ana, sprint)).toEqual(before)
  })
})

test('deleting a sprint leaves its tasks on the board, the open ones in the backlog', async () => {
  const sprint = await makeSprint(server, ana, board)
  const { columns } = await readSprint(server, ana, sprint)
  const [a, b] = [await makeTask(server, ana, sprint, 'A'), await makeTask(server, ana, sprint, 'B', { column_id: columns[2]?.id })]
  ok(await server.call(sprintsApi.remove, { token: ana.token, params: { sprintId: sprint.id } }))
  expect(await server.call(sprintsApi.get, { token: ana.token, params: { sprintId: sprint.id } })).toMatchObject({
    status: 404,
    body: { message: texts.sprintNotFound },
  })
  expect((await backlog()).tasks).toMatchObject([{ id: a.id, sprint_id: null, column_id: null, came_from: null }])
  const cards = ok(await server.call(boardsApi.get, { token: ana.token, params: { boardId: board.id } })).lists.flatMap((l) => l.cards)
  expect(cards.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort())
})

test('of a deleted board nothing is there, and all of it comes back with it', async () => {
  const sprint = await makeSprint(server, ana, board)
  const task = await makeTask(server, ana, sprint)
  const before = await readSprint(server, ana, sprint)
  const columnId = before.columns[0]?.id ?? 0
  const params = { boardId: board.id }
  ok(await server.call(boardsApi.remove, { token: ana.token, params }))
  const answers = [
    await server.call(sprintsApi.get, { token: ana.token, params: { sprintId: sprint.id } }),
    await server.call(sprintTasksApi.board, { token: ana.token, params: { sprintId: sprint.id } }),
    await put(sprint.id, { status: 'encerrada' }),
    await server.call(sprintsApi.ofBoard, { token: ana.token, params }),
    await server.call(sprintTasksApi.backlog, { token: ana.token, params }),
    await server.call(sprintTasksApi.update, { token: ana.token, params: { taskId: task.id }, body: { titulo: 'X' } }),
    await server.call(sprintTasksApi.changeMany, { token: ana.token, body: { task_ids: [task.id], sprint_id: null } }),
    await server.call(sprintsApi.create, {
      token: ana.token,
      body: { nome: 'X', data_inicio: day(), data_fim: day(1), board_id: board.id },
    }),
    await server.call(sprintsApi.remove, { token: ana.token, params: { sprintId: sprint.id } }),
    await server.call(sprintTasksApi.create, { token: ana.token, body: { titulo: 'X', sprint_id: sprint.id } }),
    await server.call(sprintTasksApi.remove, { token: ana.token, params: { taskId: task.id } }),
    await server.call(sprintTasksApi.rankBacklog, { token: ana.token, params, body: { task_id: task.id, after_id: null } }),
    await server.call(sprintColumnsApi.create, { token: ana.token, params: { sprintId: sprint.id }, body: { nome: 'X' } }),
    await server.call(sprintColumnsApi.update, { token: ana.token, params: { sprintId: sprint.id, columnId }, body: { nome: 'X' } }),
    await server.call(sprintColumnsApi.remove, { token: ana.token, params: { sprintId: sprint.id, columnId } }),
    await server.call(sprintReportsApi.burndown, { token: ana.token, params: { sprintId: sprint.id } }),
    await server.call(sprintReportsApi.report, { token: ana.token, params: { sprintId: sprint.id } }),
    await server.call(sprintReportsApi.velocity, { token: ana.token, params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404))
  ok(await server.call(boardsApi.restore, { token: ana.token, params }))
  expect(await readSprint(server, ana, sprint)).toEqual({ ...before, revision: before.revision + 2 })
})
