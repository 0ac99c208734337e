import { authApi } from '@rodada/contract/auth/auth'
import { unattendedHeader } from '@rodada/contract/core/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, profileStatus, register } from '../../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { openRoom, RoomClient } from '../../../../test/room-client.ts'
import { endExpiredSessions } from './sessions.ts'

const minute = 60_000
const day = 24 * 60 * minute

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sessionsOf = (userId: number) => server.app.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()

/** Moves the last use of a person's sessions into the past, from where it is. */
async function letPass(userId: number, ms: number): Promise<void> {
  for (const session of await sessionsOf(userId)) {
    const last_used_at = new Date(Date.parse(session.last_used_at) - ms).toISOString()
    await server.app.deps.db.updateTable('sessions').set({ last_used_at }).where('id', '=', session.id).execute()
  }
}

const setUser = (id: number, change: { session_timeout?: number; deactivated_at?: string | null; role?: string }) =>
  server.app.deps.db.updateTable('users').set(change).where('id', '=', id).execute()

/** The periodic work that ends what expired. */
const sweep = () => endExpiredSessions(server.app.deps)

const ended = async (client: RoomClient) => {
  const told = client.next('auth_error')
  const closed = new Promise((resolve) => client.socket.once('disconnect', resolve))
  return { message: (await told).message, reason: await closed }
}

