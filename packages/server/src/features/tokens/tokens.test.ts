import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { adminTokensApi, tokenDays, tokenPrefix, tokensApi } from '@rodada/contract/auth/tokens'
import { limits } from '@rodada/contract/core/limits'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, profileStatus, register } from '../../../test/accounts.ts'
import { makeBoard, ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import type { RoomClient } from '../../../test/room-client.ts'
import { makeToken } from '../../../test/tokens.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'
import { isToken, newToken } from '../auth/tokens/token-view.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer()
  admin = await register(server, { name: 'Bia Administra' })
})
afterAll(() => server.stop())

const list = async ({ token }: Pick<Account, 'token'>) => ok(await server.call(tokensApi.list, { token }))
/** What an ended connection was told, and why it closed. */
const ended = async (client: LiveClient | RoomClient) => {
  const socket = client.socket as { once: (name: string, listener: (value: unknown) => void) => void }
  const told = new Promise((resolve) => socket.once('auth_error', resolve))
  const closed = new Promise((resolve) => socket.once('disconnect', resolve))
  return [await told, await closed]
}
const gone = [{ message: texts.authError }, 'io server disconnect']

// SQLite has one writer, who holds up the question for the session, too.
test.runIf(process.env.TEST_DATABASE_URL)('a token that was asked for while its session ends is not made', async () => {
  const thief = await register(server)
  const { db } = server.app.deps
  const held = await db.startTransaction().execute()
  await held.selectFrom('users').select('id').where('id', '=', thief.user.id).forUpdate().execute()
  const asked = server.call(tokensApi.create, { token: thief.token, body: { name: 'Fica', scope: 'write', expires_in_days: 30 } })
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = Number(rows[0]?.n ?? 0)
  }
  await held.deleteFrom('sessions').where('user_id', '=', thief.user.id).execute()
  await held.commit().execute()
  expect((await asked).status).toBe(401)
})

describe('a token', () => {
  test('is told once, and the list knows all of it but the secret', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person, { title: 'Checkout' })
    const made = await makeToken(server, person, { name: '  Relatório de segunda ', scope: 'read', board_ids: [board.id, board.id] })
    expect(made.token).toMatch(/^rdd_[0-9A-Za-z]{38}$/)
    const [shown, ...others] = await list(person)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      id: made.id,
      name: 'Relatório de segunda',
      hint: made.token.slice(-4),
      scope: 'read',
      boards: [{ id: board.id, title: 'Checkout' }],
      last_used_at: null,
    })
    const days = (Date.parse(shown?.expires_at ?? '') - Date.parse(shown?.created_at ?? '')) / 86_400_000
    expect(Math.round(days)).toBe(tokenDays.usual)
    const { db } = server.app.deps
    const row = await db.selectFrom('personal_tokens').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(row.token_hash).toBe(hashSecret(made.token))
    expect(JSON.stringify(row)).not.toContain(made.token.slice(4, 30))
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(limits.tokenName + 1) }, 'name'],
    [{ scope: 'admin' }, 'scope'],
    [{ board_ids: [] }, 'board_ids'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 366 }, 'expires_in_days'],
    [{ expires_in_days: 1.5 }, 'expires_in_days'],
    [{ expires_in_days: null }, 'expires_in_days'],
    [{ board_ids: [2_000_000_000] }, 'board_ids'],
  ])('is refused with %j', async (change, field) => {
    const body = { name: 'Painel', scope: 'read', ...change }
    const answer = await server.call(tokensApi.create, { token: admin.token, body })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
  })

  test('is for no board that its owner does not see, also not for one that only the administration opens', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const other = await register(server)
    for (const { token } of [other, admin]) {
      const { status, body } = await server.call(tokensApi.create, { token, body: { name: 'x', scope: 'read', board_ids: [board.id] } })
      expect([status, body.message]).toEqual([400, texts.tokenBoardGone])
    }
  })

  test('is one of fifty at most', async () => {
    const person = await register(server)
    await makeToken(server, person)
    const { db } = server.app.deps
    const { id: _, ...row } = await db
      .selectFrom('personal_tokens')
      .selectAll()
      .where('user_id', '=', person.user.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: limits.tokensOfPerson - 1 }, (_, index) => ({ ...row, token_hash: `${person.user.id} ${index}` }))
    await db.insertInto('personal_tokens').values(rows).execute()
    const { status, body } = await server.call(tokensApi.create, { token: person.token, body: { name: 'x', scope: 'read' } })
    expect([status, body.message]).toEqual([409, texts.tooManyTokens])
  })

  test('has a check, so that a look-alike asks nothing of the database', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) {
      expect(isToken(token)).toBe(true)
      const swapped = token.endsWith('0') ? `${token.slice(0, -1)}1` : `${token.slice(0, -1)}0`
      expect(isToken(swapped)).toBe(false)
      expect(isToken(token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase())).toBe(false)
      expect(isToken(`${token} `) || isToken(`${token}\n`) || isToken(token.slice(tokenPrefix.length))).toBe(false)
    }
  })

  test('notes its last use, and not with each call', async () => {
    const person = await register(server)
    const { token, id } = await makeToken(server, person)
    await profileStatus(server, token)
    const [first] = await list(person)
    expect(first?.last_used_at).not.toBeNull()
    await profileStatus(server, token)
    expect((await list(person))[0]?.last_used_at).toBe(first?.last_used_at)
    const { db } = server.app.deps
    const before = '2026-01-01T00:00:00.000Z'
    await db.updateTable('personal_tokens').set({ last_used_at: before }).where('id', '=', id).execute()
    await profileStatus(server, token)
    expect((await list(person))[0]?.last_used_at).not.toBe(before)
  })
})

