import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { sprintColumnsApi, sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { addDays, dayOf, defaultTimeZone, mondayOf } from '../../platform/time.ts'

let server: TestServer
let ana: Account
let bia: Account
let board: Board
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
beforeEach(async () => {
  ;[ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
  board = await makeBoard(server, bia)
  await addToBoard(server, bia, board.id, ana, 'member')
})
afterAll(() => server.stop())

const today = () => dayOf(new Date(), defaultTimeZone)
const stats = async (who = ana) => ok(await server.call(dashboardApi.stats, { token: who.token }))
const filter = async (status?: string) =>
  ok(await server.call(cardsApi.filter, { token: ana.token, query: { limit: 200, ...(status && { status }) } }))

/** A card of Ana's in one of the lists, or with a list's status. */
async function assigned(list: number, due_date: string | null = null, person: Account | null = ana): Promise<Card> {
  const card = await makeCard(server, bia, board, `Em ${list} para ${due_date}`, list, { due_date })
  const body = { user_id: person?.user.id ?? null }
  return ok(await server.call(cardsApi.assign, { token: bia.token, params: { cardId: card.id }, body }))
}
const setStatus = async (list: number, status: string) => {
  const params = { boardId: board.id, listId: board.lists[list]?.id ?? 0 }
  ok(await server.call(boardsApi.updateList, { token: bia.token, params, body: { status } }))
}

test('the numbers count the cards assigned to the person, and each filter lists as many', async () => {
  const yesterday = addDays(today(), -1)
  expect((await stats()).userTasks).toEqual({ total: 0, completed: 0, inProgress: 0, pending: 0, overdue: 0, dueToday: 0 })
  for (const due of [null, yesterday, today(), addDays(today(), 1)]) for (const list of [0, 1, 2]) await assigned(list, due)
  await assigned(0, yesterday, bia)
  await assigned(0, yesterday, null)
  const { userTasks } = await stats()
  expect(userTasks).toEqual({ total: 12, completed: 4, inProgress: 4, pending: 4, overdue: 2, dueToday: 2 })
  const counts = [await filter(), await filter('completed'), await filter('in_progress'), await filter('pending'), await filter('overdue')]
  expect(counts.map(({ length }) => length)).toEqual([12, 4, 4, 4, 2])
  expect((await stats(bia)).userTasks).toMatchObject({ total: 1, overdue: 1 })
})

test('a blocked card is pending, a cancelled one is not counted', async () => {
  await assigned(0)
  await assigned(1)
  await setStatus(0, 'impedimento')
  await setStatus(1, 'cancelada')
  expect((await stats()).userTasks).toMatchObject({ total: 1, pending: 1, inProgress: 0 })
  expect([(await filter()).length, (await filter('pending')).length, (await filter('in_progress')).length]).toEqual([1, 1, 0])
})

test('cards that are archived, deleted, in a hidden list, or on a board out of sight are not counted', async () => {
  const [first, second] = [await assigned(0), await assigned(0)]
  await assigned(1)
  await assigned(2)
  ok(await server.call(cardsApi.archive, { token: bia.token, params: { cardId: first.id } }))
  expect((await stats()).userTasks.total).toBe(3)
  ok(await server.call(cardsApi.remove, { token: bia.token, params: { cardId: second.id } }))
  expect((await stats()).userTasks.total).toBe(2)
  ok(await server.call(boardsApi.archiveList, { token: bia.token, params: { boardId: board.id, listId: board.lists[1]?.id ?? 0 } }))
  expect([(await stats()).userTasks.total, (await filter()).length]).toEqual([1, 1])
  ok(await server.call(boardsApi.removeMember, { token: bia.token, params: { boardId: board.id, userId: ana.user.id } }))
  const after = await stats()
  expect([after.userTasks.total, after.recentActivity, (await filter()).length]).toEqual([0, [], 0])
})

test('the nearest due date comes first, undated cards last', async () => {
  const days = [null, addDays(today(), 5), today(), addDays(today(), -5)]
  for (const day of days) await assigned(0, day)
  expect((await filter()).map(({ due_date }) => due_date)).toEqual([...days].reverse())
})

test('the week is Monday to Sunday, with what was due and what was done each day', async () => {
  const monday = mondayOf(today())
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const { weeklyProgress } = await stats()
  expect(weeklyProgress).toEqual(days.map((day) => ({ day, tasks: 0, completed: 0 })))
  expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)

  for (const day of days) await assigned(0, day)
  await assigned(1, addDays(monday, -1))
  await assigned(1, addDays(monday, 7))
  const done = [await assigned(2, addDays(monday, 6)), await assigned(2)]
  // Noon where people are is the same day in UTC; an hour before midnight is the next one.
  for (const [index, completed_at] of [`${days[1]}T15:00:00.000Z`, `${days[3]}T01:30:00.000Z`].entries()) {
    await server.app.deps.db
      .updateTable('cards')
      .set({ completed_at })
      .where('id', '=', done[index]?.id ?? 0)
      .execute()
  }
  expect((await stats()).weeklyProgress).toEqual(
    days.map((day, index) => ({ day, tasks: index === 1 || index === 2 ? 2 : 1, completed: index === 1 || index === 2 ? 1 : 0 })),
  )
})

test('recent activity has the last ten things on visible boards, newest first', async () => {
  const other = await makeBoard(server, bia, { title: 'Só de Bia' })
  await makeCard(server, bia, other, 'Segredo')
  for (let count = 1; count <= 12; count += 1) await makeCard(server, bia, board, `Cartão ${count}`)
  const { recentActivity } = await stats()
  expect(recentActivity.map(({ task }) => task)).toEqual(Array.from({ length: 10 }, (_, index) => `Cartão ${12 - index}`))
  expect(recentActivity[0]).toMatchObject({ action: 'card.created', to: 'A Fazer', user: { name: 'Bia' }, board_id: board.id })
})

/** A sprint of the board that ends some days from now. */
const makeSprint = async (name: string, status: 'planejada' | 'ativa' | 'encerrada', days: number) => {
  const dates = { starts_on: addDays(today(), days - 7), ends_on: addDays(today(), days), created_at: new Date().toISOString() }
  const sprint = { board_id: board.id, name, description: '', status, version: 1, ...dates }
  const { id } = await server.app.deps.db.insertInto('sprints').values(sprint).returning('id').executeTakeFirstOrThrow()
  return id
}
const current = async () => (await stats()).sprintProgress?.currentSprint

test('the current sprint is the one under way that ends next, else a planned one, else a late one', async () => {
  expect((await stats()).sprintProgress).toBeNull()
  await makeSprint('Encerrada', 'encerrada', 1)
  expect(await current()).toBeUndefined()
  await makeSprint('Muito atrasada', 'ativa', -9)
  await makeSprint('Atrasada', 'ativa', -2)
  expect(await current()).toBe('Muito atrasada')
  await makeSprint('Mais tarde', 'planejada', 8)
  expect(await current(), 'what begins later comes before what is late').toBe('Mais tarde')
  await makeSprint('Depois', 'ativa', 9)
  expect(await current(), 'and behind what is under way').toBe('Depois')
  await makeSprint('Planejada', 'planejada', 3)
  expect(await current()).toBe('Planejada')
  await makeSprint('Hoje', 'ativa', 0)
  expect(await current()).toBe('Hoje')
  expect((await stats(await register(server))).sprintProgress).toBeNull()
})

test('the progress of a sprint counts its cards, without those of hidden lists', async () => {
  const sprint_id = await makeSprint('Agora', 'ativa', 3)
  const cards = [await assigned(0, null, null), await assigned(1), await assigned(2)]
  for (const nome of ['A Fazer', 'Em Andamento', 'Concluído'])
    ok(await server.call(sprintColumnsApi.create, { token: bia.token, params: { sprintId: sprint_id }, body: { nome } }))
  const task_ids = cards.map(({ id }) => id)
  ok(await server.call(sprintTasksApi.changeMany, { token: bia.token, body: { task_ids, sprint_id } }))
  const numbers = { progress: 33.3, daysUntilStart: 0, daysRemaining: 3, tasksCompleted: 1, totalTasks: 3 }
  const expected = { sprint_id, currentSprint: 'Agora', status: 'ativa', ...numbers }
  expect((await stats()).sprintProgress).toEqual(expected)
  const [first, second] = board.lists.map(({ id }) => ({ token: bia.token, params: { boardId: board.id, listId: id } }))
  ok(await server.call(boardsApi.archiveList, first))
  expect((await stats()).sprintProgress).toEqual({ ...expected, progress: 50, totalTasks: 2 })
  ok(await server.call(boardsApi.removeList, second))
  expect((await stats()).sprintProgress).toEqual({ ...expected, progress: 100, totalTasks: 1 })
})

test('late, due and done depend on the days of the person’s own time zone', async () => {
  const setZone = (timezone: string) => server.call(authApi.updateProfile, { token: ana.token, body: { timezone } })
  // One of these two zones is a day ahead of the other, or they share the day in between.
  const [west, east] = ['America/New_York', 'Asia/Tokyo']
  const [westDay, eastDay] = [dayOf(new Date(), west), dayOf(new Date(), east)]
  await assigned(0, westDay)
  const { id } = await assigned(2)
  const completed = new Date(Date.parse(`${mondayOf(eastDay)}T00:00:00Z`) - 5 * 3_600_000).toISOString()
  await server.app.deps.db.updateTable('cards').set({ completed_at: completed }).where('id', '=', id).execute()

  ok(await setZone(east))
  const isPast = westDay < eastDay
  expect((await stats()).userTasks).toMatchObject({ dueToday: isPast ? 0 : 1, overdue: isPast ? 1 : 0 })
  expect(await filter('overdue')).toHaveLength(isPast ? 1 : 0)
  // In Tokyo it was already Monday when this was done.
  expect((await stats()).weeklyProgress[0]).toMatchObject({ completed: 1 })

  ok(await setZone(west))
  expect((await stats()).userTasks).toMatchObject({ dueToday: 1, overdue: 0 })
  expect(await filter('overdue')).toHaveLength(0)
  expect((await stats()).weeklyProgress[0]).toMatchObject({ completed: 0 })
})
