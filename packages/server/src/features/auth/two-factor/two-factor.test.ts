import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { auditApi } from '@rodada/contract/instance/audit'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, freshEmail, profileStatus, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { RoomClient } from '../../../../test/room-client.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { sealTwoFactors } from './two-factor-queries.ts'

let server: TestServer
let admin: Account
beforeAll(async () => {
  server = await startServer({ env: { SECRET: 'segredo de teste com mais de 32 letras' } })
  admin = await register(server)
})
afterAll(() => server.stop())

type Protected = Account & { secret: string; codes: string[] }
const totp = (secret: string) => new TOTP({ issuer: 'Rodada', algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })
/** The code that an app shows, or showed some steps ago. */
const codeOf = (secret: string, steps = 0) => totp(secret).generate({ timestamp: Date.now() + steps * 30_000 })
/** As if the time steps that were used lay in the past. */
const forgetSteps = (on = server) => on.app.deps.db.updateTable('two_factor').set({ last_step: 0 }).execute()

const enrol = ({ token, password }: Account, on = server) => on.call(twoFactorApi.enrol, { token, body: { current_password: password } })
const confirm = ({ token }: Account, code: string, on = server) => on.call(twoFactorApi.confirm, { token, body: { code } })
const status = async ({ token }: Account) => ok(await server.call(twoFactorApi.status, { token }))
const loggingIn = ({ email, password }: Pick<Account, 'email' | 'password'>, on = server) =>
  on.call(authApi.login, { body: { email, password } })
const completing = (token: string, code: string, on = server) => on.call(twoFactorApi.login, { body: { token, code } })
const wrongCode = { message: 'Esse código não confere ou já foi usado. Confira ou espere o próximo.', error: 'invalid' }
const over = { message: 'A confirmação demorou ou teve tentativas demais. Entre de novo com a sua senha.', error: 'wrong_credentials' }

/** An account whose second factor is active; its first time steps may be used again. */
async function protect(on = server): Promise<Protected> {
  const account = await register(on)
  const { secret } = ok(await enrol(account, on))
  const { recovery_codes } = ok(await confirm(account, codeOf(secret), on))
  await forgetSteps(on)
  return { ...account, secret, codes: recovery_codes }
}
/** The right password, and the challenge that it leads to. */
async function challenge(account: Pick<Account, 'email' | 'password'>, on = server): Promise<string> {
  const { status, body } = await loggingIn(account, on)
  expect([status, body.error]).toEqual([403, 'two_factor'])
  return body.two_factor ?? ''
}

