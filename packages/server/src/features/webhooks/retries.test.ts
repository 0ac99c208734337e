import { boardsApi } from '@rodada/contract/boards/board-calls'
import { limits } from '@rodada/contract/core/limits'
import { webhookEvents } from '@rodada/contract/integrations/settings'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeBoard, makeCard, makeTeam, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openReceiver, type Receiver } from '../../../test/webhook-receiver.ts'
import { createWebhookDelivery } from './delivery.ts'
import { queueMessages } from './waiting-queries.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

// One process, whose jobs the test runs by its own clock.
let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  server = await startServer({ alone: true, env: receiver.env })
  await server.app.pauseJobs()
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})
afterEach(async () => {
  receiver.reset()
  await server.app.deps.db.deleteFrom('webhooks').execute()
})

async function setUp() {
  const team = await makeTeam(server)
  const body = { url: receiver.url, events: webhookEvents.filter((event) => event === 'card.created') }
  const hook = ok(await server.call(webhooksApi.create, { token: team.admin.token, params: { boardId: team.board.id }, body }))
  const delivery = createWebhookDelivery(server.app.deps, () => undefined)
  const deliver = () => Promise.all([delivery.deliver('quick', () => false), delivery.deliver('slow', () => false)])
  const began = Date.now()
  return {
    ...team,
    hook,
    params: { boardId: team.board.id, webhookId: hook.id },
    add: (title: string) => makeCard(server, team.admin, team.board, title),
    /** Runs the job as it would run so long after the beginning. */
    at: async (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: began + ms })
      try {
        await deliver()
      } finally {
        vi.useRealTimers()
      }
    },
    /** Runs the job at each of its next instants, until that long after the beginning. @returns the instants, since the beginning */
    until: async (ms: number) => {
      const instants: number[] = []
      for (;;) {
        const row = await server.app.deps.db
          .selectFrom('webhooks')
          .select('next_try_at')
          .where('id', '=', hook.id)
          .executeTakeFirstOrThrow()
        const next = Date.parse(row.next_try_at) - began
        if (next > ms) return instants
        instants.push(next)
        vi.useFakeTimers({ toFake: ['Date'], now: began + Math.max(next, 0) })
        try {
          await deliver()
        } finally {
          vi.useRealTimers()
        }
      }
    },
    read: async () => {
      const [shown] = ok(await server.call(webhooksApi.list, { token: team.admin.token, params: { boardId: team.board.id } }))
      return shown
    },
    deliveries: async () =>
      ok(await server.call(webhooksApi.deliveries, { token: team.admin.token, params: { boardId: team.board.id, webhookId: hook.id } })),
  }
}
const titles = () => receiver.arrived.map(({ body }) => JSON.parse(body).data.card.title as string)

test('what does not arrive is tried within two minutes, then at growing pauses for a day, and given up', async () => {
  const { add, until, deliveries, read } = await setUp()
  receiver.answer = () => 503
  await add('Pix')
  const instants = await until(2 * day)
  expect(receiver.arrived).toHaveLength(10)
  expect(new Set(receiver.arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const pauses = instants.slice(1).map((at, index) => at - (instants[index] ?? 0))
  expect(pauses[0]).toBeLessThan(2 * minute)
  for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1000)
  expect((instants.at(-1) ?? 0) / hour).toBeGreaterThan(23)
  expect((instants.at(-1) ?? 0) / hour).toBeLessThan(25)
  expect(await deliveries()).toMatchObject([{ status: 'failed', tries: 10, answer_status: 503, next_try_at: null }])
  expect(await read()).toMatchObject({ failing_since: expect.any(String), switched_off_at: null, today: { all: 1, failed: 1 } })
})

test('messages keep their order while the receiver is away, and it is asked once for all that waits', async () => {
  const { add, at, read } = await setUp()
  receiver.answer = () => 500
  for (const title of ['1', '2', '3']) await add(title)
  await at(1000)
  await add('4')
  await at(2000)
  expect(titles()).toEqual(['1'])
  receiver.reset()
  await at(2 * minute)
  expect(titles()).toEqual(['1', '2', '3', '4'])
  expect(await read()).toMatchObject({ failing_since: null })
})

test('one message that a receiver never takes does not hold the others', async () => {
  const { add, until, deliveries } = await setUp()
  receiver.answer = ({ body }) => (body.includes('Veneno') ? 500 : 204)
  for (const title of ['Veneno', '1', '2']) await add(title)
  await until(hour)
  expect(titles().filter((title) => title !== 'Veneno')).toEqual(['1', '2'])
  expect(await deliveries()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }, { status: 'waiting', tries: 5 }])
})

