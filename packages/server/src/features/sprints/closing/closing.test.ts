import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { type SprintTask, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'
import { defaultTimeZone, startOfDay } from '../../../platform/time.ts'

let server: TestServer
let ana: Account
let board: Board
let sprint: Sprint
let next: Sprint
let columns: number[]
let tasks: SprintTask[]

beforeAll(async () => {
  server = await startServer()
  await register(server)
  ana = await register(server, { name: 'Ana' })
})
afterAll(() => server.stop())
/** A sprint with one task of five points done, one under way and three that wait, and a planned one behind it. */
beforeEach(async () => {
  board = await makeBoard(server, ana)
  sprint = await makeSprint(server, ana, board)
  next = await makeSprint(server, ana, board, { nome: 'Sprint 13', data_inicio: day(14), data_fim: day(27) })
  columns = (await readSprint(server, ana, sprint)).columns.map(({ id }) => id)
  tasks = []
  for (const [title, points, column] of [
    ['Feita', 5, 2],
    ['Em curso', 3, 1],
    ['A', 2, 0],
    ['B', 1, 0],
    ['C', null, 0],
  ] as const)
    tasks.push(await makeTask(server, ana, sprint, title, { estimativa_pontos: points, column_id: columns[column] }))
})

const close = (body: unknown, { token } = ana) => server.call(sprintClosingApi.close, { token, params: { sprintId: sprint.id }, body })
const reopen = ({ token } = ana) => server.call(sprintClosingApi.reopen, { token, params: { sprintId: sprint.id } })
const idOf = (title: string): number => tasks.find(({ titulo }) => titulo === title)?.id ?? 0
const titlesIn = async (of: Pick<Sprint, 'id'>) => (await readSprint(server, ana, of)).tasks.map(({ titulo }) => titulo)
const backlog = async () =>
  ok(await server.call(sprintTasksApi.backlog, { token: ana.token, params: { boardId: board.id } })).data.tasks.map(({ titulo }) => titulo)
const report = async () => ok(await server.call(sprintReportsApi.report, { token: ana.token, params: { sprintId: sprint.id } })).data
const burndown = async () => ok(await server.call(sprintReportsApi.burndown, { token: ana.token, params: { sprintId: sprint.id } })).data
const activity = async () =>
  ok(await server.call(boardsApi.activity, { token: ana.token, params: { boardId: board.id } })).map(({ kind, subject }) => [kind, subject])
/** As if the sprint had ended so many hours ago. */
const endedBefore = async (hours: number) => {
  const ended_at = new Date(Date.now() - hours * 3_600_000).toISOString()
  await server.app.deps.db.updateTable('sprints').set({ ended_at }).where('id', '=', sprint.id).execute()
}

describe('what a sprint leaves', () => {
  test('goes to the backlog unless something else is said', async () => {
    const { sprint: closed, new_sprint, leftovers } = ok(await close({})).data
    expect([closed.status, closed.can, new_sprint, leftovers]).toEqual(['encerrada', { write: false, reopen: true }, null, 4])
    expect(await backlog()).toEqual(['A', 'B', 'C', 'Em curso'])
    expect(await titlesIn(sprint)).toEqual(['Feita'])
    expect((await activity())[0]).toEqual(['sprint.ended', 'Sprint 12'])
  })

  test('goes to another open sprint of the board, by status, and each card may go elsewhere', async () => {
    ok(await close({ leftovers_to: next.id, others: [{ task_id: idOf('B'), to: 'backlog' }] }))
    const { tasks: there, columns: columnsThere } = await readSprint(server, ana, next)
    expect(
      there.map(({ titulo, column_id, came_from }) => [titulo, columnsThere.findIndex(({ id }) => id === column_id), came_from?.nome]),
    ).toEqual([
      ['A', 0, 'Sprint 12'],
      ['C', 0, 'Sprint 12'],
      ['Em curso', 1, 'Sprint 12'],
    ])
    expect(await backlog()).toEqual(['B'])
    expect((await report()).open.map(({ titulo, now_in }) => [titulo, now_in?.sprint?.nome])).toEqual([
      ['Em curso', 'Sprint 13'],
      ['A', 'Sprint 13'],
      ['B', undefined],
      ['C', 'Sprint 13'],
    ])
  })

  test('goes to a new sprint that is made with it', async () => {
    const body = {
      leftovers_to: 'new',
      others: [{ task_id: idOf('A'), to: next.id }],
      new_sprint: { nome: 'Sprint 14', data_inicio: day(28), data_fim: day(41) },
    }
    const { new_sprint } = ok(await close(body)).data
    expect(new_sprint).toMatchObject({ nome: 'Sprint 14', status: 'planejada', total_tasks: 3 })
    expect([await titlesIn({ id: new_sprint?.id ?? 0 }), await titlesIn(next), await backlog()]).toEqual([
      ['B', 'C', 'Em curso'],
      ['A'],
      [],
    ])
  })

  test('what was done while one decided stays done, and ids of other tasks move nothing', async () => {
    const elsewhere = await makeTask(server, ana, next, 'De outra')
    await changeTask(server, ana, idOf('A'), { column_id: columns[2] })
    ok(await close({ others: [idOf('A'), elsewhere.id, 2_000_000_000].map((task_id) => ({ task_id, to: 'backlog' })) }))
    expect([await titlesIn(sprint), await titlesIn(next)]).toEqual([['Feita', 'A'], ['De outra']])
  })

  test('nothing happens when one of the destinations will not do', async () => {
    const other = await makeSprint(server, ana, await makeBoard(server, ana))
    const ended = await makeSprint(server, ana, board, { nome: 'Velha' })
    await endSprint(server, ana, ended)
    const made = { nome: 'Sprint 14', data_inicio: day(5), data_fim: day(9) }
    const refused: [unknown, number, string][] = [
      [{ leftovers_to: other.id }, 400, texts.sprintElsewhere],
      [{ leftovers_to: ended.id }, 409, texts.sprintEnded],
      [{ leftovers_to: sprint.id }, 409, texts.sprintEnded],
      [{ leftovers_to: 'new' }, 400, texts.leftoversNowhere],
      [{ leftovers_to: 'lixo' }, 400, texts.leftoversNowhere],
      [{ others: [{ task_id: idOf('A'), to: 'new' }] }, 400, texts.leftoversNowhere],
      [{ leftovers_to: 'new', new_sprint: { ...made, nome: ' ' } }, 400, texts.sprintNameRequired],
      [{ leftovers_to: 'new', new_sprint: { ...made, data_fim: day(5) } }, 400, texts.sprintDatesOrder],
      [{ leftovers_to: other.id, new_sprint: made }, 400, texts.sprintElsewhere],
    ]
    const sprintsBefore = ok(await server.call(sprintsApi.ofBoard, { token: ana.token, params: { boardId: board.id } })).data
    for (const [body, status, message] of refused) {
      const answer = await close(body)
      expect([body, answer.status, answer.body]).toEqual([body, status, expect.objectContaining({ message })])
    }
    expect(ok(await server.call(sprintsApi.ofBoard, { token: ana.token, params: { boardId: board.id } })).data).toEqual(sprintsBefore)
    ok(await close({}))
    expect((await close({})).body).toMatchObject({ message: texts.sprintEnded })
  })
})

describe('a board that makes its next sprint itself', () => {
  const planning = async () => ok(await server.call(sprintReportsApi.planning, { token: ana.token, params: { boardId: board.id } })).data
  const namesOfBoard = async () =>
    ok(await server.call(sprintsApi.ofBoard, { token: ana.token, params: { boardId: board.id } })).data.map(({ nome }) => nome)
  const want = () => server.call(boardsApi.update, { token: ana.token, params: { boardId: board.id }, body: { auto_sprint: true } })

  test('does so once the last open one ends, as it was proposed before', async () => {
    expect((await planning()).automatic).toBe(false)
    expect(ok(await want()).auto_sprint).toBe(true)
    expect(ok(await close({})).data.new_sprint, 'another is open').toBeNull()
    const { automatic, next: proposed } = await planning()
    expect([automatic, proposed]).toEqual([true, { nome: 'Sprint 14', data_inicio: expect.any(String), data_fim: expect.any(String) }])
    const { new_sprint } = ok(await server.call(sprintClosingApi.close, { token: ana.token, params: { sprintId: next.id }, body: {} })).data
    expect(new_sprint).toMatchObject({ ...proposed, status: 'planejada', total_tasks: 0 })
    // Opened again and closed again, the sprint finds the next one there.
    ok(await server.call(sprintClosingApi.reopen, { token: ana.token, params: { sprintId: next.id } }))
    expect(
      ok(await server.call(sprintClosingApi.close, { token: ana.token, params: { sprintId: next.id }, body: {} })).data.new_sprint,
    ).toBeNull()
    expect((await namesOfBoard()).toSorted()).toEqual(['Sprint 12', 'Sprint 13', 'Sprint 14'])
  })

  test('with a name and dates that a sprint may have, or not at all', async () => {
    ok(await want())
    const endOf = async (nome: string, year: number) => {
      const ends = { nome, data_inicio: `${year}-12-20`, data_fim: `${year}-12-31` }
      const { id } = await makeSprint(server, ana, board, ends)
      const answer = await server.call(sprintClosingApi.close, { token: ana.token, params: { sprintId: id }, body: {} })
      return ok(answer).data.new_sprint?.nome ?? null
    }
    for (const { id } of [sprint, next]) ok(await server.call(sprintsApi.remove, { token: ana.token, params: { sprintId: id } }))
    expect(await endOf('Sprint 9', limits.lastYear)).toBeNull()
    expect(await endOf(`${'x'.repeat(limits.sprintName - 1)}9`, limits.lastYear - 1)).toBe('Sprint 3')
  })

  test('also when the sprint ends by its status, and not beside one that is made for what is left', async () => {
    ok(await want())
    ok(await close({}))
    await endSprint(server, ana, next)
    expect((await namesOfBoard()).toSorted()).toEqual(['Sprint 12', 'Sprint 13', 'Sprint 14'])
    const { next: proposed } = await planning()
    const open = ok(await server.call(sprintsApi.ofBoard, { token: ana.token, params: { boardId: board.id } })).data.find(
      ({ nome }) => nome === 'Sprint 14',
    )
    const made = { leftovers_to: 'new', new_sprint: proposed }
    ok(await server.call(sprintClosingApi.close, { token: ana.token, params: { sprintId: open?.id ?? 0 }, body: made }))
    expect((await namesOfBoard()).toSorted()).toEqual(['Sprint 12', 'Sprint 13', 'Sprint 14', 'Sprint 15'])
  })
})

describe('a sprint that ended by mistake', () => {
  test('is opened again with what left it, and its report and burndown are as if it had not ended', async () => {
    const before = [
      await report(),
      await burndown(),
      (await readSprint(server, ana, sprint)).tasks.map(({ id, column_id }) => [id, column_id]),
    ]
    ok(await close({ leftovers_to: next.id, others: [{ task_id: idOf('B'), to: 'backlog' }] }))
    const { sprint: opened, restored, left } = ok(await reopen()).data
    expect(opened).toMatchObject({ status: 'ativa', ended_at: null, reopens_until: null, can: { write: true, reopen: false } })
    expect([restored, left]).toEqual([4, 0])
    expect([await backlog(), await titlesIn(next)]).toEqual([[], []])
    expect([
      await report(),
      await burndown(),
      (await readSprint(server, ana, sprint)).tasks.map(({ id, column_id }) => [id, column_id]),
    ]).toEqual(before)
    expect((await activity()).slice(0, 2)).toEqual([
      ['sprint.reopened', 'Sprint 12'],
      ['sprint.ended', 'Sprint 12'],
    ])
    const velocity = ok(await server.call(sprintReportsApi.velocity, { token: ana.token, params: { boardId: board.id } })).data
    expect(velocity.sprints).toEqual([])
  })

  test('shows no gap in its burndown when a night lay between', async () => {
    const { db } = server.app.deps
    // Whatever the hour is now, the last moment of yesterday is less than a day ago.
    const [began, ended_at] = [
      startOfDay(day(-1), defaultTimeZone),
      new Date(Date.parse(startOfDay(day(), defaultTimeZone)) - 1).toISOString(),
    ]
    await db
      .updateTable('sprints')
      .set({ starts_on: day(-2), created_at: startOfDay(day(-2), defaultTimeZone) })
      .where('id', '=', sprint.id)
      .execute()
    await db.updateTable('activities').set({ created_at: began }).where('sprint_id', '=', sprint.id).execute()
    ok(await close({}))
    await db.updateTable('activities').set({ created_at: ended_at }).where('from_sprint_id', '=', sprint.id).execute()
    await db.updateTable('sprints').set({ ended_at }).where('id', '=', sprint.id).execute()
    ok(await reopen())
    const { days } = await burndown()
    expect(days.slice(1, 3).map(({ scope, remaining, added }) => [scope?.points, remaining?.points, added?.points])).toEqual([
      [11, 6, 11],
      [11, 6, 0],
    ])
  })

  test('leaves what somebody took elsewhere, finished or deleted since', async () => {
    ok(await close({}))
    ok(await server.call(sprintTasksApi.changeMany, { token: ana.token, body: { task_ids: [idOf('A')], sprint_id: next.id } }))
    ok(await server.call(cardsApi.move, { token: ana.token, params: { cardId: idOf('B') }, body: { list_id: board.lists[2]?.id } }))
    ok(await server.call(sprintTasksApi.remove, { token: ana.token, params: { taskId: idOf('C') } }))
    expect(ok(await reopen()).data).toMatchObject({ restored: 1, left: 3 })
    expect([await titlesIn(sprint), await titlesIn(next)]).toEqual([['Em curso', 'Feita'], ['A']])
    expect((await report()).open.map(({ titulo }) => titulo)).toEqual(['Em curso'])
  })

  test('comes back also when the sprint that had left its tasks to it was deleted since', async () => {
    ok(await close({ leftovers_to: next.id }))
    ok(await server.call(sprintClosingApi.close, { token: ana.token, params: { sprintId: next.id }, body: {} }))
    ok(await server.call(sprintsApi.remove, { token: ana.token, params: { sprintId: sprint.id } }))
    const again = await server.call(sprintClosingApi.reopen, { token: ana.token, params: { sprintId: next.id } })
    expect(ok(again).data).toMatchObject({ restored: 4, left: 0 })
    expect((await readSprint(server, ana, next)).tasks.map(({ came_from }) => came_from)).toEqual([null, null, null, null])
  })

  test('stays ended after a day, when it lasts, and when nobody wrote down what its end did', async () => {
    expect((await reopen()).body).toMatchObject({ message: texts.sprintStillOpen })
    ok(await close({}))
    await endedBefore(24.1)
    expect((await reopen()).body).toMatchObject({ message: texts.reopenTooLate })
    expect(ok(await server.call(sprintsApi.get, { token: ana.token, params: { sprintId: sprint.id } })).data.can.reopen).toBe(false)
    await endedBefore(1)
    // As the version before leaves it.
    await server.app.deps.db.updateTable('sprints').set({ closing: null }).where('id', '=', sprint.id).execute()
    expect((await reopen()).status).toBe(409)
  })
})