describe('enrolling', () => {
  test('shows the secret for an app, is active once a code confirms it, and shows recovery codes once', async () => {
    const account = await register(server)
    expect(await status(account)).toEqual({ enabled: false, recovery_codes_left: 0 })
    const { secret, otpauth_url } = ok(await enrol(account))
    const said = URI.parse(otpauth_url)
    expect([said.issuer, said.label, said.secret.base32]).toEqual(['Rodada', account.email, secret])
    expect(await status(account)).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await loggingIn(account)).status).toBe(200)
    const wrong = await confirm(account, codeOf(secret, -5))
    expect([wrong.status, wrong.body]).toEqual([400, { ...wrongCode, fields: { code: wrongCode.message } }])
    const { recovery_codes } = ok(await confirm(account, codeOf(secret)))
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    expect(await status(account)).toEqual({ enabled: true, recovery_codes_left: 10 })
    expect(ok(await server.call(accountApi.settings, { token: account.token })).security.two_factor_enabled).toBe(true)
  })

  test('needs the current password', async () => {
    const account = await register(server)
    const { status, body } = await enrol({ ...account, password: 'outra' })
    expect([status, body.fields]).toEqual([400, { current_password: 'A senha atual não confere.' }])
    expect((await confirm(account, '123456')).status).toBe(409)
  })

  test('ends the other sessions, also one that the password opens at the same time', async () => {
    const account = await register(server)
    const older = ok(await loggingIn(account)).token
    const { secret } = ok(await enrol(account))
    const [confirmed, ...logins] = await Promise.all([confirm(account, codeOf(secret)), loggingIn(account), loggingIn(account)])
    expect(confirmed.status).toBe(200)
    expect(await profileStatus(server, older)).toBe(401)
    for (const { status, body } of logins) if (status === 200) expect(await profileStatus(server, body.token)).toBe(401)
    expect(await profileStatus(server, account.token)).toBe(200)
  })

  test('cannot replace or weaken an active one, also by an enrolment that began before', async () => {
    const account = await register(server)
    const first = ok(await enrol(account))
    ok(await confirm(account, codeOf(first.secret)))
    expect((await enrol(account)).status).toBe(409)
    expect((await confirm(account, codeOf(first.secret))).status).toBe(409)
    const { db } = server.app.deps
    // As if it had been begun at the same moment.
    const { secret } = await db.selectFrom('two_factor').select('secret').where('user_id', '=', account.user.id).executeTakeFirstOrThrow()
    await db
      .insertInto('two_factor_enrolments')
      .values({ user_id: account.user.id, secret, expires_at: new Date(Date.now() + 60_000).toISOString() })
      .execute()
    expect((await confirm(account, codeOf(first.secret))).status).toBe(409)
    expect(await status(account)).toEqual({ enabled: true, recovery_codes_left: 10 })
    await server.call(accountApi.updateSettings, { token: account.token, body: { security: { two_factor_enabled: false } } })
    expect((await status(account)).enabled).toBe(true)
  })

  test('leaves neither the secret nor a recovery code readable in the database', async () => {
    const { user, secret, codes } = await protect()
    const { db } = server.app.deps
    const rows = [
      await db.selectFrom('two_factor').selectAll().where('user_id', '=', user.id).execute(),
      await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute(),
    ]
    const stored = JSON.stringify(rows)
    for (const plain of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(stored).not.toContain(plain)
  })
})