test('a receiver that would speak another protocol has failed, and keeps nobody waiting', async () => {
  const { admin, params, add, at, deliveries } = await setUp()
  Object.assign(receiver, { answer: () => 101, headers: { connection: 'upgrade', upgrade: 'outro' } })
  const failed = { status: 'failed', answer_status: null, problem: 'unreachable' }
  expect(ok(await server.call(webhooksApi.test, { token: admin.token, params }))).toMatchObject(failed)
  await add('Pix')
  await at(1000)
  expect(await deliveries()).toMatchObject([{ status: 'waiting', tries: 1, problem: 'unreachable' }, failed])
})

test('a receiver that announces its answer again and again is not listened to for long', async () => {
  const { admin, params } = await setUp()
  const test = async () => ok(await server.call(webhooksApi.test, { token: admin.token, params }))
  receiver.announces = 3
  expect(await test()).toMatchObject({ status: 'delivered', answer_status: 204 })
  receiver.announces = 500
  expect(await test()).toMatchObject({ status: 'failed', answer_status: null, problem: 'unreachable' })
})

test('a receiver that says when it may be asked again is not asked before', async () => {
  const { add, until } = await setUp()
  Object.assign(receiver, { answer: () => 429, headers: { 'retry-after': '600' } })
  await add('Pix')
  const [first = 0, second = 0] = await until(20 * minute)
  expect(second - first).toBeGreaterThanOrEqual(10 * minute - 1000)
})

test('after three days of failure it is switched off, who set it is told, and a confirmation switches it on', async () => {
  const { admin, params, add, until, read, deliveries } = await setUp()
  const { token } = admin
  receiver.answer = () => 500
  for (let n = 1; n <= 8; n++) await add(`Cartão ${n}`)
  await until(2.9 * day)
  expect((await read())?.switched_off_at).toBeNull()
  const asked = receiver.arrived.length
  // A receiver that is away costs some dozens of requests in three days, whatever waits.
  expect(asked).toBeLessThan(60)
  await until(5 * day)
  expect((await read())?.switched_off_at).not.toBeNull()
  expect((await deliveries()).filter(({ status }) => status === 'waiting')).toEqual([])
  const notices = ok(await server.call(notificationsApi.list, { token }))
  expect(notices).toMatchObject([{ kind: 'webhook_off', board: { id: params.boardId }, actor: null }])
  // Nothing more is written down for it.
  const before = (await deliveries()).length
  await add('Calada')
  await until(6 * day)
  expect((await deliveries()).length).toBe(before)
  const again = await server.call(webhooksApi.again, { token, params: { deliveryId: (await deliveries())[0]?.id ?? 0 } })
  expect(again.body.message).toBe(texts.webhookOutStopped)

  receiver.reset()
  ok(await server.call(webhooksApi.update, { token, params, body: { confirm: true } }))
  expect(await read()).toMatchObject({ switched_off_at: null, failing_since: null })
  await add('De volta')
  await until(6 * day)
  expect(titles()).toEqual(['De volta'])
})

test('what waits goes on waiting while its board is deleted, and goes out when the board is back', async () => {
  const { admin, board, add, at, read } = await setUp()
  const call = { token: admin.token, params: { boardId: board.id } }
  await add('Antes')
  ok(await server.call(boardsApi.remove, call))
  for (const ms of [1000, 2 * minute]) await at(ms)
  expect(titles()).toEqual([])
  ok(await server.call(boardsApi.restore, call))
  await at(3 * minute)
  expect(titles()).toEqual(['Antes'])
  expect(await read()).toMatchObject({ failing_since: null })
})

