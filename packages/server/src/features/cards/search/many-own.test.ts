import type { Board } from '@rodada/contract/boards/boards'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { limits } from '@rodada/contract/core/limits'
import { dashboardApi } from '@rodada/contract/instance/dashboard'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { pastPostgres, pastSqlite } from '../../../../test/past-the-server.ts'
import { clockStepMs, longestTurn } from '../../../../test/turns.ts'
import { sqlitePath } from '../../../platform/database.ts'
import { addDays, dayOf, defaultTimeZone } from '../../../platform/time.ts'

const many = 30_000
const few = 300
const priorities = ['low', 'medium', 'high', 'urgent'] as const

let server: TestServer
let crowded: Account
let usual: Account
beforeAll(async () => {
  server = await startServer({ alone: true })
  await server.app.pauseJobs()
  await register(server)
  ;[crowded, usual] = [await register(server), await register(server)]
  const { databaseUrl, dataDir } = server.app.deps.config
  const past = databaseUrl ? pastPostgres(databaseUrl) : pastSqlite(sqlitePath(dataDir))
  for (const [who, count] of [
    [crowded, many],
    [usual, few],
  ] as const)
    await past.insert('cards', await cardsOf(who, await makeBoard(server, who), count))
  await past.settle()
}, 120_000)
afterAll(() => server.stop())

const today = dayOf(new Date(), defaultTimeZone)
/** A fifth of them late, for today, for much later, without a date, and done today. */
const dues = [addDays(today, -1), today, addDays(today, 40), null, today]

/** Cards of a person on a board of theirs. */
async function cardsOf(who: Account, board: Board, count: number) {
  const rows = await Promise.all(
    [0, 2].map(async (list) => {
      const { id } = await makeCard(server, who, board, 'Cartão', list)
      ok(await server.call(cardsApi.remove, { token: who.token, params: { cardId: id } }))
      const { id: _, ...row } = await server.app.deps.db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return { ...row, deleted_at: null, assignee_id: who.user.id }
    }),
  )
  const [open = rows[0], done = open] = rows
  return Array.from({ length: count }, (_, i) => ({
    ...(i % 5 === 4 ? done : open),
    title: `Cartão ${i}`,
    number: 10 + i,
    rank: `b${String(i).padStart(6, '0')}z`,
    due_date: dues[i % 5] ?? null,
    priority: priorities[i % 4] ?? 'low',
    estimate: (i % 4) / 10,
  }))
}

const mine = ({ token }: Account, query: Record<string, string | number> = {}) => server.call(cardsApi.mine, { token, query })
const stats = ({ token }: Account) => server.call(dashboardApi.stats, { token })
const inSprints = ({ token }: Account, query: { year: number; scope?: 'undated' }) =>
  server.call(sprintReportsApi.myTasks, { token, query })
const thisYear = Number(today.slice(0, 4))

test('who has tens of thousands of tasks is told how many, and reads them page by page', async () => {
  const own = ok(await mine(crowded, { limit: 3 }))
  const each = many / 5
  // Of four one has no points, one a tenth, one two and one three.
  const points = (each * 15) / 100
  expect([own.open, own.points, own.boards]).toEqual([4 * each, 4 * points, 1])
  expect(own.groups.map((group) => [group.due, group.count, group.points])).toEqual(
    ['late', 'today', 'later', 'undated'].map((due) => [due, each, points]),
  )
  for (const { cards } of own.groups) {
    expect(cards.map(({ priority }) => priority)).toEqual(['urgent', 'urgent', 'urgent'])
    const [first = 0, ...others] = cards.map(({ id }) => id)
    expect(others).toEqual([first + 20, first + 40])
  }
  const last = ok(await mine(crowded, { due: 'undated', limit: 3, offset: each - 2 })).groups
  expect(last.map(({ due, cards }) => [due, cards.map(({ priority }) => priority)])).toEqual([['undated', ['low', 'low']]])
  const { userTasks, weeklyProgress } = ok(await stats(crowded))
  expect(userTasks).toEqual({ total: many, completed: each, inProgress: 0, pending: 4 * each, overdue: each, dueToday: each })
  expect(weeklyProgress.find(({ day }) => day === today)).toEqual({ day: today, tasks: 2 * each, completed: each })
  const { data } = ok(await inSprints(crowded, { year: thisYear, scope: 'undated' }))
  expect([data.open, data.undated, data.stats.total]).toEqual([4 * each, each, each])
  expect(data.sprints.map(({ tasks }) => tasks.length)).toEqual([limits.ownTasks])
})

test.each([
  ['their tasks', mine],
  ['their dashboard', stats],
  ['their tasks of a year with none', (who: Account) => inSprints(who, { year: thisYear + 2 })],
])('while somebody with tens of thousands of tasks opens %s, others wait for their turn as if it were a few hundred', async (_, open) => {
  const longest = (who: Account) => longestTurn(async () => ok<unknown>(await open(who)), 5)
  await open(usual)
  const [most, least] = [await longest(crowded), await longest(usual)]
  expect(most).toBeLessThan(3 * Math.max(least, clockStepMs))
})
