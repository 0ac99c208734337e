import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard, makeCard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { makeManyCards } from '../../../test/many-cards.ts'
import { allStatementsOf } from '../../../test/query-plans.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true })
})
afterAll(() => server.stop())

/** SQLite has one transaction at a time. */
test.runIf(Boolean(process.env.TEST_DATABASE_URL))(
  'a new name waits for a change of one board of the person without keeping it from writing about another one',
  async () => {
    const { db } = server.app.deps
    const ana = await register(server)
    const bia = await register(server)
    const [first, second] = [await makeBoard(server, ana), await makeBoard(server, ana)]
    for (const { id } of [first, second]) await addToBoard(server, ana, id, bia, 'member')
    const isWaitedFor = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(db)
      return (rows[0]?.n ?? 0) > 0
    }
    const renamed = await db.transaction().execute(async (trx) => {
      // As a card of the second board is related to one of the first: both boards get a line of activity.
      await sql`update boards set revision = revision + 1 where id = ${second.id}`.execute(trx)
      const answer = server.call(authApi.updateProfile, { token: bia.token, body: { name: 'Bia Nova' } })
      while (!(await isWaitedFor()));
      await sql`insert into activities (board_id, user_id, kind, subject, details, created_at)
        values (${first.id}, ${ana.user.id}, 'board.updated', '', '{}', ${new Date().toISOString()})`.execute(trx)
      return { answer }
    })
    expect((await renamed.answer).status).toBe(200)
  },
)

test('with a new name very many cards of the person are marked some at a time, each at a revision of its board that pages hear of', async () => {
  const ana = await register(server)
  const [large, small] = [await makeBoard(server, ana), await makeBoard(server, ana)]
  await makeManyCards(server, ana, large, 4500)
  await makeCard(server, ana, small)
  const { db } = server.app.deps
  await db.updateTable('cards').set({ assignee_id: ana.user.id }).where('board_id', 'in', [large.id, small.id]).execute()
  const revisionOf = async (boardId: number) =>
    (await db.selectFrom('boards').select('revision').where('id', '=', boardId).executeTakeFirstOrThrow()).revision
  const before = await revisionOf(large.id)
  const statements = await allStatementsOf(async () =>
    ok(await server.call(authApi.updateProfile, { token: ana.token, body: { name: 'Ana Nova' } })),
  )
  const marked = statements.flatMap(({ sql: text, parameters }) =>
    text.startsWith('update "cards" set "revision"') ? [parameters.length] : [],
  )
  // The last numbers of each name its boards.
  expect(marked).toEqual([2000 + 2, 2000 + 1, 502 + 2])
  const behind = await db
    .selectFrom('cards')
    .select('id')
    .where('board_id', 'in', [large.id, small.id])
    .where('revision', '<=', before)
    .execute()
  expect(behind).toEqual([])
  const query = { since: before }
  const { cards } = ok(await server.call(boardsApi.changes, { token: ana.token, params: { boardId: large.id }, query }))
  expect(cards).toHaveLength(4501)
})
