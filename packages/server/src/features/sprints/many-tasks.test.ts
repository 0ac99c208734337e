import type { Board } from '@rodada/contract/boards/boards'
import { sprintReportsApi } from '@rodada/contract/sprints/reports'
import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { pastPostgres, pastSqlite } from '../../../test/past-the-server.ts'
import { makeSprint, makeTask } from '../../../test/sprints.ts'
import { clockStepMs, longestTurn } from '../../../test/turns.ts'
import { sqlitePath } from '../../platform/database.ts'

type Person = { who: Account; board: Board }
const [many, few] = [40_000, 400]

let server: TestServer
let crowded: Person
let usual: Person
beforeAll(async () => {
  server = await startServer({ alone: true })
  await server.app.pauseJobs()
  const { databaseUrl, dataDir } = server.app.deps.config
  const past = databaseUrl ? pastPostgres(databaseUrl) : pastSqlite(sqlitePath(dataDir))
  const open = async (tasks: number): Promise<Person> => {
    const who = await register(server)
    const board = await makeBoard(server, who)
    const task = await makeTask(server, who, await makeSprint(server, who, board))
    const { id: _, ...row } = await server.app.deps.db.selectFrom('cards').selectAll().where('id', '=', task.id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: tasks - 1 }, (__, at) => ({ ...row, number: 10 + at, rank: `b${String(at).padStart(6, '0')}z` }))
    await past.insert('cards', rows)
    return { who, board }
  }
  // Who comes first administers the installation, and sees all boards.
  await register(server)
  crowded = await open(many)
  usual = await open(few)
  await past.settle()
}, 120_000)
afterAll(() => server.stop())

const listed = async ({ who }: Person) => ok(await server.call(sprintsApi.list, { token: who.token })).data
const ofBoard = async ({ who, board }: Person) =>
  ok(await server.call(sprintsApi.ofBoard, { token: who.token, params: { boardId: board.id } })).data
const planned = async ({ who, board }: Person) =>
  ok(await server.call(sprintReportsApi.planning, { token: who.token, params: { boardId: board.id } })).data.sprints.map(
    ({ sprint }) => sprint,
  )

test.each([
  ['all sprints', listed],
  ['those of a board', ofBoard],
  ['what is planned', planned],
])(
  'of sprints with tens of thousands of tasks %s are counted, and others wait for their turn as if it were a few hundred',
  async (_, read) => {
    const total = async (person: Person) => (await read(person)).map((sprint) => sprint.total_tasks)
    expect([await total(crowded), await total(usual)]).toEqual([[many], [few]])
    const [most, least] = [await longestTurn(() => read(crowded), 5), await longestTurn(() => read(usual), 5)]
    expect(most).toBeLessThan(3 * Math.max(least, clockStepMs))
  },
)

test('all tasks of the sprints that one sees are counted, however many there are', async () => {
  const tasksOf = async ({ who }: Person) => ok(await server.call(sprintsApi.summary, { token: who.token })).data.total_tasks
  expect([await tasksOf(crowded), await tasksOf(usual)]).toEqual([many, few])
})
