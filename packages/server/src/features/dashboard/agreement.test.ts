import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { adminApi } from '@rodada/contract/instance/admin'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { type MyTasks, sprintReportsApi } from '@rodada/contract/sprints/reports'
import { type Sprint, sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { day, endSprint, makeSprint } from '../../../test/sprints.ts'

/** Two screens that show the same thing must show the same number, whatever happened before. */

let server: TestServer
let admin: Account
let ana: Account
let bia: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Primeira' })
  ;[ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
})
afterAll(() => server.stop())

type World = { boards: Board[]; sprints: Sprint[]; cards: { id: number; board: Board }[] }

/** Three boards of Bia's, one with a cancelled list and one that is public; Ana works on two of them. */
async function makeWorld(): Promise<World> {
  const boards = [await makeBoard(server, bia), await makeBoard(server, bia), await makeBoard(server, bia, { is_public: true })]
  for (const board of boards.slice(0, 2)) await addToBoard(server, bia, board.id, ana, 'member')
  const [, board] = boards
  const body = { title: 'Desistimos', status: 'cancelada' as const }
  if (board) ok(await server.call(boardsApi.addList, { token: bia.token, params: { boardId: board.id }, body }))
  const fresh = await Promise.all(
    boards.map(async ({ id }) => ok(await server.call(boardsApi.get, { token: bia.token, params: { boardId: id } }))),
  )
  const sprints = await Promise.all(fresh.map((each, index) => makeSprint(server, bia, each, spans[index])))
  return { boards: fresh, sprints, cards: [] }
}
/** One that is late, one under way, one to come. */
const spans = [
  { data_inicio: day(-40), data_fim: day(-10) },
  { data_inicio: day(-3), data_fim: day(40) },
  { data_inicio: day(7), data_fim: day(20) },
]

