import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { adminApi } from '@rodada/contract/instance/admin'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, login, profileStatus, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { RoomClient } from '../../../../test/room-client.ts'

let server: TestServer
let first: Account
beforeAll(async () => {
  server = await startServer()
  first = await register(server)
})
afterAll(() => server.stop())

const list = async (token: string) => ok(await server.call(accountApi.sessions, { token }))
const ended = async (client: RoomClient) => {
  const told = client.next('auth_error')
  const closed = new Promise((resolve) => client.socket.once('disconnect', resolve))
  return [(await told).message, await closed]
}
const gone = ['Erro de autenticação', 'io server disconnect']
const connect = (token: string) => Promise.all(server.urls.map((url) => new RoomClient(url, { token }).ready()))

const agents = {
  'Chrome no Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Edge no Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Safari no iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Firefox no Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Outro programa': '<script>alert(1)</script>',
}

describe('the list of sessions', () => {
  test('names each device in plain words, marks the current one, and shows only living ones of the person', async () => {
    const account = await register(server)
    for (const agent of Object.values(agents)) {
      ok(await server.call(authApi.login, { body: account, headers: { 'user-agent': agent } }))
    }
    const shown = await list(account.token)
    expect(shown.map(({ device }) => device).sort()).toEqual([...Object.keys(agents), 'Outro programa'].sort())
    expect(shown.filter(({ current }) => current)).toHaveLength(1)
    expect(await list(first.token)).toHaveLength(1)
    await server.app.deps.db
      .updateTable('sessions')
      .set({ last_used_at: '2026-01-01T00:00:00.000Z' })
      .where('user_id', '=', account.user.id)
      .where('device', '=', 'Safari no iPhone')
      .execute()
    expect((await list(account.token)).map(({ device }) => device)).not.toContain('Safari no iPhone')
  })
})

describe('ending sessions', () => {
  test('one, with its sockets on every process; the others go on', async () => {
    const account = await register(server)
    const other = await login(server, account)
    const [sockets, spared] = [await connect(other), await new RoomClient(server.url(), { token: account.token }).ready()]
    const all = Promise.all(sockets.map(ended))
    const sessionId = (await list(other)).find(({ current }) => current)?.id ?? 0
    ok(await server.call(accountApi.endSession, { token: account.token, params: { sessionId } }))
    for (const end of await all) expect(end).toEqual(gone)
    expect([await profileStatus(server, other), await profileStatus(server, account.token)]).toEqual([401, 200])
    expect(await spared.send('leaveRoom', { roomId: 'ABCDEF' })).toEqual({ ok: true })
    spared.leave()
    expect((await server.call(accountApi.endSession, { token: account.token, params: { sessionId } })).status).toBe(404)
  })

  test('one of another person is not found', async () => {
    const account = await register(server)
    const [theirs] = await list(account.token)
    const { status } = await server.call(accountApi.endSession, { token: first.token, params: { sessionId: theirs?.id ?? 0 } })
    expect([status, await profileStatus(server, account.token)]).toEqual([404, 200])
  })

  test('all others at once, with their sockets', async () => {
    const account = await register(server)
    const others = [await login(server, account), await login(server, account)]
    const sockets = (await Promise.all(others.map(connect))).flat()
    const all = Promise.all(sockets.map(ended))
    expect(ok(await server.call(accountApi.endOtherSessions, { token: account.token }))).toEqual({ ended: 2 })
    for (const end of await all) expect(end).toEqual(gone)
    for (const token of others) expect(await profileStatus(server, token)).toBe(401)
    expect(await list(account.token)).toHaveLength(1)
    expect(await profileStatus(server, first.token)).toBe(200)
  })
})

const byAdmin = (account: Account) =>
  server.call(adminApi.updateUser, { token: first.token, params: { userId: account.user.id }, body: { is_active: false } })
const byPassword = (account: Account) =>
  server.call(accountApi.changePassword, {
    token: account.token,
    body: { current_password: account.password, new_password: 'nova senha', confirmation: 'nova senha' },
  })

describe.each([
  ['a change of the password', byPassword, 200],
  ['a deactivation', byAdmin, 401],
] as const)('no other session survives %s', (_, happen, ownStatus) => {
  test('nor do its sockets, on whichever process', async () => {
    const account = await register(server)
    const stolen = await login(server, account)
    const sockets = await connect(stolen)
    const all = Promise.all(sockets.map(ended))
    ok<object>(await happen(account))
    for (const end of await all) expect(end).toEqual(gone)
    expect([await profileStatus(server, stolen), await profileStatus(server, account.token)]).toEqual([401, ownStatus])
  })

  test('nor one that the old password opens at the same moment', async () => {
    const account = await register(server)
    const logins = Array.from({ length: 3 }, () => server.call(authApi.login, { body: account }))
    const [, ...replies] = await Promise.all([happen(account), ...logins])
    for (const { status, body } of replies) if (status === 200) expect(await profileStatus(server, body.token)).toBe(401)
  })
})

describe('guessing the current password', () => {
  test('ends after some tries of one session, and keeps neither the login nor another session out', async () => {
    const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.3' } })
    try {
      const account = await register(strict)
      const other = await login(strict, account)
      const body = { current_password: 'palpite', new_password: 'nova senha', confirmation: 'nova senha' }
      const statuses: number[] = []
      for (let i = 0; i < 4; i += 1) statuses.push((await strict.call(accountApi.changePassword, { token: account.token, body })).status)
      expect(statuses).toEqual([...Array.from({ length: 3 }, () => 400), 429])
      await login(strict, account)
      ok(await strict.call(accountApi.changePassword, { token: other, body: { ...body, current_password: account.password } }))
    } finally {
      await strict.stop()
    }
  })
})

test('a connection keeps its session alive for the time that the person chose last', async () => {
  const account = await register(server)
  const { socket } = await new RoomClient(server.app.url, { token: account.token }).ready()
  ok(await server.call(accountApi.updateSettings, { token: account.token, body: { security: { session_timeout: 480 } } }))
  const { db } = server.app.deps
  const lastUse = async () => {
    const row = await db.selectFrom('sessions').select('last_used_at').where('user_id', '=', account.user.id).executeTakeFirstOrThrow()
    return Date.parse(row.last_used_at)
  }
  const hourLater = Date.now() + 60 * 60_000
  // A raw connection: the client library would take the leap of the clock for a lost connection.
  const { ws } = socket.io.engine.transport as unknown as { ws: { send: (packet: string) => void } }
  vi.useFakeTimers({ toFake: ['Date'], now: hourLater })
  try {
    ws.send('42["leaveRoom",{"roomId":"ABCDEF"}]')
    for (let reads = 0; reads < 3000 && (await lastUse()) < hourLater; reads += 1) await new Promise(setImmediate)
    expect(await lastUse()).toBeGreaterThanOrEqual(hourLater)
  } finally {
    vi.useRealTimers()
  }
  expect(socket.connected).toBe(true)
  socket.disconnect()
})