describe('a session', () => {
  test('is asked for with one text, whatever is wrong with the token', async () => {
    const { token } = await register(server)
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      const response = await server.raw('/api/auth/profile', { headers: authorization === undefined ? {} : { authorization } })
      expect([authorization, response.status, await response.json()]).toEqual([
        authorization,
        401,
        { message: 'Token expirado ou inválido', error: 'unauthorized' },
      ])
    }
  })

  test('ends with logout, and no other session does', async () => {
    const account = await register(server)
    const other = await login(server, account)
    expect((await server.call(authApi.logout, { token: account.token })).status).toBe(200)
    expect(await profileStatus(server, account.token)).toBe(401)
    expect(await profileStatus(server, other)).toBe(200)
    expect((await server.call(authApi.logout, { token: account.token })).status).toBe(401)
  })

  test('slides: each use restarts the idle time', async () => {
    const { token, user } = await register(server)
    for (let use = 0; use < 3; use += 1) {
      await letPass(user.id, 29 * minute)
      expect(await profileStatus(server, token)).toBe(200)
    }
    await letPass(user.id, 31 * minute)
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('is not kept alive by what a page asks by itself', async () => {
    const { token, user } = await register(server)
    await letPass(user.id, 29 * minute)
    const byItself = () => server.call(authApi.profile, { token, headers: { [unattendedHeader]: '1' } })
    expect((await byItself()).status).toBe(200)
    const page = await new LiveClient(server.url(), token, { unattended: true }).ready()
    await page.send('watchOverview', {})
    expect((await sessionsOf(user.id)).map(({ last_used_at }) => Date.now() - Date.parse(last_used_at) > 28 * minute)).toEqual([true])
    page.socket.close()
    await letPass(user.id, 31 * minute)
    expect((await byItself()).status).toBe(401)
  })

  test.each([15, 30, 60, 120, 480])('ends after the %i idle minutes that the person chose', async (minutes) => {
    const { token, user } = await register(server)
    await setUser(user.id, { session_timeout: minutes })
    await letPass(user.id, (minutes - 0.5) * minute)
    expect(await profileStatus(server, token)).toBe(200)
    await letPass(user.id, (minutes + 0.1) * minute)
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('lives 30 days at most, however much it is used', async () => {
    const { token, user } = await register(server)
    const [session] = await sessionsOf(user.id)
    const life = Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')
    expect(Math.abs(life - 30 * day)).toBeLessThan(minute)
    expect(await profileStatus(server, token)).toBe(200)
    await server.app.deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('ends when the account is deactivated, and does not come back with it', async () => {
    const account = await register(server)
    await setUser(account.user.id, { deactivated_at: new Date().toISOString() })
    expect(await profileStatus(server, account.token)).toBe(401)
    await sweep()
    await setUser(account.user.id, { deactivated_at: null })
    expect(await profileStatus(server, account.token)).toBe(401)
    expect(await profileStatus(server, await login(server, account))).toBe(200)
  })

  test('leaves no row behind once it ended, and the clean-up spares the living', async () => {
    const [idle, old, out, alive] = [await register(server), await register(server), await register(server), await register(server)]
    await setUser(alive.user.id, { session_timeout: 480 })
    for (const account of [idle, alive]) await letPass(account.user.id, 31 * minute)
    await server.app.deps.db
      .updateTable('sessions')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('user_id', '=', old.user.id)
      .execute()
    await server.call(authApi.logout, { token: out.token })
    await sweep()
    for (const account of [idle, old, out]) expect(await sessionsOf(account.user.id)).toEqual([])
    expect(await profileStatus(server, alive.token)).toBe(200)
  })

  test('follows the role of its account without a new login', async () => {
    const { token, user } = await register(server)
    await setUser(user.id, { role: 'manager' })
    expect((await server.call(authApi.profile, { token })).body.role).toBe('manager')
  })
})

describe('a socket', () => {
  const connect = (token?: string) => new RoomClient(server.url(), { token })

  test.each(['x', 'x'.repeat(20_000), 5, true, {}, [], ['x']])(
    'is told and disconnected when its token proves nothing: %j',
    async (token) => {
      const client = connect(token as string)
      expect(await ended(client)).toEqual({ message: 'Erro de autenticação', reason: 'io server disconnect' })
      expect(client.socket.connected).toBe(false)
    },
  )

  test.each([undefined, null, ''])('without a token is a guest: %j', async (token) => {
    const client = await connect(token as unknown as string).ready()
    const { roomId } = await openRoom(client)
    expect((await client.join(roomId, 'Ana')).ack.seatToken).toBeTypeOf('string')
    client.leave()
  })

  test('acts as its account, whatever name it gives', async () => {
    const { token } = await register(server, { name: 'Ana Clara' })
    const client = await connect(token).ready()
    const { roomId } = await openRoom(client)
    const { ack } = await client.join(roomId, 'Outra Pessoa')
    expect(ack).toMatchObject({ userName: 'Ana Clara' })
    expect(ack).not.toHaveProperty('seatToken')
    client.leave()
  })

  test('ends with the logout of its session, on whichever process it is; another session of the account goes on', async () => {
    const account = await register(server)
    const other = await login(server, account)
    const sockets = await Promise.all(server.urls.map((url) => new RoomClient(url, { token: account.token }).ready()))
    const spared = await connect(other).ready()
    const { roomId } = await openRoom(spared)
    for (const socket of sockets) await socket.join(roomId, 'Ana')
    const all = Promise.all(sockets.map(ended))
    await server.call(authApi.logout, { token: account.token })
    for (const end of await all) expect(end).toEqual({ message: 'Erro de autenticação', reason: 'io server disconnect' })
    expect(await spared.send('joinRoom', { roomId, userName: 'x' })).toEqual({ roomId })
    expect(await ended(connect(account.token))).toMatchObject({ message: 'Erro de autenticação' })
    spared.leave()
  })

  test.each([
    ['was idle for too long', (id: number) => letPass(id, 31 * minute)],
    [
      'reached its absolute age',
      (id: number) =>
        server.app.deps.db.updateTable('sessions').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', id).execute(),
    ],
    ['belongs to a deactivated account', (id: number) => setUser(id, { deactivated_at: new Date().toISOString() })],
  ])('ends when its session %s', async (_why, expire) => {
    const [account, other] = [await register(server), await register(server)]
    const sockets = await Promise.all(server.urls.map((url) => new RoomClient(url, { token: account.token }).ready()))
    const spared = await Promise.all([connect(other.token).ready(), connect().ready()])
    const all = Promise.all(sockets.map(ended))
    await expire(account.user.id)
    await sweep()
    for (const end of await all) expect(end).toEqual({ message: 'Erro de autenticação', reason: 'io server disconnect' })
    for (const client of spared) {
      expect(await client.send('leaveRoom', { roomId: 'ABCDEF' })).toEqual({ ok: true })
      client.leave()
    }
    expect(await ended(connect(account.token))).toMatchObject({ message: 'Erro de autenticação' })
  })
})