describe('signing in', () => {
  test('takes password and code, and the reply is that of any login', async () => {
    const account = await protect()
    const token = await challenge(account)
    expect(await profileStatus(server, token)).toBe(401)
    const { body, status } = await completing(token, ` ${codeOf(account.secret)} `)
    expect([status, body.user.id, Object.keys(body).sort()]).toEqual([200, account.user.id, ['token', 'user']])
    expect(await profileStatus(server, body.token)).toBe(200)
    expect((await completing(token, codeOf(account.secret, 1))).body).toEqual(over)
  })

  test('a wrong password does not reveal a second factor', async () => {
    const account = await protect()
    const { status, body } = await loggingIn({ ...account, password: 'outra' })
    expect([status, body]).toEqual([401, { message: 'E-mail ou senha incorretos. Confira e tente de novo.', error: 'wrong_credentials' }])
  })

  test('a code that was used, or an older one, never works again', async () => {
    const account = await protect()
    const code = codeOf(account.secret)
    ok(await completing(await challenge(account), code))
    for (const used of [code, codeOf(account.secret, -1)]) {
      const { status, body } = await completing(await challenge(account), used)
      expect([status, body]).toEqual([400, { ...wrongCode, fields: { code: wrongCode.message } }])
    }
  })

  test('of two logins with one code at once, one succeeds', async () => {
    const account = await protect()
    const [one, two] = [await challenge(account), await challenge(account)]
    const code = codeOf(account.secret)
    const replies = await Promise.all([completing(one, code), completing(two, code)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a recovery code works once, however it is typed', async () => {
    const account = await protect()
    const [code = ''] = account.codes
    ok(await completing(await challenge(account), code.toUpperCase().replaceAll('-', ' ')))
    expect((await completing(await challenge(account), code)).status).toBe(400)
    expect((await status(account)).recovery_codes_left).toBe(9)
  })

  test("another account's codes do not work", async () => {
    const [ana, bia] = [await protect(), await protect()]
    const token = await challenge(ana)
    for (const code of [codeOf(bia.secret), bia.codes[0] ?? '', '000000x', 'x', '1'.repeat(60)]) {
      expect([code, (await completing(token, code)).status]).toEqual([code, 400])
    }
    expect((await status(bia)).recovery_codes_left).toBe(10)
  })

  test('a challenge ends after five tries, after five minutes, and with the password that it was for', async () => {
    const account = await protect()
    const { db } = server.app.deps
    const tried = await challenge(account)
    for (let i = 0; i < 5; i += 1) expect((await completing(tried, 'aaaa-aaaa-aaaa-aaaa')).status).toBe(400)
    const late = await challenge(account)
    await db
      .updateTable('login_challenges')
      .set({ expires_at: '2026-01-01T00:00:00.000Z' })
      .where('token_hash', '=', hashSecret(late))
      .execute()
    const changed = await challenge(account)
    const body = { current_password: account.password, new_password: 'nova senha', confirmation: 'nova senha' }
    ok(await server.call(accountApi.changePassword, { token: account.token, body }))
    for (const token of [tried, late, changed, 'x', '']) {
      const reply = await completing(token, codeOf(account.secret))
      expect([reply.status, reply.body]).toEqual([401, over])
    }
    const { id } = account.user
    const open = await challenge({ ...account, password: 'nova senha' })
    await db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', id).execute()
    expect((await completing(open, codeOf(account.secret))).status).toBe(401)
  })
})

describe('no other way avoids the second factor', () => {
  test('not a reset password: it opens no session, and the login still asks', async () => {
    const account = await protect()
    const row = { token_hash: hashSecret('do e-mail'), user_id: account.user.id, expires_at: new Date(Date.now() + 60_000).toISOString() }
    await server.app.deps.db.insertInto('password_resets').values(row).execute()
    const body = { token: 'do e-mail', new_password: 'nova senha', confirmation: 'nova senha' }
    expect(ok(await server.call(passwordResetApi.complete, { body }))).toEqual({})
    expect((await status({ ...account, ...(await enter({ ...account, password: 'nova senha' })) })).enabled).toBe(true)
  })

  const enter = async (account: Protected) => {
    await forgetSteps()
    return ok(await completing(await challenge(account), codeOf(account.secret)))
  }

  test('not the token of a challenge, neither in a call nor on a socket', async () => {
    const token = await challenge(await protect())
    expect(await profileStatus(server, token)).toBe(401)
    const client = new RoomClient(server.url(), { token })
    expect(await client.next('auth_error')).toEqual({ message: 'Erro de autenticação' })
    client.leave()
  })

  test('not registering again, an invitation, the profile or another password', async () => {
    const account = await protect()
    const { email, password, token } = account
    expect((await server.call(authApi.register, { body: { name: 'Ana', email, password } })).status).toBe(409)
    const board = await makeBoard(server, await register(server))
    expect((await server.call(invitationsApi.accept, { body: { token: 'x' } })).status).toBe(401)
    expect(board.id).toBeGreaterThan(0)
    const other = freshEmail()
    const changed = await server.call(authApi.updateProfile, { token, body: { email: other, current_password: password } })
    expect(JSON.stringify(ok(changed))).not.toContain('token')
    const body = { current_password: password, new_password: 'nova senha', confirmation: 'nova senha' }
    expect(ok(await server.call(accountApi.changePassword, { token, body }))).toEqual({})
    await challenge({ email: other, password: 'nova senha' })
  })
})

describe('turning it off, and new recovery codes', () => {
  const ask = (call: 'disable' | 'renewCodes', { token, password }: Account, code: string) =>
    server.call(twoFactorApi[call], { token, body: { current_password: password, code } })

  test.each(['disable', 'renewCodes'] as const)('need password and code: %s', async (call) => {
    const account = await protect()
    expect((await ask(call, { ...account, password: 'outra' }, codeOf(account.secret))).body.fields).toHaveProperty('current_password')
    expect((await ask(call, account, codeOf(account.secret, -5))).body.fields).toHaveProperty('code')
    expect(await status(account)).toEqual({ enabled: true, recovery_codes_left: 10 })
  })

  test('new codes void the old ones', async () => {
    const account = await protect()
    const { body } = await server.call(twoFactorApi.renewCodes, {
      token: account.token,
      body: { current_password: account.password, code: codeOf(account.secret) },
    })
    expect((await completing(await challenge(account), account.codes[0] ?? '')).status).toBe(400)
    ok(await completing(await challenge(account), body.recovery_codes[0] ?? ''))
  })

  test('turned off, the password is enough, and the old secret and codes are gone', async () => {
    const account = await protect()
    ok(await ask('disable', account, account.codes[0] ?? ''))
    expect(await status(account)).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await loggingIn(account)).status).toBe(200)
    const { secret } = ok(await enrol(account))
    expect(secret).not.toBe(account.secret)
  })

  test('stand in the audit log, as does turning it on', async () => {
    const account = await protect()
    ok(await ask('renewCodes', account, codeOf(account.secret)))
    await forgetSteps()
    ok(await ask('disable', account, codeOf(account.secret)))
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { q: account.email } }))
    expect(entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('two_factor.'))).toEqual([
      'two_factor.disabled',
      'two_factor.codes_renewed',
      'two_factor.enabled',
    ])
  })
})

