import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { type MyTasks, sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { changeTask, day, endSprint, makeSprint, makeTask, readSprint } from '../../../../test/sprints.ts'

let server: TestServer
let ana: Account
let bia: Account
let board: Board

beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await register(server, { name: 'Ana' })
  bia = await register(server, { name: 'Bia' })
  board = await makeBoard(server, ana)
  await addToBoard(server, ana, board.id, bia, 'member')
})

const mine = async (query: Record<string, number> = {}): Promise<MyTasks> =>
  ok(await server.call(sprintReportsApi.myTasks, { token: bia.token, query })).data
const forBia = () => ({ assigned_to: bia.user.id })
const titles = ({ sprints }: MyTasks) => sprints.map(({ sprint, tasks }) => [sprint?.nome ?? null, tasks.map(({ titulo }) => titulo)])

test('without a month it is the current one, empty for who has nothing', async () => {
  const [year, month] = [Number(day().slice(0, 4)), Number(day().slice(5, 7))]
  const nothing = { total: 0, concluidas: 0, em_andamento: 0, pendentes: 0, atrasadas: 0 }
  const { user, ...rest } = await mine()
  expect(user).toEqual({ id: bia.user.id, name: 'Bia', avatar_url: null })
  expect(rest).toEqual({ year, month, scope: null, stats: nothing, open: 0, undated: 0, months: Array(12).fill(0), sprints: [] })
})

test('a month holds the tasks of the sprints that touch it, and those without a sprint that are due in it', async () => {
  const far = await makeSprint(server, ana, board, { nome: 'Fevereiro', data_inicio: '2031-02-10', data_fim: '2031-03-02' })
  const { columns } = await readSprint(server, ana, far)
  await makeTask(server, ana, far, 'A', forBia())
  await makeTask(server, ana, far, 'B', { ...forBia(), column_id: columns[2]?.id })
  await makeTask(server, ana, far, 'C', { ...forBia(), column_id: columns[1]?.id })
  await makeTask(server, ana, far, 'De outra pessoa', { assigned_to: ana.user.id })
  const cancelled = await makeTask(server, ana, far, 'Cancelada', forBia())
  await changeTask(server, ana, cancelled.id, { status: 'cancelada' })
  const loose = async (title: string, due_date: string | null) => {
    const { id } = await makeCard(server, ana, board, title, 0, { due_date })
    ok(await server.call(cardsApi.assign, { token: ana.token, params: { cardId: id }, body: { user_id: bia.user.id } }))
  }
  await loose('Começo', '2031-02-01')
  await loose('Fim', '2031-02-28')
  await loose('Março', '2031-03-31')
  await loose('Sem prazo', null)

  const february = await mine({ year: 2031, month: 2 })
  expect(titles(february)).toEqual([
    ['Fevereiro', ['A', 'C', 'B']],
    [null, ['Começo', 'Fim']],
  ])
  expect(february.stats).toEqual({ total: 5, concluidas: 1, em_andamento: 1, pendentes: 3, atrasadas: 0 })
  expect(february.sprints[0]).toMatchObject({
    progresso: 33.3,
    sprint: { id: far.id, total_tasks: 4 },
    counts: { total: 3, concluidas: 1, em_andamento: 1, pendentes: 1, atrasadas: 0 },
  })
  expect(february.months).toEqual([0, 5, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(titles(await mine({ year: 2031, month: 3 }))).toEqual([
    ['Fevereiro', ['A', 'C', 'B']],
    [null, ['Março']],
  ])
  expect((await mine({ year: 2030, month: 2 })).months).toEqual(Array(12).fill(0))
})

test('a sprint that is late goes on until today, one that ended does not', async () => {
  const dates = { data_inicio: day(-200), data_fim: day(-190) }
  const [late, ended] = [await makeSprint(server, ana, board, { ...dates, nome: 'Atrasada' }), await makeSprint(server, ana, board, dates)]
  await makeTask(server, ana, late, 'A', { ...forBia(), data_limite: day(-195) })
  await makeTask(server, ana, ended, 'B', { ...forBia(), column_id: (await readSprint(server, ana, ended)).columns[2]?.id })
  await endSprint(server, ana, ended)
  const now = await mine()
  expect(titles(now)).toEqual([['Atrasada', ['A']]])
  expect(now.stats.atrasadas).toBe(1)
})

test('hidden cards, and those of boards that one left, are nobody’s tasks', async () => {
  const sprint = await makeSprint(server, ana, board)
  const task = await makeTask(server, ana, sprint, 'A', forBia())
  await makeTask(server, ana, sprint, 'B', forBia())
  ok(await server.call(cardsApi.archive, { token: ana.token, params: { cardId: task.id } }))
  expect((await mine()).stats.total).toBe(1)
  const { db } = server.app.deps
  await db.deleteFrom('board_members').where('board_id', '=', board.id).where('user_id', '=', bia.user.id).execute()
  expect(await mine()).toMatchObject({ stats: { total: 0 }, sprints: [], months: Array(12).fill(0) })
  for (const list of [
    ok(await server.call(sprintsApi.list, { token: bia.token })).data,
    [ok(await server.call(sprintsApi.summary, { token: bia.token })).data].filter(({ all }) => all > 0),
  ])
    expect(list).toEqual([])
  ok(await server.call(boardsApi.update, { token: ana.token, params: { boardId: board.id }, body: { is_public: true } }))
  expect((await mine()).stats.total).toBe(1)
  ok(await server.call(boardsApi.remove, { token: ana.token, params: { boardId: board.id } }))
  expect((await mine()).stats.total).toBe(0)
})
