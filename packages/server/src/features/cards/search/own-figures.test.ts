import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { participantsApi } from '@rodada/contract/cards/participants'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Account, login, register } from '../../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

/** A Thursday. On Sunday of that week the clocks of New York are put forward, so that its Monday begins at 04:00 UTC and not at 05:00. */
const thursday = Date.parse('2026-03-05T15:00:00Z')
const home = 'America/New_York'

let server: TestServer
let ana: Account
let bia: Account
let board: Board

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: thursday })
  // Further processes would have clocks of their own.
  server = await startServer({ alone: true })
  await register(server)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})
beforeEach(async () => {
  vi.setSystemTime(thursday)
  ;[ana, bia] = [await register(server, { name: 'Ana' }), await register(server, { name: 'Bia' })]
  board = await makeBoard(server, bia)
  await addToBoard(server, bia, board.id, ana, 'member')
  await live(home)
})

const live = async (timezone: string) => ok(await server.call(authApi.updateProfile, { token: ana.token, body: { timezone } }))
const mine = async (query: Record<string, string | number> = {}) => ok(await server.call(cardsApi.mine, { token: ana.token, query }))
const stats = async () => ok(await server.call(dashboardApi.stats, { token: ana.token }))
const groupsOf = ({ groups }: Awaited<ReturnType<typeof mine>>) =>
  groups.map(({ due, count, points, cards }) => [due, count, points, cards.map(({ title }) => title)])
/** How much was to be done and was done on the days of the week. */
const week = async () => (await stats()).weeklyProgress.map(({ tasks, completed }) => [tasks, completed])
const sleepUntil = async (instant: string) => {
  vi.setSystemTime(instant)
  ana = { ...ana, token: await login(server, ana) }
}

type Given = {
  on?: Board
  list?: number
  to?: Account | null
  joined?: boolean
  estimate?: number
  due_date?: string | null
  priority?: string
}
/** A card that Ana answers for, unless it is given to another. */
async function give(title: string, { on = board, list = 0, to = ana, joined = false, estimate, ...fields }: Given = {}): Promise<number> {
  const { id } = await makeCard(server, bia, on, title, list, fields)
  const params = { cardId: id }
  if (estimate !== undefined) ok(await server.call(cardsApi.update, { token: bia.token, params, body: { estimate } }))
  if (to) ok(await server.call(cardsApi.assign, { token: bia.token, params, body: { user_id: to.user.id } }))
  if (joined) ok(await server.call(participantsApi.add, { token: bia.token, params: { ...params, userId: ana.user.id } }))
  return id
}
async function done(title: string, completed_at: string, given: Given = {}): Promise<void> {
  const id = await give(title, { list: 2, ...given })
  await server.app.deps.db.updateTable('cards').set({ completed_at }).where('id', '=', id).execute()
}