describe('a token ends', () => {
  test('when its owner revokes it, with its sockets on every process, and nobody else revokes it', async () => {
    const person = await register(server)
    const board = await makeBoard(server, person)
    const [doomed, kept] = [await makeToken(server, person), await makeToken(server, person)]
    const sockets = await Promise.all(server.urls.map((url) => new LiveClient(url, doomed.token).ready()))
    await Promise.all(sockets.map((socket) => socket.watch(board.id)))
    const spared = await new LiveClient(server.url(), kept.token).ready()
    const params = { tokenId: doomed.id }
    expect((await server.call(tokensApi.revoke, { token: admin.token, params })).status).toBe(404)
    expect(await profileStatus(server, doomed.token)).toBe(200)
    const all = Promise.all(sockets.map(ended))
    ok(await server.call(tokensApi.revoke, { token: person.token, params }))
    expect(await all).toEqual(sockets.map(() => gone))
    for (const _ of server.urls)
      expect([await profileStatus(server, doomed.token), await profileStatus(server, kept.token)]).toEqual([401, 200])
    expect((await spared.watch(board.id)).count).toBe(0)
    spared.leave()
    expect((await server.call(tokensApi.revoke, { token: person.token, params })).status).toBe(404)
  })

  test('at its time, and its sockets with the next sweep', async () => {
    const person = await register(server)
    const { id, token } = await makeToken(server, person)
    const socket = await new LiveClient(server.app.url, token).ready()
    // The sweep comes by itself, too.
    const end = ended(socket)
    const { db } = server.app.deps
    await db
      .updateTable('personal_tokens')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await profileStatus(server, token)).toBe(401)
    await server.app.runJobs()
    expect(await end).toEqual(gone)
    // It is listed, so that its owner sees why the program stopped, and goes after thirty days.
    expect(await list(person)).toHaveLength(1)
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await db.updateTable('personal_tokens').set({ expires_at: long }).where('id', '=', id).execute()
    await server.app.runJobs()
    expect(await list(person)).toEqual([])
  })

  test('with its account, for good', async () => {
    const person = await register(server)
    const { token } = await makeToken(server, person)
    const socket = await new LiveClient(server.url(), token).ready()
    const change = (is_active: boolean) =>
      server.call(adminApi.updateUser, { token: admin.token, params: { userId: person.user.id }, body: { is_active } })
    const end = ended(socket)
    ok(await change(false))
    expect(await end).toEqual(gone)
    expect(await profileStatus(server, token)).toBe(401)
    ok(await change(true))
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('with a reset of the password', async () => {
    const person = await register(server)
    const { token } = await makeToken(server, person)
    const socket = await new LiveClient(server.url(), token).ready()
    const reset = `link-${person.user.id}`
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    await server.app.deps.db
      .insertInto('password_resets')
      .values({ token_hash: hashSecret(reset), user_id: person.user.id, expires_at })
      .execute()
    const end = ended(socket)
    const body = { token: reset, new_password: 'outra senha', confirmation: 'outra senha' }
    ok(await server.call(passwordResetApi.complete, { body }))
    expect(await end).toEqual(gone)
    expect(await profileStatus(server, token)).toBe(401)
  })

  test('by an administrator, who sees the tokens of all page by page and none of their boards', async () => {
    const person = await register(server, { name: 'Caio Programa' })
    const board = await makeBoard(server, person, { title: 'Só do Caio' })
    const made = await makeToken(server, person, { name: 'Painel da TV', scope: 'read', board_ids: [board.id] })
    const other = await makeToken(server, person, { name: 'Relatório' })
    const page = ok(await server.call(adminTokensApi.list, { token: admin.token, query: { limit: 1 } }))
    expect(page.tokens).toMatchObject([{ id: other.id, user: { name: 'Caio Programa' }, boards_count: null }])
    const rest = ok(await server.call(adminTokensApi.list, { token: admin.token, query: { limit: 1, before: page.next ?? 0 } }))
    expect(rest.tokens).toMatchObject([{ id: made.id, name: 'Painel da TV', scope: 'read', boards_count: 1, hint: made.token.slice(-4) }])
    expect(JSON.stringify(rest)).not.toContain('Só do Caio')
    ok(await server.call(adminTokensApi.revoke, { token: admin.token, params: { tokenId: made.id } }))
    expect([await profileStatus(server, made.token), await profileStatus(server, other.token)]).toEqual([401, 200])
    expect((await server.call(adminTokensApi.revoke, { token: admin.token, params: { tokenId: made.id } })).status).toBe(404)
    ok(await server.call(tokensApi.revoke, { token: person.token, params: { tokenId: other.id } }))
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: person.email } }))
    const told = entries.filter(({ kind }) => kind.startsWith('token.')).map(({ kind, user, details }) => [kind, user?.name, details])
    expect(told).toEqual([
      ['token.revoked', 'Caio Programa', { name: 'Relatório' }],
      ['token.revoked', 'Bia Administra', { name: 'Painel da TV' }],
      ['token.created', 'Caio Programa', { name: 'Relatório', scope: 'write', days: 90 }],
      ['token.created', 'Caio Programa', { name: 'Painel da TV', scope: 'read', days: 90, boards: 1 }],
    ])
  })
})
