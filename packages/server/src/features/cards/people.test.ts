import { authApi } from '@rodada/contract/auth/auth'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { addToBoard, makeBoard } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
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