test('the figures of who has tasks on every border of days and weeks', async () => {
  await give('Domingo passado', { due_date: '2026-03-01', estimate: 0.1 })
  await give('Segunda', { due_date: '2026-03-02', estimate: 0.2 })
  await give('Ontem', { due_date: '2026-03-04', list: 1 })
  await give('Hoje', { due_date: '2026-03-05', estimate: 8 })
  await give('Participa hoje', { due_date: '2026-03-05', to: bia, joined: true, estimate: 0.55, list: 1 })
  await give('Participa e responde', { due_date: '2026-03-06', joined: true })
  await give('Domingo', { due_date: '2026-03-08' })
  await give('Outra segunda', { due_date: '2026-03-09', estimate: 13 })
  await give('Sem prazo', { joined: true, to: null })
  await give('De Bia', { due_date: '2026-03-05', to: bia })

  // In New York each is half an hour, or the last instant, before midnight, or midnight itself.
  await done('Feita no domingo passado', '2026-03-02T04:30:00.000Z', { due_date: '2026-03-03' })
  await done('No último instante dele', '2026-03-02T04:59:59.999Z')
  await done('Na segunda', '2026-03-02T05:00:00.000Z')
  await done('Na quarta', '2026-03-05T04:30:00.000Z', { due_date: '2026-03-06', to: bia, joined: true })
  await done('Na quinta', '2026-03-05T05:00:00.000Z')
  await done('No domingo', '2026-03-09T03:30:00.000Z')
  await done('No último instante da semana', '2026-03-09T03:59:59.999Z')
  await done('Na outra segunda', '2026-03-09T04:00:00.000Z')

  // Of these none is anybody's work.
  const [template, left] = [await makeBoard(server, bia), await makeBoard(server, bia)]
  for (const on of [template, left]) {
    await addToBoard(server, bia, on.id, ana, 'member')
    for (const due_date of ['2026-03-05', null]) await give('Some', { on, due_date })
    await done('Some feita', '2026-03-05T12:00:00.000Z', { on })
  }
  const params = { boardId: template.id }
  ok(await server.call(boardsApi.update, { token: bia.token, params, body: { is_template: true } }))
  ok(await server.call(boardsApi.removeMember, { token: bia.token, params: { boardId: left.id, userId: ana.user.id } }))
  const addList = async (title: string, status: string) =>
    ok(await server.call(boardsApi.addList, { token: bia.token, params: { boardId: board.id }, body: { title, status } })).id
  const lists = [await addList('Guardada', 'pendente'), await addList('Desistimos', 'cancelada')]
  const more = ok(await server.call(boardsApi.get, { token: bia.token, params: { boardId: board.id } }))
  for (const id of lists)
    await give('Some', { on: more, list: more.lists.findIndex((list) => list.id === id), due_date: '2026-03-05', estimate: 100 })
  ok(await server.call(boardsApi.archiveList, { token: bia.token, params: { boardId: board.id, listId: lists[0] ?? 0 } }))
  ok(await server.call(cardsApi.archive, { token: bia.token, params: { cardId: await give('Some', { due_date: '2026-03-05' }) } }))
  ok(await server.call(cardsApi.remove, { token: bia.token, params: { cardId: await give('Some', { due_date: '2026-03-05' }) } }))

  const own = await mine()
  expect(groupsOf(own)).toEqual([
    ['late', 3, 0.3, ['Domingo passado', 'Segunda', 'Ontem']],
    ['today', 2, 8.55, ['Hoje', 'Participa hoje']],
    ['week', 2, 0, ['Participa e responde', 'Domingo']],
    ['later', 1, 13, ['Outra segunda']],
    ['undated', 1, 0, ['Sem prazo']],
  ])
  expect([own.open, own.points, own.boards]).toEqual([9, 21.85, 1])
  const { userTasks, weeklyProgress } = await stats()
  expect(userTasks).toEqual({ total: 17, completed: 8, inProgress: 2, pending: 7, overdue: 3, dueToday: 2 })
  expect(weeklyProgress.map(({ day }) => day)).toEqual([2, 3, 4, 5, 6, 7, 8].map((day) => `2026-03-0${day}`))
  expect(await week()).toEqual([
    [2, 1],
    [0, 0],
    [2, 1],
    [3, 1],
    [1, 0],
    [0, 0],
    [3, 2],
  ])

  // Where Friday begins at this instant, and the week began half a day sooner.
  await live('Asia/Tokyo')
  expect((await mine()).groups.map(({ due, count }) => [due, count])).toEqual([
    ['late', 5],
    ['today', 1],
    ['week', 1],
    ['later', 1],
    ['undated', 1],
  ])
  expect(await week()).toEqual([
    [4, 3],
    [0, 0],
    [1, 0],
    [4, 2],
    [1, 0],
    [0, 0],
    [1, 0],
  ])
})

test('a week ends on its Sunday, whatever day it is', async () => {
  await give('Domingo', { due_date: '2026-03-08' })
  await give('Segunda', { due_date: '2026-03-09' })
  const due = async () => (await mine()).groups.map((group) => group.due)
  // A minute past midnight, and a minute before it.
  for (const monday of ['2026-03-02T05:01:00Z', '2026-03-08T04:59:00Z']) {
    await sleepUntil(monday)
    expect(await due()).toEqual(['week', 'later'])
  }
  for (const sunday of ['2026-03-08T05:01:00Z', '2026-03-09T03:59:00Z']) {
    await sleepUntil(sunday)
    expect(await due()).toEqual(['today', 'later'])
  }
  await sleepUntil('2026-03-09T04:01:00Z')
  expect(await due()).toEqual(['late', 'today'])
})

test('a group stands by its dates, then by urgency, then by board and age, also over the ends of pages', async () => {
  const other = await makeBoard(server, bia)
  await addToBoard(server, bia, other.id, ana, 'member')
  for (const on of [other, board])
    for (const priority of ['none', 'low', 'urgent', 'medium', 'high']) await give(`${priority} ${on === board ? 1 : 2}`, { on, priority })
  for (const day of ['2026-03-03', '2026-03-01', '2026-03-02']) await give(day, { due_date: day, priority: 'low' })
  await give('urgente', { due_date: '2026-03-03', priority: 'urgent' })
  const inOrder = ['urgent', 'high', 'medium', 'low', 'none'].flatMap((priority) => [`${priority} 1`, `${priority} 2`])
  expect(groupsOf(await mine())).toEqual([
    ['late', 4, 0, ['2026-03-01', '2026-03-02', 'urgente', '2026-03-03']],
    ['undated', 10, 0, inOrder],
  ])
  expect(groupsOf(await mine({ limit: 3, offset: 3 }))).toEqual([
    ['late', 4, 0, ['2026-03-03']],
    ['undated', 10, 0, inOrder.slice(3, 6)],
  ])
  expect(groupsOf(await mine({ limit: 4, offset: 8, due: 'undated' }))).toEqual([['undated', 10, 0, inOrder.slice(8)]])
  expect(groupsOf(await mine({ limit: 4, offset: 20 }))).toEqual([
    ['late', 4, 0, []],
    ['undated', 10, 0, []],
  ])
  expect(await mine({ due: 'week' })).toEqual({ open: 14, points: 0, boards: 2, groups: [] })
})
