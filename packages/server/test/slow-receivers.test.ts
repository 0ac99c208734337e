import { setTimeout as pause } from 'node:timers/promises'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { slackApi } from '@rodada/contract/integrations/slack'
import { webhooksApi } from '@rodada/contract/integrations/webhooks'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { placesOf, slowMs } from '../src/platform/receivers.ts'
import { makeCard, makeTeam, ok } from './boards.ts'
import { startServer, type TestServer } from './harness.ts'
import { openPushService, type PushService } from './push-service.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

// One process, whose requests the test can hold.
let server: TestServer
let receiver: Receiver
let service: PushService
beforeAll(async () => {
  ;[receiver, service] = [await openReceiver(), await openPushService()]
  server = await startServer({ alone: true, env: { OUTGOING_HOSTS: `${receiver.env.OUTGOING_HOSTS},${service.env.OUTGOING_HOSTS}` } })
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
  await service.stop()
})
afterEach(() => {
  vi.restoreAllMocks()
})

let made = 0
/** Somebody with an address of theirs, who is told something there by `act`. */
type Told = { url: string; act: () => Promise<unknown> }
const kinds: Record<'webhook' | 'slack' | 'push', () => Promise<Told>> = {
  webhook: async () => {
    const { admin, board } = await makeTeam(server)
    made += 1
    const url = `${receiver.url}/${made}`
    ok(
      await server.call(webhooksApi.create, { token: admin.token, params: { boardId: board.id }, body: { url, events: ['card.created'] } }),
    )
    return { url, act: () => makeCard(server, admin, board, 'Pix') }
  },
  slack: async () => {
    const { admin, board } = await makeTeam(server)
    made += 1
    const url = `${receiver.url}/${made}`
    ok(await server.call(slackApi.save, { token: admin.token, params: { boardId: board.id }, body: { url } }))
    const list_id = board.lists.find(({ title }) => title === 'Concluído')?.id
    const act = async () => {
      made += 1
      const { id } = await makeCard(server, admin, board, `Pix ${made}`)
      ok(await server.call(cardsApi.move, { token: admin.token, params: { cardId: id }, body: { list_id, position: 0 } }))
    }
    return { url, act }
  },
  push: async () => {
    const { admin, member, board } = await makeTeam(server)
    const browser = service.browser()
    ok(await server.call(notificationsApi.subscribe, { token: member.token, body: browser }))
    const act = async () => {
      const { id } = await makeCard(server, admin, board, 'Pix')
      ok(await server.call(cardsApi.assign, { token: admin.token, params: { cardId: id }, body: { user_id: member.user.id } }))
    }
    return { url: browser.endpoint, act }
  },
}

/** Lets what is sent to an address wait. */
function holdRequests() {
  const { outgoing } = server.app.deps
  const send = outgoing.send
  const begun: string[] = []
  const answered: string[] = []
  const held = new Map<string, () => Promise<void>>()
  vi.spyOn(outgoing, 'send').mockImplementation(async (request) => {
    begun.push(request.url)
    await held.get(request.url)?.()
    const reply = await send(request)
    answered.push(request.url)
    return reply
  })
  return { begun, answered, held }
}

describe.each(Object.entries(kinds))('what is sent by %s', (_, make) => {
  test('waits for no receiver of somebody else that holds its connection', async () => {
    const { begun, answered, held } = holdRequests()
    const [slow, other] = [await make(), await make()]
    const over = Promise.withResolvers<void>()
    held.set(slow.url, () => over.promise)
    await slow.act()
    await expect.poll(() => begun).toContain(slow.url)
    await other.act()
    await expect.poll(() => answered).toContain(other.url)
    over.resolve()
    await expect.poll(() => answered).toContain(slow.url)
  })

  test('waits for none of many that took long lately', async () => {
    const { begun, answered, held } = holdRequests()
    const [slow, other] = [await Promise.all(Array.from({ length: 14 }, () => make())), await make()]
    for (const { url } of slow) held.set(url, () => pause(slowMs + 50))
    for (const { act } of slow) await act()
    // Also what was told to somebody of another test may come meanwhile.
    const of = (urls: readonly string[]) => slow.filter(({ url }) => urls.includes(url)).length
    await expect.poll(() => of(answered)).toBe(slow.length)
    // Written down, too: they are let go of.
    await server.app.runJobs()
    const over = Promise.withResolvers<void>()
    for (const { url } of slow) held.set(url, () => over.promise)
    begun.length = 0
    answered.length = 0
    for (const { act } of slow) await act()
    await expect.poll(() => of(begun)).toBe(placesOf.slow)
    await other.act()
    await expect.poll(() => answered).toContain(other.url)
    expect(of(begun)).toBe(placesOf.slow)
    over.resolve()
    await expect.poll(() => of(answered)).toBe(slow.length)
  })
})

test('who has ten webhooks with many messages comes behind one round of somebody who has one', async () => {
  const { admin, board } = await makeTeam(server)
  const other = await kinds.webhook()
  await server.app.pauseJobs()
  for (let i = 0; i < 10; i += 1) {
    const body = { url: `${receiver.url}/many/${i}`, events: ['card.created' as const] }
    ok(await server.call(webhooksApi.create, { token: admin.token, params: { boardId: board.id }, body }))
  }
  for (let i = 0; i < 20; i += 1) await makeCard(server, admin, board, `Pix ${i}`)
  await other.act()
  receiver.reset()
  await server.app.runJobs()
  const paths = receiver.arrived.map(({ path }) => path)
  expect(paths).toHaveLength(10 * 20 + 1)
  expect(paths.indexOf(new URL(other.url).pathname)).toBeLessThan(50)
})
