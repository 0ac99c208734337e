import { cardsApi } from '@rodada/contract/cards/card-calls'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import type { Db } from '../../platform/database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())

/** Resolves when this many statements wait for a lock. */
async function untilWaiting(many: number): Promise<void> {
  const { db } = server.app.deps
  for (let waiting = 0; waiting < many; ) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = rows[0]?.n ?? 0
  }
}
/** This transaction does not look for deadlocks, so PostgreSQL undoes the other one. */
const waitsInPeace = (trx: Db) => sql`set local deadlock_timeout = '1h'`.execute(trx)

/** SQLite has one transaction at a time. */
test.runIf(process.env.TEST_DATABASE_URL)(
  'a change that another transaction waits for, and that waits for it, is done all the same',
  async () => {
    const { admin, member, board } = await makeTeam(server)
    const other = await makeBoard(server, admin)
    const card = await makeCard(server, admin, board)
    const params = { cardId: card.id }
    ok(await server.call(cardsApi.assign, { token: admin.token, params, body: { user_id: member.user.id } }))
    const moved = await server.app.deps.db.transaction().execute(async (trx) => {
      await waitsInPeace(trx)
      await sql`update notifications set read_at = read_at where card_id = ${card.id}`.execute(trx)
      const answer = server.call(cardsApi.move, { token: admin.token, params, body: { list_id: other.lists[0]?.id ?? 0 } })
      await untilWaiting(1)
      await sql`update boards set color = color where id = ${board.id}`.execute(trx)
      return { answer }
    })
    expect(ok(await moved.answer).board_id).toBe(other.id)
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'what is undone for the sake of another transaction elsewhere is no failure of ours',
  async () => {
    const { admin, member, board } = await makeTeam(server)
    const cards = [await makeCard(server, admin, board), await makeCard(server, admin, board)]
    for (const { id: cardId } of cards)
      ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId }, body: { user_id: member.user.id } }))
    const { db } = server.app.deps
    const notices = await db.selectFrom('notifications').select('id').where('user_id', '=', member.user.id).orderBy('id').execute()
    const [first = 0, last = 0] = [notices[0]?.id, notices.at(-1)?.id]
    const read = await db.transaction().execute(async (trx) => {
      await waitsInPeace(trx)
      await sql`update notifications set count = count where id = ${last}`.execute(trx)
      const answer = server.call(notificationsApi.readAll, { token: member.token, body: {} })
      await untilWaiting(1)
      await sql`update notifications set count = count where id = ${first}`.execute(trx)
      return { answer }
    })
    // Which of the two notifications PostgreSQL reaches first is its own affair.
    expect([200, 503]).toContain((await read.answer).status)
  },
)
