import { authApi } from '@rodada/contract/auth/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshEmail, register } from '../../../../test/accounts.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer

/** The limits times a factor, behind a proxy that tells the client's address. */
function limitsTimes(factor: string, env: Record<string, string> = {}): void {
  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMIT_FACTOR: factor, TRUST_PROXY: 'true', ...env } })
  })
  afterAll(() => server.stop())
}

type Try = { email: string; password: string; from: string }
const attempt = async ({ email, password, from }: Try) => {
  const { status, headers, body } = await server.call(authApi.login, { body: { email, password }, headers: { 'x-forwarded-for': from } })
  return { status, body, retryAfter: Number(headers.get('retry-after') ?? Number.NaN) }
}
const times = <T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))
const statuses = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('guessing a password', () => {
  limitsTimes('1')

  test('ends after ten tries from one address, while the right password from another works', async () => {
    const { email, password } = await register(server)
    for (let i = 0; i < 10; i += 1) expect((await attempt({ email, password: `palpite ${i}`, from: '198.51.100.7' })).status).toBe(401)
    const refused = await attempt({ email, password: 'palpite', from: '198.51.100.7' })
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: 'Muitas tentativas. Espere um pouco e tente de novo.', error: 'too_many' },
    ])
    expect(refused.retryAfter).toBeGreaterThan(800)
    expect(refused.retryAfter).toBeLessThanOrEqual(900)
    expect((await attempt({ email: email.toUpperCase(), password, from: '198.51.100.7' })).status).toBe(429)

    expect((await attempt({ email, password, from: '203.0.113.9' })).status).toBe(200)
    const colleague = await register(server)
    expect((await attempt({ ...colleague, from: '198.51.100.7' })).status).toBe(200)
  })

  test('leaves right passwords alone, which end after sixty for this account alone', async () => {
    const [{ email, password }, colleague] = [await register(server), await register(server)]
    const replies = await times(65, (i) => attempt({ email, password, from: `203.0.113.${i + 20}` }))
    expect(statuses(replies)).toEqual({ 200: 60, 429: 5 })
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.retryAfter).toBeGreaterThan(800)
    expect((await attempt({ ...colleague, from: '203.0.113.20' })).status).toBe(200)
  })

  test('gains nothing from parallel tries', async () => {
    const { email } = await register(server)
    const replies = await times(30, (i) => attempt({ email, password: `palpite ${i}`, from: '198.51.100.7' }))
    expect(statuses(replies)).toEqual({ 401: 10, 429: 20 })
    expect((await attempt({ email: freshEmail(), password: 'palpite', from: '198.51.100.7' })).status).toBe(401)
  })

  test('at unknown e-mails is limited as at known ones', async () => {
    const replies = await times(12, () => attempt({ email: 'ninguem@exemplo.com.br', password: 'palpite', from: '198.51.100.7' }))
    expect(statuses(replies)).toEqual({ 401: 10, 429: 2 })
  })
})

describe('guessing with three tries for an address and thirty for an account', () => {
  limitsTimes('0.3')

  test('from many addresses leaves each newcomer one try, and the owner gets in', async () => {
    const { email, password } = await register(server)
    const attack = await times(30, (i) => attempt({ email, password: `palpite ${i}`, from: `198.51.100.${i % 10}` }))
    expect(statuses(attack)).toEqual({ 401: 30 })
    const first = await attempt({ email, password: 'palpite', from: '192.0.2.1' })
    const second = await attempt({ email, password, from: '192.0.2.1' })
    expect([first.status, second.status]).toEqual([401, 429])
    expect(second.retryAfter).toBeGreaterThan(0)
    for (const from of ['203.0.113.9', '203.0.113.10', '203.0.113.9']) expect((await attempt({ email, password, from })).status).toBe(200)
  })

  test('is forgotten once the right password came', async () => {
    const { email, password } = await register(server)
    const from = '198.51.100.7'
    for (let round = 0; round < 3; round += 1) {
      expect(statuses(await times(2, () => attempt({ email, password: 'palpite', from })))).toEqual({ 401: 2 })
      expect((await attempt({ email, password, from })).status).toBe(200)
    }
  })
})

describe('without a trusted proxy', () => {
  limitsTimes('1', { TRUST_PROXY: '' })

  test('guessing is counted by the connection: a forged header gives no new tries', async () => {
    const { email } = await register(server)
    const replies = await times(12, (i) => attempt({ email, password: 'palpite', from: `198.51.100.${i}` }))
    expect(statuses(replies)).toEqual({ 401: 10, 429: 2 })
  })
})

describe('one address', () => {
  // A tenth of the real limits: 30 tries and 6 registrations.
  limitsTimes('0.1')

  test('has a limit over all accounts, of tries and of registrations', async () => {
    const tries = await times(33, () => attempt({ email: freshEmail(), password: 'palpite', from: '198.51.100.7' }))
    expect(statuses(tries)).toEqual({ 401: 30, 429: 3 })
    expect((await attempt({ email: freshEmail(), password: 'palpite', from: '203.0.113.9' })).status).toBe(401)

    const signUp = (from: string) =>
      server.call(authApi.register, {
        body: { name: 'Ana', email: freshEmail(), password: 'segredo' },
        headers: { 'x-forwarded-for': from },
      })
    const replies = await times(8, () => signUp('198.51.100.7'))
    expect(statuses(replies)).toEqual({ 200: 6, 429: 2 })
    const refused = replies.find((reply) => reply.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await signUp('203.0.113.9')).status).toBe(200)
  })
})