test('a first failure after quiet days switches nothing off', async () => {
  const { add, at, until, read } = await setUp()
  receiver.answer = () => 500
  await add('Pix')
  await until(2 * day)
  const { failed_at } = await server.app.deps.db.selectFrom('webhooks').select('failed_at').executeTakeFirstOrThrow()
  expect(failed_at).not.toBeNull()
  await add('Outro')
  await at(8 * day)
  expect((await read())?.switched_off_at).toBeNull()
})

test('a receiver that is gone for good is not asked again', async () => {
  const { add, until, read } = await setUp()
  receiver.answer = () => 410
  await add('1')
  await add('2')
  await until(2 * day)
  expect(titles()).toEqual(['1'])
  expect((await read())?.switched_off_at).not.toBeNull()
})

test('a test that arrives ends the pause of what waits', async () => {
  const { admin, params, add, at } = await setUp()
  receiver.answer = () => 500
  await add('Pix')
  for (const ms of [0, 2 * minute, 10 * minute]) await at(ms)
  receiver.reset()
  expect(ok(await server.call(webhooksApi.test, { token: admin.token, params }))).toMatchObject({
    status: 'delivered',
    type: 'webhook.test',
  })
  await server.app.deps.db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: new Date(0).toISOString() })
    .where('status', '=', 'waiting')
    .execute()
  await server.app.runJobs()
  expect(receiver.arrived).toHaveLength(2)
})

test('of what is dropped because a receiver is away, the last thousand are kept', async () => {
  const { hook, at } = await setUp()
  receiver.answer = () => 500
  const { db } = server.app.deps
  const rows = async () => (await db.selectFrom('webhook_deliveries').select('status').where('webhook_id', '=', hook.id).execute()).length
  for (let turn = 0; turn < 6; turn += 1) {
    const messages = Array.from({ length: limits.webhookWaiting }, (_, n) => ({
      ...{ id: `msg_${turn}_${n}`, type: 'card.created' as const, body: '{}' },
    }))
    await db.transaction().execute((trx) => queueMessages(trx, hook.id, messages))
    expect(await rows()).toBeLessThanOrEqual(limits.webhookDeliveries + limits.webhookWaiting)
  }
  await at(1000)
  expect(await rows()).toBe(limits.webhookDeliveries)
})

test('a person answers for a hundred webhooks at most, on all boards together', async () => {
  const { hook, board, admin } = await setUp()
  const { db } = server.app.deps
  const elsewhere = await makeBoard(server, admin)
  const { id: _, ...row } = await db.selectFrom('webhooks').selectAll().where('id', '=', hook.id).executeTakeFirstOrThrow()
  const others = Array.from({ length: limits.webhooksOfPerson - 2 }, () => ({ ...row, board_id: elsewhere.id }))
  await db.insertInto('webhooks').values(others).execute()
  const body = { url: receiver.url, events: [...webhookEvents] }
  const add = () => server.call(webhooksApi.create, { token: admin.token, params: { boardId: board.id }, body })
  const { id: webhookId } = ok(await add())
  const refused = { status: 409, body: { message: texts.ownWebhooksFull } }
  expect(await add()).toMatchObject(refused)
  // Another one would answer for it, and again for one more than a person may.
  await db.updateTable('webhooks').set({ set_by: null }).where('id', '=', webhookId).execute()
  await db
    .insertInto('webhooks')
    .values([{ ...row, board_id: elsewhere.id }])
    .execute()
  const confirm = { token: admin.token, params: { boardId: board.id, webhookId }, body: { confirm: true as const } }
  expect(await server.call(webhooksApi.update, confirm)).toMatchObject(refused)
  // A deleted board may come back, and on one that they only take part in they answer for none.
  ok(await server.call(boardsApi.remove, { token: admin.token, params: { boardId: elsewhere.id } }))
  expect(await server.call(webhooksApi.update, confirm)).toMatchObject(refused)
  await db.updateTable('board_members').set({ role: 'member' }).where('board_id', '=', elsewhere.id).execute()
  ok(await server.call(webhooksApi.update, confirm))
})
