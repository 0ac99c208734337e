import { cardsApi } from '@rodada/contract/cards/card-calls'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../test/accounts.ts'
import { makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { untilWaiting, waitsInPeace } from '../../../test/locks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await register(server)
})
afterAll(() => server.stop())

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
      await untilWaiting(server, 1)
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
      await untilWaiting(server, 1)
      await sql`update notifications set count = count where id = ${first}`.execute(trx)
      return { answer }
    })
    // Which of the two notifications PostgreSQL reaches first is its own affair.
    expect([200, 503]).toContain((await read.answer).status)
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'news that a change under way holds is left to the next time, and keeps no other waiting',
  async () => {
    const { admin, member, board } = await makeTeam(server)
    const { db } = server.app.deps
    const assign = async () => {
      const params = { cardId: (await makeCard(server, admin, board)).id }
      ok(await server.call(cardsApi.assign, { token: admin.token, params, body: { user_id: member.user.id } }))
      return params.cardId
    }
    const [held, free] = [await assign(), await assign()]
    const due = '2026-01-01T00:00:00.000Z'
    const waiting = async () => {
      const rows = await db.selectFrom('notifications').select('card_id').where('push_at', 'is not', null).orderBy('id').execute()
      return rows.map(({ card_id }) => card_id).filter((id) => id === held || id === free)
    }
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('notifications').set({ push_at: due, mail_at: due }).where('card_id', '=', held).execute()
      await db.updateTable('notifications').set({ push_at: due, mail_at: due }).where('card_id', '=', free).execute()
      await server.app.runJobs()
      await expect.poll(waiting).not.toContain(free)
    })
    await server.app.runJobs()
    await expect.poll(waiting).toEqual([])
  },
)