const step = fc.record({
  what: fc.noBias(fc.nat(8)),
  which: fc.noBias(fc.nat(100)),
  where: fc.noBias(fc.nat(100)),
  due: fc.option(fc.noBias(fc.integer({ min: -70, max: 70 })), { freq: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)]

/** Does one thing. A refused one, such as planning a card into an ended sprint, changes nothing. */
async function take({ what, which, where, due }: Step, world: World): Promise<void> {
  const board = pick(world.boards, where)
  const card = pick(world.cards, which)
  if (!board) return
  if (what <= 2 || !card) {
    const dates = { due_date: due === null ? null : day(due) }
    // Nothing can be made on a list that was archived meanwhile.
    const made = await makeCard(server, bia, board, `Tarefa ${which}`, which % board.lists.length, dates).catch(() => null)
    if (!made) return
    const to = which % 4 === 0 ? bia : ana
    await server.call(cardsApi.assign, { token: bia.token, params: { cardId: made.id }, body: { user_id: to.user.id } })
    world.cards.push({ id: made.id, board })
    return
  }
  const params = { cardId: card.id }
  const list = pick(card.board.lists, where)
  const sprint = world.sprints.find(({ board_id }) => board_id === card.board.id)
  if (what === 3 && list) await server.call(cardsApi.move, { token: bia.token, params, body: { list_id: list.id } })
  if (what === 4) await server.call(cardsApi.update, { token: bia.token, params, body: { due_date: due === null ? null : day(due) } })
  if (what === 5) await server.call(which % 4 === 0 ? cardsApi.archive : cardsApi.restore, { token: bia.token, params })
  if (what === 6 && sprint)
    await server.call(sprintTasksApi.changeMany, { token: bia.token, body: { task_ids: [card.id], sprint_id: sprint.id } })
  if (what === 7 && which % 7 === 0 && sprint) await endSprint(server, bia, sprint).catch(() => undefined)
  if (what === 7 && which % 7 > 3) await server.call(cardsApi.remove, { token: bia.token, params })
  if (what === 8 && which % 20 === 0 && list)
    await server.call(boardsApi.archiveList, { token: bia.token, params: { boardId: card.board.id, listId: list.id } })
}

const stats = async ({ token }: Account) => ok(await server.call(dashboardApi.stats, { token }))
const filter = async ({ token }: Account, query: Record<string, string> = {}) =>
  ok(await server.call(cardsApi.filter, { token, query: { limit: 200, ...query } })).map(({ id }) => id)
const mine = async ({ token }: Account, query: Record<string, string | number>) =>
  ok(await server.call(sprintReportsApi.myTasks, { token, query })).data
const idsOf = ({ sprints }: MyTasks) => sprints.flatMap(({ tasks }) => tasks.map(({ id }) => id))
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

/** Compares every number about one person's tasks with its list. */
async function compareOwn(who: Account): Promise<void> {
  const { userTasks } = await stats(who)
  const [all, pending, inProgress, completed, overdue] = [
    await filter(who),
    await filter(who, { status: 'pending' }),
    await filter(who, { status: 'in_progress' }),
    await filter(who, { status: 'completed' }),
    await filter(who, { status: 'overdue' }),
  ]
  expect(userTasks).toMatchObject({
    total: all.length,
    pending: pending.length,
    inProgress: inProgress.length,
    completed: completed.length,
    overdue: overdue.length,
  })
  // With a word of the title that every one of them has, the lists stay as they are.
  for (const [status, ids] of Object.entries({ pending, in_progress: inProgress, completed, overdue }))
    expect(await filter(who, { status, q: 'tarefa' })).toEqual(ids)
  expect(await filter(who, { q: 'tarefa' })).toEqual(all)

  // The badge counts what is pending and in progress; 'Minhas Tarefas' lists it by when it is due.
  const open = ok(await server.call(cardsApi.mine, { token: who.token, query: { limit: 200 } }))
  const badge = userTasks.pending + userTasks.inProgress
  const history = await mine(who, {})
  expect([open.open, history.open]).toEqual([badge, badge])
  const listed = open.groups.flatMap(({ cards }) => cards)
  expect(sorted(listed.map(({ id }) => id))).toEqual(sorted([...pending, ...inProgress]))
  for (const { cards, count } of open.groups) expect(cards).toHaveLength(count)
  const ofGroup = (due: string) => open.groups.find((group) => group.due === due)?.cards.map(({ id }) => id) ?? []
  expect([sorted(ofGroup('late')), ofGroup('today').length]).toEqual([sorted(overdue), userTasks.dueToday])
  expect(open.boards).toBe(new Set(listed.map(({ board_id }) => board_id)).size)
  const undated = await mine(who, { scope: 'undated' })
  expect([undated.stats.total, idsOf(undated).length]).toEqual([history.undated, history.undated])

  const found = new Set(idsOf(undated))
  const year = Number(day().slice(0, 4))
  for (const each of [year - 1, year, year + 1])
    for (let month = 1; month <= 12; month += 1) {
      const of = await mine(who, { year: each, month })
      expect([of.stats.total, of.months[month - 1]]).toEqual([idsOf(of).length, idsOf(of).length])
      for (const group of of.sprints) expect(group.counts.total).toBe(group.tasks.length)
      for (const id of idsOf(of)) found.add(id)
    }
  expect(sorted([...found])).toEqual(sorted(all))
}

/** Compares the figures of the instance with their lists. */
async function compareInstance(): Promise<void> {
  const { token } = admin
  const dashboard = ok(await server.call(adminApi.dashboard, { token }))
  const total = async (query: Record<string, string | number>) =>
    ok(await server.call(adminApi.tasks, { token, query: { limit: 1, ...query } })).total
  const { tasks, completed, in_progress, overdue } = dashboard.stats
  expect([tasks, completed, in_progress, overdue]).toEqual([
    await total({}),
    await total({ status: 'concluida' }),
    await total({ status: 'em_andamento' }),
    await total({ late: 'true' }),
  ])
  for (const person of dashboard.performance) {
    const { id } = person.user
    expect([person.total, person.completed, person.in_progress, person.overdue]).toEqual([
      await total({ assigned_to: id }),
      await total({ assigned_to: id, status: 'concluida' }),
      await total({ assigned_to: id, status: 'em_andamento' }),
      await total({ assigned_to: id, late: 'true' }),
    ])
  }
  const counts = ok(await server.call(boardsApi.counts, { token }))
  const boards = ok(await server.call(boardsApi.list, { token, query: { limit: 200 } }))
  expect([counts.all, boards.length]).toEqual([dashboard.stats.boards, dashboard.stats.boards])
  for (const board of boards) {
    const whole = ok(await server.call(boardsApi.get, { token, params: { boardId: board.id } }))
    expect(whole.lists.flatMap(({ cards }) => cards)).toHaveLength(board.card_count)
    const ofBoard = (await total({ board_id: board.id })) + (await total({ board_id: board.id, status: 'cancelada' }))
    expect(ofBoard).toBe(board.card_count)
  }
  const { active } = ok(await server.call(sprintsApi.summary, { token })).data
  expect(active).toBe(dashboard.stats.active_sprints)
  const now = (await stats(admin)).sprintProgress
  const { current_sprint } = dashboard
  expect(now && [now.sprint_id, now.tasksCompleted, now.totalTasks, now.progress]).toEqual(
    current_sprint && [current_sprint.id, current_sprint.tasks_concluidas, current_sprint.total_tasks, current_sprint.progresso],
  )
}

test('after any history the dashboard, the badge, ‘Minhas Tarefas’ and the figures of the instance agree with their lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45 }), async (steps) => {
      const world = await makeWorld()
      for (const each of steps) await take(each, world)
      for (const who of [ana, bia]) await compareOwn(who)
      await compareInstance()
      for (const { token } of [ana, bia]) {
        const list = ok(await server.call(notificationsApi.list, { token, query: { limit: 200 } }))
        const { unread } = ok(await server.call(notificationsApi.unread, { token }))
        expect(list.filter(({ read_at }) => read_at === null)).toHaveLength(unread)
      }
      // Every run begins without boards and cards.
      for (const { id } of world.boards) ok(await server.call(boardsApi.remove, { token: bia.token, params: { boardId: id } }))
    }),
    { numRuns: 6, seed: 20 },
  )
})

test('an open task without sprint and date is listed as open and undated, and in no month', async () => {
  const board = await makeBoard(server, bia)
  const card = await makeCard(server, bia, board, 'Sem dia nenhum')
  ok(await server.call(cardsApi.assign, { token: bia.token, params: { cardId: card.id }, body: { user_id: bia.user.id } }))
  const open = ok(await server.call(cardsApi.mine, { token: bia.token }))
  const [undated, month] = [await mine(bia, { scope: 'undated' }), await mine(bia, {})]
  expect([open.open, month.open, undated.undated, undated.scope, month.scope]).toEqual([1, 1, 1, 'undated', null])
  expect(open.groups.map(({ due, cards }) => [due, cards.map(({ id }) => id)])).toEqual([['undated', [card.id]]])
  expect([idsOf(undated), idsOf(month)]).toEqual([[card.id], []])
})