describe('guessing codes', () => {
  test('of an enrolment costs no tries at signing in', async () => {
    const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.3' } })
    try {
      const account = await register(strict)
      const { secret } = ok(await enrol(account, strict))
      const typos: number[] = []
      for (let i = 0; i < 5; i += 1) typos.push((await confirm(account, codeOf(secret, -9), strict)).status)
      expect(typos).toEqual([400, 400, 400, 400, 400])
      ok(await confirm(account, codeOf(secret), strict))
      await forgetSteps(strict)
      ok(await completing(await challenge(account, strict), codeOf(secret), strict))
    } finally {
      await strict.stop()
    }
  })

  test('is limited over all challenges; a recovery code still works, and only people with the password can use tries up', async () => {
    const strict = await startServer({ alone: true, env: { RATE_LIMIT_FACTOR: '0.3' } })
    try {
      const account = await protect(strict)
      const statuses: number[] = []
      const tries = await challenge(account, strict)
      for (let i = 0; i < 4; i += 1) statuses.push((await completing(tries, codeOf(account.secret, -9), strict)).status)
      expect(statuses).toEqual([400, 400, 400, 429])
      ok(await completing(await challenge(account, strict), account.codes[0] ?? '', strict))
    } finally {
      await strict.stop()
    }
  })
})

test('a secret stored without a SECRET works with the one that is set later, and is sealed when it starts', async () => {
  const account = await protect()
  const { db } = server.app.deps
  const row = () => db.selectFrom('two_factor').select('secret').where('user_id', '=', account.user.id).executeTakeFirstOrThrow()
  await db
    .updateTable('two_factor')
    .set({ secret: `plain:${account.secret}` })
    .where('user_id', '=', account.user.id)
    .execute()
  await sealTwoFactors(db, createSecretBox('segredo de teste com mais de 32 letras'))
  const { secret } = await row()
  expect([secret.startsWith('v1:'), secret.includes(account.secret)]).toEqual([true, false])
  ok(await completing(await challenge(account), codeOf(account.secret)))
  await db
    .updateTable('two_factor')
    .set({ secret: `plain:${account.secret}` })
    .where('user_id', '=', account.user.id)
    .execute()
  await sealTwoFactors(db, createSecretBox(undefined))
  expect((await row()).secret).toBe(`plain:${account.secret}`)
})
