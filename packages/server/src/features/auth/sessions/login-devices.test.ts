import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { deleteStaleLoginDevices } from './device-queries.ts'

/** The production limits, behind a proxy that tells the client's address. */
let server: TestServer
beforeAll(async () => {
  server = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'true' } })
})
afterAll(() => server.stop())

let network = 0
/** People who share one address that no test used before. */
const office = () => `203.0.113.${++network}`
type Try = { email: string; password: string; from: string; cookie?: string | undefined }
const attempt = ({ email, password, from, cookie }: Try) =>
  server.call(authApi.login, { body: { email, password }, headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) } })
/** What a browser sends of the cookies that an answer set. */
const cookieOf = ({ headers }: { headers: Headers }): string => headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = async ({ email, password }: Account, from: string, cookie?: string): Promise<string> => {
  const answer = await attempt({ email, password, from, cookie })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}
const attack = async ({ email }: Account, from: string, cookie?: string) => {
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1) statuses.push((await attempt({ email, password: `palpite ${i}`, from, cookie })).status)
  return statuses
}
const tenThenNone = [...Array.from({ length: 10 }, () => 401), 429]

test('a browser that signed in before can sign in while others guess from the same address; a new one cannot', async () => {
  const [ana, from] = [await register(server), office()]
  const cookie = await signIn(ana, from)
  expect(await attack(ana, from)).toEqual(tenThenNone)
  expect((await attempt({ ...ana, from })).status).toBe(429)
  expect((await attempt({ ...ana, from, cookie })).status).toBe(200)
})

test('it has tries of its own, as few as any, and they do not count for its address', async () => {
  const [ana, from] = [await register(server), office()]
  const cookie = await signIn(ana, from)
  expect(await attack(ana, from, cookie)).toEqual(tenThenNone)
  expect((await attempt({ ...ana, from, cookie })).status).toBe(429)
})

test('it survives signing out, and is known to every account that signed in there and to no other', async () => {
  const [ana, bia, caio, from] = [await register(server), await register(server), await register(server), office()]
  const first = await attempt({ ...ana, from })
  const cookie = cookieOf(first)
  ok(await server.call(authApi.logout, { token: first.body.token, headers: { cookie } }))
  expect(await signIn(bia, from, cookie)).toBe(cookie)
  for (const account of [ana, bia, caio]) await attack(account, from)
  const answers = [ana, bia, caio].map((account) => attempt({ ...account, from, cookie }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 429])
})

test('no script reads it, it goes only to the calls of accounts, and the database holds its hash', async () => {
  const ana = await register(server)
  const header = (await attempt({ ...ana, from: office() })).headers.get('set-cookie') ?? ''
  expect(header).toMatch(/^rodada-device=[\w-]{43}; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
  const secret = /=([\w-]{43})/.exec(header)?.[1] ?? ''
  const rows = await server.app.deps.db.selectFrom('login_devices').selectAll().where('user_id', '=', ana.user.id).execute()
  expect(rows.map(({ secret_hash }) => secret_hash)).toContain(hashSecret(secret))
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('another password ends it everywhere but in the browser that set the password', async () => {
  const [ana, from] = [await register(server), office()]
  const [old, own] = [await signIn(ana, from), await signIn(ana, from)]
  const body = { current_password: ana.password, new_password: 'nova senha', confirmation: 'nova senha' }
  const changed = await server.call(accountApi.changePassword, { token: ana.token, body, headers: { cookie: own } })
  expect(changed.status).toBe(200)
  await attack(ana, from)
  const next = { ...ana, password: 'nova senha', from }
  const statuses: number[] = []
  for (const cookie of [old, own, cookieOf(changed)]) statuses.push((await attempt({ ...next, cookie })).status)
  expect(statuses).toEqual([429, 429, 200])
})

test('a reset ends it too, and the browser with the email can sign in while others guess', async () => {
  const [ana, from] = [await register(server), office()]
  const old = await signIn(ana, from)
  const row = { token_hash: hashSecret('da carta'), user_id: ana.user.id, expires_at: new Date(Date.now() + 60_000).toISOString() }
  await server.app.deps.db.insertInto('password_resets').values(row).execute()
  await attack(ana, from)
  const body = { token: 'da carta', new_password: 'nova senha', confirmation: 'nova senha' }
  const reset = await server.call(passwordResetApi.complete, { body })
  expect(reset.status).toBe(200)
  const next = { ...ana, password: 'nova senha', from }
  expect((await attempt({ ...next, cookie: old })).status).toBe(429)
  expect((await attempt({ ...next, cookie: cookieOf(reset) })).status).toBe(200)
})

test('codes of the app have tries of their own there, even if others know the password', async () => {
  const [ana, from] = [await register(server), office()]
  const cookie = await signIn(ana, from)
  const { secret } = ok(await server.call(twoFactorApi.enrol, { token: ana.token, body: { current_password: ana.password } }))
  const code = (steps = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  ok(await server.call(twoFactorApi.confirm, { token: ana.token, body: { code: code(-1) } }))
  const challenge = async (cookie?: string) => (await attempt({ ...ana, from, cookie })).body.two_factor ?? ''
  const complete = (token: string, code: string, cookie = '') =>
    server.call(twoFactorApi.login, { body: { token, code }, headers: { 'x-forwarded-for': from, cookie } })
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const token = await challenge()
    for (let i = 0; i < 4; i += 1) statuses.push((await complete(token, code(-9))).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  expect((await complete(await challenge(), code())).status).toBe(429)
  expect((await complete(await challenge(cookie), code(), cookie)).status).toBe(200)
})

test('a browser in which nobody signs in for half a year is forgotten, and so is the fifty-first', async () => {
  const ana = await register(server)
  const { db } = server.app.deps
  const count = async () => (await db.selectFrom('login_devices').select('user_id').where('user_id', '=', ana.user.id).execute()).length
  for (let i = 0; i < 52; i += 1) await signIn(ana, office())
  expect(await count()).toBe(50)
  const seen_at = new Date(Date.now() - 181 * 86_400_000).toISOString()
  await db.updateTable('login_devices').set({ seen_at }).where('user_id', '=', ana.user.id).execute()
  await deleteStaleLoginDevices(db)
  expect(await count()).toBe(0)
})

test('an invented cookie is no known browser', async () => {
  const [ana, from] = [await register(server), office()]
  await attack(ana, from)
  for (const cookie of ['rodada-device=', `rodada-device=${'x'.repeat(43)}`, `${'a=b; '.repeat(500)}`]) {
    expect((await attempt({ ...ana, from, cookie })).status).toBe(429)
  }
})
