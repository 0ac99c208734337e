import { cardsApi } from '@rodada/contract/cards/card-calls'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { claimMail, claimPush, isPushDue } from './delivery-queries.ts'

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startServer({ alone: true })
  team = await makeTeam(server)
})
afterAll(() => server.stop())

test('a kind that only a newer version knows keeps nobody from the others, and is left to that version', async () => {
  const { db, engine } = server.app.deps
  const { token, user } = team.member
  const { id } = await makeCard(server, team.admin, team.board, 'Conhecido')
  const params = { cardId: id }
  ok(await server.call(cardsApi.assign, { token: team.admin.token, params, body: { user_id: user.id } }))
  const before = ok(await server.call(notificationsApi.unread, { token })).unread
  const subscription = { endpoint: 'https://push.exemplo.com.br/1', p256dh: 'a', auth: 'b', created_at: new Date().toISOString() }
  await db
    .insertInto('push_subscriptions')
    .values({ user_id: user.id, ...subscription })
    .execute()
  await db.updateTable('notifications').set({ mail_at: null, push_at: null }).execute()
  const due = new Date().toISOString()
  const { id: newId } = await db
    .insertInto('notifications')
    .values({
      // As a process of the next version writes it while this one still runs.
      kind: 'card_of_tomorrow' as 'card_assigned',
      ...{ user_id: user.id, gather_key: null, actor_id: team.admin.user.id, board_id: team.board.id, card_id: id, sprint_id: null },
      ...{ estimation_id: null, subject: 'Novo', count: 1, details: '{}', created_at: due, read_at: null, mail_at: due, push_at: due },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('notifications')
    .set({ details: JSON.stringify({ change: 'painted', excerpt: 'oi' }) })
    .where('user_id', '=', user.id)
    .where('kind', '=', 'card_assigned')
    .execute()

  const listed = ok(await server.call(notificationsApi.list, { token }))
  expect(listed.map(({ kind }) => kind)).toContain('card_assigned')
  expect(listed.map((one) => one.id)).not.toContain(newId)
  expect(listed.find(({ kind }) => kind === 'card_assigned')?.details).toEqual({ excerpt: 'oi' })
  expect(ok(await server.call(notificationsApi.unread, { token })).unread).toBe(before)
  const later = new Date(Date.now() + 60_000)
  expect(await db.transaction().execute((trx) => claimMail(trx, engine, later))).toEqual([])
  expect(await isPushDue(db, later)).toBe(false)
  expect((await claimPush(db, engine, later, true)).size).toBe(0)
  const kept = await db.selectFrom('notifications').select(['mail_at', 'push_at']).where('id', '=', newId).executeTakeFirstOrThrow()
  expect(kept).toEqual({ mail_at: due, push_at: due })
})
