import { accountApi } from '@rodada/contract/auth/account'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import { commentsApi } from '@rodada/contract/cards/comments'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Account, register } from '../../../test/accounts.ts'
import { addToBoard, makeCard, makeTeam, ok, type Team } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { sendImport } from '../../../test/imports.ts'
import { openPushService, type PushService } from '../../../test/push-service.ts'

let service: PushService
let server: TestServer
let team: Team
beforeAll(async () => {
  service = await openPushService()
  server = await startServer({ env: { ...service.env, PUBLIC_URL: 'https://rodada.exemplo.com.br' } })
  team = await makeTeam(server)
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(() => {
  service.status = 201
})

type Browser = ReturnType<PushService['browser']>
const subscribe = ({ token }: Account, body: Browser) => server.call(notificationsApi.subscribe, { token, body })
const subscribed = async (person: Account) => {
  const browser = service.browser()
  ok(await subscribe(person, browser))
  return browser
}
const assign = async (title = 'Pix parcelado') => {
  const { id } = await makeCard(server, team.admin, team.board, title)
  const params = { cardId: id }
  ok(await server.call(cardsApi.assign, { token: team.admin.token, params, body: { user_id: team.member.user.id } }))
  return id
}
/** Everything that waits has gone out. */
const settled = () =>
  expect
    .poll(async () => (await server.app.deps.db.selectFrom('notifications').select('id').where('push_at', 'is not', null).execute()).length)
    .toBe(0)
const endpointsOf = async ({ user }: Account) =>
  (await server.app.deps.db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', user.id).orderBy('id').execute()).map(
    ({ endpoint }) => endpoint,
  )

describe('a subscribed browser', () => {
  test('gets news that only it can read, from a sender that signs', async () => {
    const browser = await subscribed(team.member)
    const cardId = await assign()
    const ofCard = () => service.received(browser).find(({ message }) => message.body?.includes('Pix parcelado'))
    await expect.poll(ofCard).toBeDefined()
    const { message, headers, claims } = ofCard() ?? {}
    expect(message).toMatchObject({
      title: 'Entregas',
      body: 'Ana atribuiu a você: Pix parcelado',
      url: `/board/${team.board.id}?card=${cardId}`,
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { push_key } = ok(await server.call(notificationsApi.delivery, { token: team.member.token }))
    expect(claims).toMatchObject({ sub: 'https://rodada.exemplo.com.br', key: push_key })
  })

  // With several processes, one that has claimed the news may already have read the switch.
  test.skipIf(process.env.TEST_PROCESSES)('hears nothing once the person switched it off, or removed the browser', async () => {
    const { member } = team
    const [browser, other] = [await subscribed(member), await subscribed(member)]
    ok(await server.call(notificationsApi.unsubscribe, { token: member.token, body: { endpoint: other.endpoint } }))
    const off = { notifications: { push_notifications: false } }
    ok(await server.call(accountApi.updateSettings, { token: member.token, body: off }))
    await assign()
    await settled()
    await server.app.runJobs()
    ok(await server.call(accountApi.updateSettings, { token: member.token, body: { notifications: { push_notifications: true } } }))
    await assign('Boleto')
    const bodies = () => service.received(browser).map(({ message }) => message.body)
    await expect.poll(bodies).toContain('Ana atribuiu a você: Boleto')
    expect(bodies()).not.toContain('Ana atribuiu a você: Pix parcelado')
    expect(service.received(other)).toEqual([])
  })

  test('is tried at once, on request of its person alone', async () => {
    const browser = await subscribed(team.guest)
    const body = { endpoint: browser.endpoint }
    expect(ok(await server.call(notificationsApi.test, { token: team.guest.token, body }))).toEqual({ sent: true })
    expect(service.received(browser).map(({ message }) => message.title)).toContain('Tudo certo')
    expect((await server.call(notificationsApi.test, { token: team.admin.token, body })).status).toBe(404)
    service.status = 500
    expect(ok(await server.call(notificationsApi.test, { token: team.guest.token, body }))).toEqual({ sent: false })
    expect(await endpointsOf(team.guest)).toContain(browser.endpoint)
  })

  test.each([404, 410])('is deleted when its service answers %i', async (status) => {
    const person = await register(server)
    const browser = await subscribed(person)
    service.status = status
    const body = { endpoint: browser.endpoint }
    expect(ok(await server.call(notificationsApi.test, { token: person.token, body }))).toEqual({ sent: false })
    expect(await endpointsOf(person)).toEqual([])
  })

  test('is not followed to another address', async () => {
    const browser = await subscribed(team.guest)
    service.status = 307
    const body = { endpoint: browser.endpoint }
    expect(ok(await server.call(notificationsApi.test, { token: team.guest.token, body }))).toEqual({ sent: false })
  })

  test('belongs to the account that subscribed it last', async () => {
    const [first, second] = [await register(server), await register(server)]
    const browser = await subscribed(first)
    ok(await subscribe(second, browser))
    expect([await endpointsOf(first), await endpointsOf(second)]).toEqual([[], [browser.endpoint]])
  })

  test('is one of ten at most: the oldest is removed', async () => {
    const person = await register(server)
    const browsers = []
    for (let count = 0; count < 11; count++) browsers.push(await subscribed(person))
    expect(await endpointsOf(person)).toEqual(browsers.slice(1).map(({ endpoint }) => endpoint))
  })
})

test('news wait when the keys cannot be read', async () => {
  // A server of its own, because this one has read its keys and caches them.
  const other = await startServer({ env: service.env })
  try {
    const { admin, member, board } = await makeTeam(other)
    const browser = service.browser()
    await sql`alter table instance_keys rename to keys_elsewhere`.execute(other.app.deps.db)
    ok(await other.call(notificationsApi.subscribe, { token: member.token, body: browser }))
    const { id } = await makeCard(other, admin, board, 'Pix parcelado')
    ok(await other.call(cardsApi.assign, { token: admin.token, params: { cardId: id }, body: { user_id: member.user.id } }))
    await expect(other.app.runJobs()).rejects.toThrow('instance_keys')
    await sql`alter table keys_elsewhere rename to instance_keys`.execute(other.app.deps.db)
    const bodies = () => service.received(browser).map(({ message }) => message.body)
    await expect.poll(bodies).toContain('Ana atribuiu a você: Pix parcelado')
  } finally {
    await other.stop()
  }
})

test('one person causes ten messages in ten minutes, the rest is in the bell, and news of others arrive', async () => {
  const strict = await startServer({ alone: true, env: { ...service.env, RATE_LIMIT_FACTOR: '1' } })
  try {
    await strict.app.pauseJobs()
    const { admin, member, stranger, board } = await makeTeam(strict)
    await addToBoard(strict, admin, board.id, stranger, 'member')
    const browser = service.browser()
    ok(await strict.call(notificationsApi.readAll, { token: member.token, body: {} }))
    // If this takes as long, news of the board arrive some seconds later.
    ok(await strict.call(accountApi.updateSettings, { token: member.token, body: { notifications: { board_updates: false } } }))
    ok(await strict.call(notificationsApi.subscribe, { token: member.token, body: browser }))
    const cards: number[] = []
    for (let number = 1; number <= 8; number++) cards.push((await makeCard(strict, admin, board, `Cartão ${number}`)).id)
    const of = (name: string) => service.received(browser).filter(({ message }) => message.body?.startsWith(name)).length
    for (const cardId of cards) {
      ok(await strict.call(cardsApi.assign, { token: admin.token, params: { cardId }, body: { user_id: member.user.id } }))
      await strict.app.runJobs()
      ok(await strict.call(commentsApi.add, { token: admin.token, params: { cardId }, body: { content: '@Bia' } }))
      await strict.app.runJobs()
    }
    expect(of('Ana')).toBe(10)
    const [first = 0] = cards
    ok(await strict.call(commentsApi.add, { token: stranger.token, params: { cardId: first }, body: { content: '@Bia' } }))
    await strict.app.runJobs()
    expect([of('Ana'), of('Duda')]).toEqual([10, 1])
    expect(ok(await strict.call(notificationsApi.unread, { token: member.token })).unread).toBe(16)
  } finally {
    await strict.stop()
  }
})

test('nobody waits for the push service of another person', async () => {
  // One process, whose requests the test can hold.
  const other = await startServer({ alone: true, env: service.env })
  try {
    await other.app.pauseJobs()
    const { admin, member, guest, board } = await makeTeam(other)
    const browsers = [service.browser(), service.browser()] as const
    for (const [index, { token, user }] of [member, guest].entries()) {
      ok(await other.call(notificationsApi.subscribe, { token, body: browsers[index] }))
      const { id } = await makeCard(other, admin, board, 'Pix parcelado')
      ok(await other.call(cardsApi.assign, { token: admin.token, params: { cardId: id }, body: { user_id: user.id } }))
    }
    const { outgoing } = other.app.deps
    const send = outgoing.send
    const [met, begun] = [Promise.withResolvers<void>(), new Set<string>()]
    vi.spyOn(outgoing, 'send').mockImplementation(async (request) => {
      begun.add(request.url)
      if (browsers.every(({ endpoint }) => begun.has(endpoint))) met.resolve()
      await met.promise
      return send(request)
    })
    await other.app.runJobs()
    for (const browser of browsers) {
      expect(service.received(browser).map(({ message }) => message.body)).toContain('Ana atribuiu a você: Pix parcelado')
    }
  } finally {
    await other.stop()
  }
})

test('a browser whose host is not found now is tried later, and not deleted', async () => {
  const browser = service.browser()
  ok(await subscribe(team.guest, browser))
  const endpoint = 'https://navegador.invalid/push'
  await server.app.deps.db.updateTable('push_subscriptions').set({ endpoint }).where('endpoint', '=', browser.endpoint).execute()
  const again = () => server.call(notificationsApi.test, { token: team.guest.token, body: { endpoint } })
  expect(ok(await again())).toEqual({ sent: false })
  expect(ok(await again())).toEqual({ sent: false })
})

describe('an address that is private, or not an address', () => {
  test.each([
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://10.1.2.3/push',
    'https://169.254.169.254/latest',
    'http://exemplo.com.br/push',
  ])('%s is refused', async (endpoint) => {
    const { status, body } = await subscribe(team.guest, { ...service.browser(), endpoint })
    expect([status, body.fields?.endpoint]).toEqual([400, 'O serviço de avisos deste navegador fica em um endereço que não aceitamos.'])
  })

  test('keys that no browser makes are refused', async () => {
    const { endpoint } = service.browser()
    expect((await subscribe(team.guest, { endpoint, keys: { p256dh: 'curta', auth: 'curta' } })).status).toBe(400)
  })
})

test('an import that left no board is pushed under the name of its file', async () => {
  const browser = await subscribed(team.member)
  const { id } = await sendImport(server, team.member, 'trello', '{"name": ', 'velho.json')
  const told = () => service.received(browser).find(({ message }) => message.title === 'velho.json')
  await expect.poll(told).toBeDefined()
  expect(told()?.message).toMatchObject({
    body: expect.stringContaining('A importação de velho.json não deu certo'),
    url: `/trazer?id=${id}`,
  })
})
