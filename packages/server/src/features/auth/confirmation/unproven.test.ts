import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { adminApi } from '@rodada/contract/instance/admin'
import { auditApi } from '@rodada/contract/instance/audit'
import { githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, login, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, untilSent } from '../../../../test/mailbox.ts'

let box: Mailbox
let server: TestServer
/** The first account, which is locked. */
let first: Account
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env })
  first = await register(server)
  await confirmAddress(server, first)
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const enrol = ({ token, password }: Account) => server.call(twoFactorApi.enrol, { token, body: { current_password: password } })
const confirm = ({ token }: Account, secret: string) =>
  server.call(twoFactorApi.confirm, { token, body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } })
const protect = async (account: Account) => void ok(await confirm(account, ok(await enrol(account)).secret))
const protectedAccount = async (): Promise<Account> => {
  const account = await register(server)
  await confirmAddress(server, account)
  await protect(account)
  return account
}
const signIn = ({ email, password }: Pick<Account, 'email' | 'password'>) => server.call(authApi.login, { body: { email, password } })
const emailsTo = async (to: string) => {
  await untilSent(server)
  return box.take(to)
}
const resetBy = async (email: string) => {
  ok(await server.call(passwordResetApi.request, { body: { email } }))
  const [message] = await emailsTo(email)
  const token = /redefinir-senha#([\w-]{43})$/m.exec(message?.text ?? '')?.[1]
  return server.call(passwordResetApi.complete, { body: { token, new_password: 'nova senha', confirmation: 'nova senha' } })
}
const moveTo = ({ token, password }: Account, email: string) =>
  server.call(authApi.updateProfile, { token, body: { email, current_password: password } })

describe('a second factor, where mail is sent,', () => {
  test('is for people who confirmed their address', async () => {
    const account = await register(server)
    expect(await enrol(account)).toMatchObject({ status: 403, body: { message: texts.twoFactorUnconfirmed } })
    await confirmAddress(server, account)
    await protect(account)
  })

  test('also when the address changed after the enrolment began', async () => {
    const account = await register(server)
    await confirmAddress(server, account)
    const { secret } = ok(await enrol(account))
    ok(await moveTo(account, freshEmail()))
    expect(await confirm(account, secret)).toMatchObject({ status: 403, body: { message: texts.twoFactorUnconfirmed } })
  })

  test('ends by no other way than with a code, also for somebody who knows the password and has a session', async () => {
    const [owner, address] = [await protectedAccount(), freshEmail()]
    expect(await moveTo(owner, address)).toMatchObject({ status: 400, body: { fields: { email: texts.emailBehindFactor } } })
    expect((await resetBy(address)).status).toBe(400)
    expect(await signIn(owner)).toMatchObject({ status: 403, body: { error: 'two_factor' } })
    // Everything else of the profile is changed as ever.
    const body = { name: 'Outro Nome', email: owner.email }
    expect(ok(await server.call(authApi.updateProfile, { token: owner.token, body })).name).toBe('Outro Nome')
  })

  test('of a person with an unconfirmed address keeps the owner of the address out only until they reset the password', async () => {
    const [thief, address] = [await protectedAccount(), freshEmail()]
    // As accounts are that changed their address while no mail was sent.
    const claim = { email: address, email_verified_at: null, email_claimed_at: new Date().toISOString() }
    await server.app.deps.db.updateTable('users').set(claim).where('id', '=', thief.user.id).execute()
    expect((await resetBy(address)).status).toBe(200)
    expect((await signIn({ email: address, password: 'nova senha' })).status).toBe(200)
    const { entries } = ok(await server.call(auditApi.list, { token: first.token, query: { q: address } }))
    expect(entries.map(({ kind }) => kind)).toContain('two_factor.disabled')
  })

  test('of a confirmed address stays when the password is reset', async () => {
    const account = await protectedAccount()
    await emailsTo(account.email)
    expect((await resetBy(account.email)).status).toBe(200)
    expect((await signIn({ ...account, password: 'nova senha' })).body.error).toBe('two_factor')
  })
})

test('a GitHub connection of a person with an unconfirmed address ends when the owner of the address resets the password', async () => {
  const [thief, address] = [await register(server), freshEmail()]
  ok(await moveTo(thief, address))
  const connected = { user_id: thief.user.id, login: 'ladra', avatar_url: '', token: 'x', connected_at: new Date().toISOString() }
  await server.app.deps.db.insertInto('github_accounts').values(connected).execute()
  expect((await resetBy(address)).status).toBe(200)
  const { token } = ok(await signIn({ email: address, password: 'nova senha' }))
  expect(ok(await server.call(githubApi.status, { token })).connected).toBe(false)
})

describe('an administrator', () => {
  const reset = (token: string | undefined, userId: number) =>
    server.call(adminApi.resetTwoFactor, { ...(token && { token }), params: { userId } })

  test('turns off the second factor of a person, who is told, and the audit log has it', async () => {
    const account = await protectedAccount()
    await emailsTo(account.email)
    expect(ok(await reset(first.token, account.user.id))).toMatchObject({ id: account.user.id, two_factor: false })
    expect((await signIn(account)).status).toBe(200)
    const told = (await emailsTo(account.email)).map(({ text }) => text)
    expect(told.filter((text) => text.includes('Quem administra a Rodada desativou'))).toHaveLength(1)
    const { entries } = ok(await server.call(auditApi.list, { token: first.token, query: { kind: 'two_factor.reset' } }))
    expect(entries[0]).toMatchObject({ subject: account.email, user: { id: first.user.id } })
    // A second click does and tells nothing more.
    ok(await reset(first.token, account.user.id))
    expect(await emailsTo(account.email)).toEqual([])
  })

  test('sees who has one, turns off that of the first account, too, and the own one only with a code', async () => {
    const admin = await register(server)
    await confirmAddress(server, admin)
    ok(await server.call(adminApi.updateUser, { token: first.token, params: { userId: admin.user.id }, body: { role: 'admin' } }))
    await protect(first)
    const { users } = ok(await server.call(adminApi.users, { token: admin.token, query: { q: first.email } }))
    expect(users).toMatchObject([{ locked: true, two_factor: true }])
    expect(await reset(first.token, first.user.id)).toMatchObject({ status: 409, body: { message: texts.twoFactorOwn } })
    expect(ok(await reset(admin.token, first.user.id))).toMatchObject({ locked: true, role: 'admin', two_factor: false })
    expect(await login(server, first)).toMatch(/^[\w-]{43}$/)
    expect((await reset(admin.token, 999_999)).status).toBe(404)
  })

  test('is the only one who can', async () => {
    const account = await protectedAccount()
    for (const role of ['collaborator', 'manager']) {
      const other = await register(server, { role })
      expect((await reset(other.token, account.user.id)).status).toBe(403)
    }
    expect((await reset(undefined, account.user.id)).status).toBe(401)
    expect((await signIn(account)).body.error).toBe('two_factor')
  })
})
