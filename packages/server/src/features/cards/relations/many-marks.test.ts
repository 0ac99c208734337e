import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Board } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import type { Sprint } from '@rodada/contract/sprints/sprints'
import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { makeBoard, makeCard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type PastTheServer, pastPostgres, pastSqlite } from '../../../../test/past-the-server.ts'
import { allStatementsOf } from '../../../../test/query-plans.ts'
import { makeSprint, makeTask } from '../../../../test/sprints.ts'
import { sqlitePath } from '../../../platform/database.ts'

const tasks = 400
/** Relations that one statement may look at: a database asks its table for the other card of each. */
const mostAtOnce = 20_000

let server: TestServer
let eva: Account
let board: Board
let sprint: Sprint
beforeAll(async () => {
  server = await startServer({ alone: true })
  await server.app.pauseJobs()
  eva = await register(server)
  board = await makeBoard(server, eva)
  sprint = await makeSprint(server, eva, board)
  const { databaseUrl, dataDir } = server.app.deps.config
  await fill(databaseUrl ? pastPostgres(databaseUrl) : pastSqlite(sqlitePath(dataDir)))
}, 120_000)
afterAll(() => server.stop())

/** Each task of the sprint waits for as many cards as one may. */
async function fill(past: PastTheServer<unknown>): Promise<void> {
  const { db } = server.app.deps
  const copies = async (id: number, count: number): Promise<number[]> => {
    const { id: _, ...card } = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: count - 1 }, (_none, index) => {
      const number = 1000 * card.number + index
      return { ...card, number, rank: `b${number}z`, column_rank: `b${number}z` }
    })
    await past.insert('cards', rows)
    const made = await db.selectFrom('cards').select('id').where('title', '=', card.title).execute()
    return made.map((each) => each.id)
  }
  const waiting = await copies((await makeTask(server, eva, sprint, 'Espera')).id, tasks)
  const blockers = await copies((await makeCard(server, eva, board, 'Bloqueia')).id, limits.cardRelations)
  await past.insert(
    'card_relations',
    waiting.flatMap((to_card_id) => blockers.map((from_card_id) => ({ kind: 'blocks', from_card_id, to_card_id }))),
  )
  await past.settle()
}

/** How many relations each of the statements looks at that a call asks for. */
async function lookedAt(call: () => Promise<unknown>): Promise<number[]> {
  const heard = (await allStatementsOf(call)).filter(({ sql }) => /^select .* from "card_relations" inner join/.test(sql))
  const found: number[] = []
  for (const { sql, parameters } of heard) {
    const { rows } = await server.app.deps.db.executeQuery<{ open: unknown }>(CompiledQuery.raw(sql, [...parameters]))
    found.push(rows.reduce((sum, { open }) => sum + Number(open), 0))
  }
  return found
}

const token = () => ({ token: eva.token })
const ofBoard = () => ({ ...token(), params: { boardId: board.id } })
const ofSprint = () => ({ ...token(), params: { sprintId: sprint.id } })

test.each<[string, () => Promise<readonly { blocked: boolean }[]>]>([
  ['a sprint', async () => ok(await server.call(sprintTasksApi.board, ofSprint())).data.tasks],
  [
    'what changed in a sprint',
    async () => ok(await server.call(sprintTasksApi.changes, { ...ofSprint(), query: { since: 0 } })).data.tasks,
  ],
  ['a board', async () => ok(await server.call(boardsApi.get, ofBoard())).lists.flatMap(({ cards }) => cards)],
])('of %s full of relations no statement looks at more than some thousands, and each card says what it waits for', async (_, read) => {
  let cards: readonly { blocked: boolean }[] = []
  const found = await lookedAt(async () => {
    cards = await read()
  })
  expect(cards.filter(({ blocked }) => blocked)).toHaveLength(tasks)
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(tasks * limits.cardRelations)
  expect(Math.max(...found)).toBeLessThanOrEqual(mostAtOnce)
})
