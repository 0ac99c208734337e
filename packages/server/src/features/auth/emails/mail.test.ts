import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { adminTokensApi, tokensApi } from '@rodada/contract/auth/tokens'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { auditApi } from '@rodada/contract/instance/audit'
import { systemApi } from '@rodada/contract/instance/system'
import { calendarApi } from '@rodada/contract/integrations/calendar'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, confirmAddress, freshEmail, login, profileStatus, register } from '../../../../test/accounts.ts'
import { ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type Mailbox, openMailbox, type Received, untilSent } from '../../../../test/mailbox.ts'
import { makeToken } from '../../../../test/tokens.ts'
import { createOutbox } from '../../../features/outbox/outbox.ts'
import { hashSecret } from '../../../platform/secrets/secrets.ts'
import { addReset } from '../reset/reset-queries.ts'

let box: Mailbox
let server: TestServer
let admin: Account
beforeAll(async () => {
  box = await openMailbox()
  server = await startServer({ env: box.env })
  admin = await register(server)
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const waiting = async () => (await server.app.deps.db.selectFrom('outbox').selectAll().execute()).length
/** The emails to an address, once everything that was put into the outbox has gone out. */
const emailsTo = async (to: string): Promise<Received[]> => {
  await untilSent(server)
  return box.take(to)
}
const ask = (email: string, headers = {}) => server.call(passwordResetApi.request, { body: { email }, headers })
const tokenIn = ({ text }: Received) => /redefinir-senha#([\w-]{43})$/m.exec(text)?.[1] ?? ''
const askedFor = async (account: Account) => {
  ok(await ask(account.email))
  const [message] = await emailsTo(account.email)
  return message ? tokenIn(message) : ''
}
const complete = (token: string, new_password = 'nova senha') =>
  server.call(passwordResetApi.complete, { body: { token, new_password, confirmation: new_password } })
const over = { message: 'Este link expirou ou já foi usado. Peça outro.', error: 'invalid' }
const ended = { token: over.message }

describe('a forgotten password', () => {
  test('is set by the link of an email, which ends every session and opens none', async () => {
    const account = await register(server, { name: 'Ana <b>' })
    ok(await ask(` ${account.email.toUpperCase()}`))
    const [message, ...more] = await emailsTo(account.email)
    expect(more).toEqual([])
    expect(message).toMatchObject({ from: 'Rodada <rodada@exemplo.com.br>', subject: 'Redefina a sua senha da Rodada' })
    expect(message?.text).toContain('Olá, Ana <b>.')
    expect(message?.text).toContain('24 horas')
    expect(message?.html).toContain('Olá, Ana &#60;b&#62;.')
    const token = message ? tokenIn(message) : ''
    expect(message?.html).toContain(`href="http://rodada.exemplo.com.br/redefinir-senha#${token}"`)
    expect(ok(await complete(token))).toEqual({})
    expect(await profileStatus(server, account.token)).toBe(401)
    expect((await server.call(authApi.login, { body: account })).status).toBe(401)
    await login(server, { ...account, password: 'nova senha' })
    expect((await emailsTo(account.email)).map(({ subject }) => subject)).toEqual(['A senha da sua conta mudou'])
    const { entries } = ok(await server.call(auditApi.list, { token: admin.token, query: { kind: 'password.reset' } }))
    expect(entries[0]).toMatchObject({ subject: account.email })
  })

  test('works once with a token, also when it comes twice at once', async () => {
    const account = await register(server)
    const token = await askedFor(account)
    const replies = await Promise.all([complete(token, 'primeira'), complete(token, 'segunda')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({ ...over, fields: ended })
    expect((await complete(token)).body).toEqual({ ...over, fields: ended })
  })

  test.each([
    [
      'after 30 minutes',
      () =>
        server.app.deps.db
          .updateTable('password_resets')
          .set({ expires_at: new Date(Date.now() - 1).toISOString() })
          .execute(),
    ],
    [
      'after the password changed otherwise',
      async ({ token, password }: Account) =>
        ok(
          await server.call(accountApi.changePassword, {
            token,
            body: { current_password: password, new_password: 'escolhida', confirmation: 'escolhida' },
          }),
        ),
    ],
    [
      'after the account got another e-mail',
      async ({ token, password }: Account) =>
        ok(await server.call(authApi.updateProfile, { token, body: { email: freshEmail(), current_password: password } })),
    ],
    [
      'of a deactivated account',
      ({ user }: Account) =>
        server.app.deps.db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', user.id).execute(),
    ],
  ] as [string, (account: Account) => Promise<unknown>][])('not by a token %s', async (_, happen) => {
    const account = await register(server)
    await confirmAddress(server, account)
    const token = await askedFor(account)
    await happen(account)
    const { status, body } = await complete(token)
    expect([status, body]).toEqual([400, { ...over, fields: ended }])
  })

  test('does not work with an older email once a newer one was used', async () => {
    const account = await register(server)
    const [older, newer] = [await askedFor(account), await askedFor(account)]
    expect(older).not.toBe(newer)
    ok(await complete(newer))
    expect((await complete(older, 'do ladrão')).status).toBe(400)
  })

  test('answers the same for an unknown address, and writes to nobody', async () => {
    const [account, unknown] = [await register(server), freshEmail()]
    const [one, two] = [await ask(account.email), await ask(unknown)]
    expect([two.status, two.body]).toEqual([one.status, one.body])
    expect(await emailsTo(unknown)).toEqual([])
    // Until the answer the database is asked the same, so the time is the same.
    expect((await emailsTo(account.email)).length).toBe(1)
  })

  test('stores no token: not in the outbox, and only its hash beside the account', async () => {
    const account = await register(server)
    await confirmAddress(server, account)
    const token = await askedFor(account)
    const rows = await server.app.deps.db.selectFrom('password_resets').selectAll().where('user_id', '=', account.user.id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('with an invented token is refused with the texts of the form', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(201), 5, null]) {
      const { status, body } = await server.call(passwordResetApi.complete, {
        body: { token, new_password: 'nova senha', confirmation: 'nova senha' },
      })
      expect([token, status, body]).toEqual([token, 400, { ...over, fields: ended }])
    }
    const wrong = await server.call(passwordResetApi.complete, { body: { token: 'x', new_password: '12345', confirmation: '1' } })
    expect(wrong.body.fields?.new_password).toBe('A senha deve ter pelo menos 6 caracteres')
  })
})

test('a reset and a new e-mail at once wait for each other, and neither fails', async () => {
  const { db } = server.app.deps
  for (let round = 0; round < 5; round += 1) {
    const account = await register(server)
    const token = freshEmail()
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    await db
      .insertInto('password_resets')
      .values({ token_hash: hashSecret(token), user_id: account.user.id, expires_at })
      .execute()
    const body = { email: freshEmail(), current_password: account.password }
    const [reset, moved] = await Promise.all([complete(token), server.call(authApi.updateProfile, { token: account.token, body })])
    // The second one may find the link void, or the session ended.
    expect([200, 400]).toContain(reset.status)
    expect([200, 400, 401]).toContain(moved.status)
    expect([reset.status, moved.status]).toContain(200)
  }
})

test('a reset email that goes out after the address changed, or the account was deactivated, does not work', async () => {
  const { db } = server.app.deps
  const account = await register(server)
  const add = () =>
    db.transaction().execute((trx) => addReset(trx, { userId: account.user.id, email: account.email, tokenHash: freshEmail() }))
  expect(await add()).toEqual({ hours: 24 })
  const deactivate = (deactivated_at: string | null) =>
    db.updateTable('users').set({ deactivated_at }).where('id', '=', account.user.id).execute()
  await deactivate(new Date().toISOString())
  expect(await add()).toBeUndefined()
  await deactivate(null)
  const body = { email: freshEmail(), current_password: account.password }
  ok(await server.call(authApi.updateProfile, { token: account.token, body }))
  expect(await add()).toBeUndefined()
  expect(await db.selectFrom('password_resets').selectAll().where('user_id', '=', account.user.id).execute()).toEqual([])
})

describe('asking for emails', () => {
  test('sends as many as a person can use, from however many addresses; those that arrived still work', async () => {
    const own = await openMailbox()
    const lax = await startServer({ alone: true, env: own.env })
    try {
      const account = await register(lax)
      for (let i = 0; i < 8; i += 1) ok(await lax.call(passwordResetApi.request, { body: { email: account.email } }))
      await untilSent(lax)
      const came = own.take(account.email)
      expect(came).toHaveLength(3)
      const body = { token: came[0] ? tokenIn(came[0]) : '', new_password: 'nova senha', confirmation: 'nova senha' }
      expect((await lax.call(passwordResetApi.complete, { body })).status).toBe(200)
    } finally {
      await lax.stop()
      await own.stop()
    }
  })
})

describe('emails about an account', () => {
  const agent = (name: string) => ({ 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${name}/140.0` })
  const enter = async (account: Account, name: string) => ok(await server.call(authApi.login, { body: account, headers: agent(name) }))
  const confirmed = async (): Promise<Account> => {
    const account = await register(server)
    await confirmAddress(server, account)
    return account
  }

  test('go to no unconfirmed address, except for the one that asks for confirmation', async () => {
    const account = await register(server)
    const body = { current_password: account.password }
    for (const name of ['Firefox', 'Chrome', 'Edg']) await enter(account, name)
    const passwords = { new_password: account.password, confirmation: account.password }
    ok(await server.call(accountApi.changePassword, { token: account.token, body: { ...body, ...passwords } }))
    expect(await emailsTo(account.email)).toEqual([])
    const moved = { email: freshEmail(), current_password: account.password }
    ok(await server.call(authApi.updateProfile, { token: account.token, body: moved }))
    expect(await emailsTo(account.email)).toEqual([])
    expect(await box.takeConfirmations(account.email)).toHaveLength(1)
  })

  test('tell of a sign-in from a new device, once, unless the person wants none', async () => {
    const account = await confirmed()
    await enter(account, 'Firefox')
    await enter(account, 'Firefox')
    const told = await emailsTo(account.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Novo acesso à sua conta da Rodada'])
    expect(told[0]?.text).toMatch(/Firefox no Linux, em \d\d\/\d\d\/\d{4}, \d\d:\d\d/)
    ok(await server.call(accountApi.updateSettings, { token: account.token, body: { security: { login_notifications: false } } }))
    await enter(account, 'Chrome')
    expect(await emailsTo(account.email)).toEqual([])
  })

  test('tell that the second factor came or went, and of a sign-in only once its code was right', async () => {
    const account = await confirmed()
    const body = { current_password: account.password }
    const { secret } = ok(await server.call(twoFactorApi.enrol, { token: account.token, body }))
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { recovery_codes } = ok(await server.call(twoFactorApi.confirm, { token: account.token, body: { code: code() } }))
    expect((await emailsTo(account.email)).map(({ subject }) => subject)).toEqual(['Verificação em duas etapas ativada'])
    const { body: asked } = await server.call(authApi.login, { body: account, headers: agent('Firefox') })
    expect(await emailsTo(account.email)).toEqual([])
    const completion = { token: asked.two_factor, code: recovery_codes[0] }
    ok(await server.call(twoFactorApi.login, { body: completion, headers: agent('Firefox') }))
    expect((await emailsTo(account.email)).map(({ subject }) => subject)).toEqual(['Novo acesso à sua conta da Rodada'])
    ok(await server.call(twoFactorApi.disable, { token: account.token, body: { ...body, code: recovery_codes[1] } }))
    expect((await emailsTo(account.email)).map(({ subject }) => subject)).toEqual(['Verificação em duas etapas desativada'])
  })

  test('tell of a new calendar address, without it, unless no word of new ways in is wanted', async () => {
    const account = await confirmed()
    const { url } = ok(await server.call(calendarApi.create, { token: account.token }))
    const [made, ...others] = await emailsTo(account.email)
    expect([made?.subject, others]).toEqual(['Novo endereço de calendário na sua conta da Rodada', []])
    expect(made?.text).toContain('http://rodada.exemplo.com.br/settings?aba=integracoes')
    expect(`${made?.text}${made?.html}`).not.toContain(url.slice(-30))
    ok(await server.call(accountApi.updateSettings, { token: account.token, body: { security: { login_notifications: false } } }))
    ok(await server.call(calendarApi.create, { token: account.token }))
    expect(await emailsTo(account.email)).toEqual([])
  })

  test('tell of a new token, and that an administrator revoked one, in the words of its owner; what they revoke themselves they know', async () => {
    const account = await confirmed()
    ok(await server.call(authApi.updateProfile, { token: account.token, body: { language: 'es-ES' } }))
    const own = await makeToken(server, account)
    const [made, ...others] = await emailsTo(account.email)
    expect([made?.subject, others]).toEqual(['Nuevo token personal en tu cuenta de Rodada', []])
    expect(made?.text).toContain('http://rodada.exemplo.com.br/settings?aba=programas')
    expect(`${made?.text}${made?.html}`).not.toContain(own.token.slice(0, 20))
    ok(await server.call(accountApi.updateSettings, { token: account.token, body: { security: { login_notifications: false } } }))
    const other = await makeToken(server, account, { name: 'Panel <b>' })
    ok(await server.call(tokensApi.revoke, { token: account.token, params: { tokenId: own.id } }))
    expect(await emailsTo(account.email)).toEqual([])
    ok(await server.call(adminTokensApi.revoke, { token: admin.token, params: { tokenId: other.id } }))
    const [told, ...more] = await emailsTo(account.email)
    expect([told?.subject, more]).toEqual(['Se ha revocado uno de tus tokens personales', []])
    expect(told?.text).toContain('‘Panel <b>’')
    expect(told?.html).not.toContain('Panel <b>')
  })

  test('of a new e-mail go to the old one', async () => {
    const account = await confirmed()
    const email = freshEmail()
    ok(await server.call(authApi.updateProfile, { token: account.token, body: { email, current_password: account.password } }))
    expect((await emailsTo(account.email)).map(({ subject }) => subject)).toEqual(['O e-mail da sua conta mudou'])
    expect(await emailsTo(email)).toEqual([])
  })
})

describe('the outbox', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  /**
   * Makes every email due until none is left. It does so repeatedly, because a process may be postponing one just now; emails on their way
   * are left alone.
   */
  const untilGone = (more: { tries?: number } = {}) =>
    expect
      .poll(async () => {
        const { db } = server.app.deps
        const soon = { ...more, next_try_at: at(-1) }
        await db.updateTable('outbox').set(soon).where('next_try_at', '<', at(60_000)).execute()
        return waiting()
      })
      .toBe(0)

  test('sends each email once, however many processes send', async () => {
    const own = await startServer({ alone: true, env: box.env })
    try {
      const { db, log, config, outbox } = own.app.deps
      const all = [outbox, ...Array.from({ length: 3 }, () => createOutbox({ db, log, config }))]
      const puts = all.map((one) =>
        one.register('teste', async ({ to }: { to: string }) => ({ to, subject: 'Oi', text: 'Oi', html: '<p>Oi</p>' })),
      )
      const emails = Array.from({ length: 12 }, freshEmail)
      for (const to of emails) await puts[0]?.(db, { to })
      await Promise.all(all.map((one) => one.deliver()))
      await expect.poll(async () => (await db.selectFrom('outbox').select('id').execute()).length).toBe(0)
      expect(emails.map((to) => box.take(to).length)).toEqual(emails.map(() => 1))
    } finally {
      await own.stop()
    }
  })

  test('keeps emails of a kind that only another version of the program can write', async () => {
    const data = { kind: 'de amanhã', data: '{}', created_at: at(0), next_try_at: at(-1) }
    const { db } = server.app.deps
    await db.insertInto('outbox').values(data).execute()
    const kept = () => db.selectFrom('outbox').select('tries').where('kind', '=', data.kind).where('next_try_at', '<', at(60_000)).execute()
    await expect.poll(kept).toEqual([{ tries: 1 }])
    await db.deleteFrom('outbox').execute()
  })

  test('tries again what the mail server refuses, and gives up in the end', async () => {
    const account = await register(server)
    await emailsTo(account.email)
    box.refusing = true
    const before = box.attempts
    ok(await ask(account.email))
    await expect.poll(() => box.attempts).toBe(before + 1)
    box.refusing = false
    await untilGone()
    expect(box.take(account.email)).toHaveLength(1)

    box.refusing = true
    ok(await ask(account.email))
    await untilGone({ tries: 7 })
    box.refusing = false
    expect(box.take(account.email)).toEqual([])
  })
})

test('the web learns whether mail is sent, and without mail the outbox stays empty', async () => {
  expect(ok(await server.call(systemApi.info))).toMatchObject({ mail: { enabled: true } })
  const silent = await startServer({ alone: true })
  try {
    expect(ok(await silent.call(systemApi.info))).toMatchObject({ mail: { enabled: false } })
    const account = await register(silent)
    ok(await silent.call(passwordResetApi.request, { body: { email: account.email } }))
    expect(await silent.app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  } finally {
    await silent.stop()
  }
})
