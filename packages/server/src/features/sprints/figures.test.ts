import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../test/sprints.ts'

let server: TestServer
let admin: Account

beforeAll(async () => {
  server = await startServer()
  admin = await register(server)
})
afterAll(() => server.stop())

const figuresIn = ({ progresso, total_tasks, tasks_concluidas, tasks_em_andamento, tasks_pendentes }: Sprint) => ({
  progresso,
  total_tasks,
  tasks_concluidas,
  tasks_em_andamento,
  tasks_pendentes,
})

/** The figures of a sprint as every call that speaks of it gives them. */
async function everywhere({ token }: Account, board: Board, sprint: Sprint) {
  const params = { sprintId: sprint.id }
  const find = (sprints: Sprint[]) => sprints.find(({ id }) => id === sprint.id)
  const report = ok(await server.call(sprintReportsApi.report, { token, params })).data
  const shown = [
    find(ok(await server.call(sprintsApi.list, { token })).data),
    find(ok(await server.call(sprintsApi.ofBoard, { token, params: { boardId: board.id } })).data),
    ok(await server.call(sprintsApi.get, { token, params })).data,
    ok(await server.call(sprintTasksApi.board, { token, params })).data.sprint,
    ok(await server.call(sprintTasksApi.changes, { token, params, query: { since: '0' } })).data.sprint,
    report.sprint,
  ].map((each) => each && figuresIn(each))
  return { shown, report }
}

/** That all calls agree, and the lists, the report and the velocity with them. */
async function expectAgreement(ana: Account, board: Board, sprint: Sprint, isEnded: boolean) {
  const { token } = ana
  const { shown, report } = await everywhere(ana, board, sprint)
  const [first] = shown
  expect(shown).toEqual(Array(shown.length).fill(first))
  const total = first?.total_tasks ?? 0
  const done = first?.tasks_concluidas ?? 0
  expect([report.done.length, report.open.length, report.completed.tasks]).toEqual([done, total - done, done])
  expect([first?.progresso, (first?.tasks_em_andamento ?? 0) + (first?.tasks_pendentes ?? 0)]).toEqual([
    total === 0 ? 0 : Math.round((done / total) * 1000) / 10,
    total - done,
  ])
  const summary = ok(await server.call(sprintsApi.summary, { token })).data
  const { sprintProgress } = ok(await server.call(dashboardApi.stats, { token }))
  if (isEnded) {
    expect([summary.total_tasks, sprintProgress]).toEqual([0, null])
    const velocity = ok(await server.call(sprintReportsApi.velocity, { token, params: { boardId: board.id } })).data
    expect(velocity.sprints.at(-1)?.completed.tasks).toBe(done)
    return first
  }
  const tasks = (await readSprint(server, ana, sprint)).tasks.filter(({ status }) => status !== 'cancelada')
  const { sprints } = ok(await server.call(sprintReportsApi.planning, { token, params: { boardId: board.id } })).data
  expect(sprints.find((each) => each.sprint.id === sprint.id)).toMatchObject({
    sprint: { total_tasks: total },
    points: report.completed.points + report.spilled.points,
    done_points: report.completed.points,
    unestimated: [...report.done, ...report.open].filter(({ points }) => points === null).length,
  })
  expect([tasks.length, tasks.filter(({ status }) => status === 'concluida').length]).toEqual([total, done])
  expect([summary.total_tasks, summary.tasks_concluidas]).toEqual([total, done])
  expect(sprintProgress).toMatchObject({ totalTasks: total, tasksCompleted: done, progress: first?.progresso })
  return first
}

const acts = ['create', 'move', 'cancel', 'archive', 'delete', 'backlog', 'elsewhere', 'listDone'] as const

