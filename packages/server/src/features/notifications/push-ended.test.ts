import { accountApi } from '@rodada/contract/auth/account'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { notificationsApi } from '@rodada/contract/notifications/notifications'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, login, register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'
import { openPushService, type PushService } from '../../../test/push-service.ts'
import { hashSecret } from '../../platform/secrets/secrets.ts'

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await openPushService()
  server = await startServer({ env: service.env })
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

type Browser = ReturnType<PushService['browser']>
const subscribe = (token: string, body: Browser, on = server) => on.call(notificationsApi.subscribe, { token, body })
/** Whether the account of a session has this browser subscribed, shown by a message. */
const isTold = async (token: string, { endpoint }: Browser, on = server) => {
  const { status } = await on.call(notificationsApi.test, { token, body: { endpoint } })
  return status === 200
}
const sessionOf = async (token: string, current: boolean, on = server) =>
  ok(await on.call(accountApi.sessions, { token })).find((session) => session.current === current)?.id ?? 0

const changed = 'outra senha secreta'
const endings: [string, (owner: Account) => Promise<string>][] = [
  [
    'another password',
    async ({ token, password }) => {
      const body = { current_password: password, new_password: changed, confirmation: changed }
      ok(await server.call(accountApi.changePassword, { token, body }))
      return token
    },
  ],
  [
    'a password reset by mail',
    async ({ user, email }) => {
      const [token, expires_at] = ['r'.repeat(43), new Date(Date.now() + 60_000).toISOString()]
      await server.app.deps.db
        .insertInto('password_resets')
        .values({ token_hash: hashSecret(token), user_id: user.id, expires_at })
        .execute()
      ok(await server.call(passwordResetApi.complete, { body: { token, new_password: changed, confirmation: changed } }))
      return login(server, { email, password: changed })
    },
  ],
  [
    'a second factor',
    async ({ token, password }) => {
      const { secret } = ok(await server.call(twoFactorApi.enrol, { token, body: { current_password: password } }))
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      ok(await server.call(twoFactorApi.confirm, { token, body: { code } }))
      return token
    },
  ],
  [
    'the end of the other sessions',
    async ({ token }) => {
      ok(await server.call(accountApi.endOtherSessions, { token }))
      return token
    },
  ],
  [
    'the end of that session alone',
    async ({ token }) => {
      ok(await server.call(accountApi.endSession, { token, params: { sessionId: await sessionOf(token, false) } }))
      return token
    },
  ],
]

describe('a browser that was subscribed with a stolen session', () => {
  test.each(endings)('is deleted with %s, and the own one subscribes again', async (_, end) => {
    const [owner, bystander] = [await register(server), await register(server)]
    const stolen = await login(server, owner)
    const [theirs, own, elsewhere] = [service.browser(), service.browser(), service.browser()]
    ok(await subscribe(stolen, theirs))
    ok(await subscribe(owner.token, own))
    ok(await subscribe(bystander.token, elsewhere))
    const token = await end(owner)
    expect([await isTold(token, theirs), await isTold(token, own), await isTold(bystander.token, elsewhere)]).toEqual([false, false, true])
    ok(await subscribe(token, own))
    expect([await isTold(token, theirs), await isTold(token, own)]).toEqual([false, true])
  })

  test('is not subscribed when the session ends during the lookup of its address', async () => {
    const other = await startServer({ alone: true, env: service.env })
    try {
      const owner = await register(other)
      const stolen = await login(other, owner)
      const { outgoing } = other.app.deps
      const check = outgoing.check
      const looking = vi.spyOn(outgoing, 'check').mockImplementationOnce(async (url) => {
        ok(await other.call(accountApi.endOtherSessions, { token: owner.token }))
        return check(url)
      })
      const theirs = service.browser()
      expect((await subscribe(stolen, theirs, other)).status).toBe(401)
      expect(looking).toHaveBeenCalledOnce()
      expect(await isTold(owner.token, theirs, other)).toBe(false)
    } finally {
      await other.stop()
    }
  })
})

test('subscribing a known browser again does not count against the limit', async () => {
  const other = await startServer({ alone: true, env: { ...service.env, RATE_LIMIT_FACTOR: '1' } })
  try {
    const person = await register(other)
    const browser = service.browser()
    for (let time = 0; time < 40; time++) ok(await subscribe(person.token, browser, other))
    expect(await isTold(person.token, browser, other)).toBe(true)
  } finally {
    await other.stop()
  }
})