test('whatever happened in a sprint, all calls give the same figures, while it lasts and after its end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(5), fc.nat(2)), { minLength: 3, maxLength: 14 }),
      async (history) => {
        const ana = await register(server)
        const { token } = ana
        const board = await makeBoard(server, ana)
        const other = await makeSprint(server, ana, board, { data_inicio: day(20), data_fim: day(30) })
        const sprint = await makeSprint(server, ana, board)
        const { columns } = await readSprint(server, ana, sprint)
        for (const title of ['A', 'B', 'C']) await makeTask(server, ana, sprint, title, title === 'C' ? {} : { estimativa_pontos: 2.5 })
        for (const [act, pick, column] of history) {
          const { tasks } = await readSprint(server, ana, sprint)
          const task = tasks[pick % Math.max(1, tasks.length)]
          if (act === 'create') await makeTask(server, ana, sprint, 'D', { column_id: columns[column]?.id })
          if (!task) continue
          const params = { cardId: task.id }
          if (act === 'move') await changeTask(server, ana, task.id, { column_id: columns[column]?.id })
          if (act === 'cancel') await changeTask(server, ana, task.id, { status: 'cancelada' })
          if (act === 'archive') ok(await server.call(cardsApi.archive, { token, params }))
          if (act === 'delete') ok(await server.call(sprintTasksApi.remove, { token, params: { taskId: task.id } }))
          if (act === 'backlog' || act === 'elsewhere') {
            const body = { task_ids: [task.id], sprint_id: act === 'backlog' ? null : other.id }
            ok(await server.call(sprintTasksApi.changeMany, { token, body }))
          }
          if (act === 'listDone') {
            const list = { token, params: { boardId: board.id, listId: task.list_id } }
            ok(await server.call(boardsApi.updateList, { ...list, body: { status: column === 0 ? 'em_andamento' : 'concluida' } }))
          }
        }
        ok(await server.call(sprintsApi.remove, { token, params: { sprintId: other.id } }))
        const before = await expectAgreement(ana, board, sprint, false)
        const { open, done, committed, added } = (await everywhere(ana, board, sprint)).report
        await endSprint(server, ana, sprint)
        expect(await expectAgreement(ana, board, sprint, true)).toEqual(before)
        ok(await server.call(sprintClosingApi.reopen, { token, params: { sprintId: sprint.id } }))
        expect(await expectAgreement(ana, board, sprint, false), 'as if it had not ended').toEqual(before)
        expect((await everywhere(ana, board, sprint)).report).toMatchObject({ open, done, committed, added })
        await endSprint(server, ana, sprint)
        expect(await expectAgreement(ana, board, sprint, true), 'ended again').toEqual(before)
        // What happens to the cards afterwards is no longer the sprint's.
        for (const { card_id } of (await everywhere(ana, board, sprint)).report.done)
          ok(await server.call(cardsApi.archive, { token, params: { cardId: card_id } }))
        expect(await expectAgreement(ana, board, sprint, true)).toEqual(before)
      },
    ),
    { numRuns: 8 },
  )
})

test('what an ended sprint left says where it is now', async () => {
  const ana = await register(server)
  const { token } = ana
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board)
  const next = await makeSprint(server, ana, board, { nome: 'Sprint 13' })
  const { columns } = await readSprint(server, ana, sprint)
  const done = await makeTask(server, ana, sprint, 'Feita', { column_id: columns[2]?.id })
  const [a, b, c] = [
    await makeTask(server, ana, sprint, 'A'),
    await makeTask(server, ana, sprint, 'B'),
    await makeTask(server, ana, sprint, 'C'),
  ]
  await endSprint(server, ana, sprint)
  ok(await server.call(sprintTasksApi.changeMany, { token, body: { task_ids: [b.id], sprint_id: next.id } }))
  ok(await server.call(sprintTasksApi.remove, { token, params: { taskId: c.id } }))
  const { report } = await everywhere(ana, board, sprint)
  expect([...report.done, ...report.open].map(({ card_id, now_in }) => [card_id, now_in])).toEqual([
    [done.id, null],
    [a.id, { status: 'pendente', sprint: null }],
    [b.id, { status: 'pendente', sprint: { id: next.id, nome: 'Sprint 13' } }],
    [c.id, null],
  ])
  expect(report.sprint).toMatchObject({ total_tasks: 4, tasks_concluidas: 1, progresso: 25 })
})

test('the dashboard of the administration counts its current sprint alike, and a planned one says when it begins', async () => {
  const ana = await register(server)
  const board = await makeBoard(server, ana)
  const sprint = await makeSprint(server, ana, board, { data_inicio: day(7), data_fim: day(14) })
  await makeTask(server, ana, sprint)
  const { sprintProgress } = ok(await server.call(dashboardApi.stats, { token: ana.token }))
  expect(sprintProgress).toMatchObject({ status: 'planejada', daysUntilStart: 7, totalTasks: 1 })
  const { current_sprint } = ok(await server.call(adminApi.dashboard, { token: admin.token }))
  if (!current_sprint) throw new Error('there is no current sprint')
  const { data } = ok(await server.call(sprintsApi.get, { token: admin.token, params: { sprintId: current_sprint.id } }))
  expect(figuresIn(current_sprint)).toEqual(figuresIn(data))
})
