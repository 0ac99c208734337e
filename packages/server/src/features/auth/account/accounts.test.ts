import { authApi } from '@rodada/contract/auth/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshEmail, login, register } from '../../../../test/accounts.ts'
import { createEnvironment, startProcess, startServer, type TestServer } from '../../../../test/harness.ts'
import { startApp } from '../../../app.ts'
import { readConfig } from '../../../platform/config.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await register(server, { name: 'Primeira' })
})
afterAll(() => server.stop())

const registering = (body: unknown) => server.call(authApi.register, { body })
const loggingIn = (body: unknown) => server.call(authApi.login, { body })
const person = () => ({ name: 'Bia', email: freshEmail(), password: 'segredo' })
const countUsers = async () => (await server.app.deps.db.selectFrom('users').select('id').execute()).length

/** An address of exactly this many characters. */
const emailOf = (length: number) => {
  const [local, domain] = freshEmail().split('@')
  return `${local}${'x'.repeat(length - `${local}@${domain}`.length)}@${domain}`
}

const nameText = 'Por favor, digite seu nome completo!'
const emailText = 'Por favor, digite seu e-mail!'
const passwordText = 'Por favor, digite sua senha!'

describe('registering', () => {
  test('asks for name, then e-mail, then password', async () => {
    const empty = await registering({})
    expect(empty.status).toBe(400)
    expect(empty.body).toEqual({
      message: nameText,
      error: 'invalid',
      fields: { name: nameText, email: emailText, password: passwordText },
    })
    expect((await registering({ name: 'Bia' })).body.message).toBe(emailText)
    expect((await registering({ name: 'Bia', email: freshEmail() })).body.message).toBe(passwordText)
  })

  // No name server can be asked for these, or an address of a page would end before them.
  const noDomains = ['xn--bücher.com', 'ü^.com', 'bü/x.com', 'bü?x.com', 'bü#x.com', 'b%C3%BCü.com', 'ü|x.com'].map(
    (domain) => `ana@${domain}`,
  )
  const notText = [undefined, null, '', 5, true, [], ['a'], {}, { $ne: '' }]
  test.each([
    ['name', [...notText, '   ', '\u0000', '\n\t'], nameText],
    ['name', ['x'.repeat(101)], 'O nome pode ter no máximo 100 caracteres.'],
    ['email', [...notText, '   '], emailText],
    ['email', [`${'x'.repeat(250)}@a.com`], 'O e-mail pode ter no máximo 255 caracteres.'],
    [
      'email',
      ['ana', 'ana@', '@a.com', 'ana@a', 'a b@c.com', 'a@b@c.com', 'a,b@c.com', 'a<b@c.com>', 'g:b@c.com;', 'a\u0000@c.com', ...noDomains],
      'Esse e-mail não parece completo. Confira, por favor.',
    ],
    ['password', notText, passwordText],
    ['password', ['12345', '     '], 'A senha deve ter pelo menos 6 caracteres!'],
    ['password', ['x'.repeat(201)], 'A senha pode ter no máximo 200 caracteres.'],
    [
      'role',
      ['admin', 'member', 'guest', 'gestor', 'Manager', '', null, 1, ['manager'], { role: 'manager' }],
      'Escolha colaborador ou gestor.',
    ],
  ])('refuses a wrong %s with its own text: %j', async (field, values, text) => {
    const before = await countUsers()
    for (const value of values) {
      const { status, body } = await registering({ ...person(), [field]: value })
      expect({ value, status, body }).toEqual({ value, status: 400, body: { message: text, error: 'invalid', fields: { [field]: text } } })
    }
    expect(await countUsers()).toBe(before)
  })

  test('takes names of 100, e-mails of 255 and passwords of 6 and of 200 characters', async () => {
    for (const input of [{ name: 'x'.repeat(100) }, { email: emailOf(255) }, { password: '123456' }, { password: 'x'.repeat(200) }]) {
      const body = { ...person(), ...input }
      expect((await registering(body)).status).toBe(200)
      expect((await loggingIn(body)).status).toBe(200)
    }
  })

  test('one address in other letters is the same account', async () => {
    const input = { ...person(), email: `  ${freshEmail().toUpperCase()} ` }
    const { status, body } = await registering(input)
    expect([status, body.user.email]).toEqual([200, input.email.trim().toLowerCase()])
    const text = 'Já existe uma conta com esse e-mail. Entre com ela ou use outro.'
    const again = await registering({ ...input, email: body.user.email })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({ message: text, error: 'email_taken', fields: { email: text } })
    expect((await loggingIn({ email: input.email.trim(), password: input.password })).status).toBe(200)
  })

  // A mail program delivers all of these to exemplo.com.br.
  test.each([
    'ⓔxemplo.com.br',
    'ｅｘｅｍｐｌｏ.com.br',
    'exemplo。com.br',
    'exemplo.com｡br',
    'exem\u00adplo.com.br',
    'exemplo.com.br\u200b',
    '𝓮xemplo.com．br',
  ])('one mailbox, however its domain is spelled, is the same account: %s', async (domain) => {
    const { email, password } = await register(server)
    const spelled = email.replace('exemplo.com.br', domain)
    expect((await registering({ ...person(), email: spelled })).body.error).toBe('email_taken')
    expect((await loggingIn({ email: spelled, password })).status).toBe(200)
  })

  test.each([
    ['bücher.example', 'xn--bcher-kva.example'],
    ['bücher.example', 'BU\u0308CHER.example'],
    ['são.exemplo.com.br', 'xn--so-sia.exemplo.com.br'],
    ['straße.example', 'xn--strae-oqa.example'],
  ])('a domain in its own letters and in ASCII is the same account: %s', async (domain, other) => {
    const [local] = freshEmail().split('@')
    const account = await register(server, { email: `${local}@${domain}` })
    expect(account.user.email).toBe(`${local}@${new URL(`http://${domain}`).hostname}`)
    expect((await registering({ ...person(), email: `${local}@${other}` })).body.error).toBe('email_taken')
    for (const each of [domain, other]) {
      const { status, body } = await loggingIn({ email: `${local}@${each}`, password: account.password })
      expect([status, body.user.id]).toEqual([200, account.user.id])
    }
  })

  test('of many registrations of one address at once, one succeeds', async () => {
    const input = person()
    const replies = await Promise.all(Array.from({ length: 8 }, () => registering(input)))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  test('the role is collaborator unless manager is chosen', async () => {
    expect((await registering(person())).body.user.role).toBe('collaborator')
    expect((await registering({ ...person(), role: 'collaborator' })).body.user.role).toBe('collaborator')
    expect((await registering({ ...person(), role: 'manager' })).body.user.role).toBe('manager')
  })

  test('unknown fields of a registration change nothing', async () => {
    const extra = {
      id: 1,
      is_active: false,
      deactivated_at: '2020-01-01T00:00:00.000Z',
      session_timeout: 1,
      boards_count: 9,
      last_login: null,
    }
    const { body } = await registering({ ...person(), ...extra, password_hash: 'x', isAdmin: true })
    expect(body.user).toMatchObject({ role: 'collaborator', is_active: true, session_timeout: 30, boards_count: 0 })
    expect(body.user.id).toBeGreaterThan(1)
  })

  test('the account shows its declared fields only, and no reply holds a password or its hash', async () => {
    const input = { ...person(), password: 'jamais-repetida' }
    const created = await registering(input)
    const token = created.body.token
    const replies = [
      created.body,
      (await loggingIn(input)).body,
      (await loggingIn({ ...input, password: 'jamais-repetida!' })).body,
      (await registering(input)).body,
      (await server.call(authApi.profile, { token })).body,
      (await server.call(authApi.updateProfile, { token, body: { name: 'Bia', password: input.password } })).body,
    ]
    expect(JSON.stringify(replies)).not.toMatch(/jamais|argon2|hash/i)
    expect(Object.keys(created.body.user).sort()).toEqual(
      [
        'avatar_url',
        'boards_count',
        'created_at',
        'email',
        'id',
        'is_active',
        'language',
        'last_login',
        'name',
        'role',
        'session_timeout',
      ].sort(),
    )
  })

  test('without PASSWORD_COST a password takes the time that argon2id should', async () => {
    const { env, cleanUp } = await createEnvironment()
    const { PASSWORD_COST: _, ...usual } = env
    const real = await startProcess(usual)
    const { password, email, name } = person()
    const reply = await fetch(`${real.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email, password }),
    })
    expect(reply.status).toBe(200)
    await real.stop()
    const app = await startApp(readConfig(env))
    const { password_hash } = await app.deps.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    await app.stop()
    await cleanUp()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('the database holds argon2id hashes, each with its own salt, and tokens as hashes only', async () => {
    const [one, two] = [await registering(person()), await registering(person())]
    const { db } = server.app.deps
    const users = await db.selectFrom('users').selectAll().where('id', 'in', [one.body.user.id, two.body.user.id]).execute()
    const hashes = users.map((user) => user.password_hash)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(new Set(hashes).size).toBe(2)
    const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', one.body.user.id).execute()
    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify([users, sessions])).not.toContain(one.body.token)
  })
})

describe('the first account', () => {
  let fresh: TestServer
  beforeAll(async () => {
    fresh = await startServer()
  })
  afterAll(() => fresh.stop())

  test('of twenty at once is user 1 and admin, whatever role it asked for', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => register(fresh, { role: 'manager' })))
    const admins = accounts.filter((account) => account.user.role === 'admin')
    expect(admins.map((account) => account.user.id)).toEqual([1])
    expect(accounts.filter((account) => account.user.role === 'manager')).toHaveLength(19)
    expect(new Set(accounts.map((account) => account.user.id)).size).toBe(20)
  })

  test('is the only one: nobody after it becomes admin', async () => {
    expect((await register(fresh)).user.role).toBe('collaborator')
  })
})

describe('logging in', () => {
  test('asks for e-mail, then password', async () => {
    const empty = await loggingIn({})
    expect(empty.status).toBe(400)
    expect(empty.body).toEqual({ message: emailText, error: 'invalid', fields: { email: emailText, password: passwordText } })
    for (const email of [null, '', '  ', 5, [], { $gt: '' }]) {
      expect((await loggingIn({ email, password: 'segredo' })).body.message).toBe(emailText)
    }
    for (const password of [undefined, null, '', 5, [], { $gt: '' }]) {
      expect((await loggingIn({ email: freshEmail(), password })).body.message).toBe(passwordText)
    }
    const long = await loggingIn({ email: emailOf(256), password: 'segredo' })
    expect([long.status, long.body.message]).toEqual([400, 'O e-mail pode ter no máximo 255 caracteres.'])
  })

  test('a wrong password and an unknown e-mail get the same reply', async () => {
    const account = await register(server)
    const wrong = await loggingIn({ email: account.email, password: 'outra senha' })
    const unknown = [freshEmail(), emailOf(255), 'nem é um e-mail', 'a\u0000b@c.com']
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ message: 'E-mail ou senha incorretos. Confira e tente de novo.', error: 'wrong_credentials' })
    for (const email of unknown) {
      const reply = await loggingIn({ email, password: account.password })
      expect([reply.status, reply.body]).toEqual([wrong.status, wrong.body])
      expect([...reply.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
    }
  })

  test('one password in two Unicode forms is the same password', async () => {
    const input = { ...person(), password: 'coração' }
    await registering(input)
    expect((await loggingIn({ ...input, password: input.password.normalize('NFD') })).status).toBe(200)
    expect((await loggingIn({ ...input, password: input.password.toUpperCase() })).status).toBe(401)
    expect((await loggingIn({ ...input, password: `${input.password} ` })).status).toBe(401)
  })

  test('gives a new token each time, says when it happened, and leaves older sessions alone', async () => {
    const account = await register(server)
    const before = new Date().toISOString()
    const { body } = await loggingIn(account)
    expect(body.token).not.toBe(account.token)
    expect(body.user.last_login && body.user.last_login >= before).toBe(true)
    for (const token of [account.token, body.token]) expect((await server.call(authApi.profile, { token })).body).toMatchObject(body.user)
  })

  test('a deactivated account is told so with the right password only', async () => {
    const account = await register(server)
    const { db } = server.app.deps
    await db.updateTable('users').set({ deactivated_at: new Date().toISOString() }).where('id', '=', account.user.id).execute()
    const right = await loggingIn(account)
    expect([right.status, right.body.message]).toEqual([403, 'Esta conta está desativada. Fale com quem administra a Rodada.'])
    const wrong = await loggingIn({ ...account, password: 'outra senha' })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'wrong_credentials'])
  })
})

describe('the own profile', () => {
  test('changes name and avatar, together or alone', async () => {
    const { token } = await register(server)
    const change = async (body: unknown) => (await server.call(authApi.updateProfile, { token, body })).body
    expect(await change({ name: '  Ana Clara ', avatar_url: 'lua' })).toMatchObject({ name: 'Ana Clara', avatar_url: 'lua' })
    expect(await change({ avatar_url: null })).toMatchObject({ name: 'Ana Clara', avatar_url: null })
    expect(await change({ name: 'x'.repeat(100) })).toMatchObject({ name: 'x'.repeat(100) })
    expect(await change({})).toMatchObject({ name: 'x'.repeat(100) })
  })

  test('role, id, state and password cannot be changed there', async () => {
    const account = await register(server)
    const other = await register(server)
    const input = {
      id: other.user.id,
      role: 'admin',
      is_active: false,
      deactivated_at: 'x',
      session_timeout: 480,
      boards_count: 7,
      password: 'trocada',
      password_hash: 'x',
    }
    const { status, body } = await server.call(authApi.updateProfile, { token: account.token, body: input })
    expect([status, body]).toMatchObject([200, account.user])
    expect((await server.call(authApi.profile, { token: other.token })).body).toMatchObject(other.user)
    await login(server, account)
  })

  test.each([
    ['name', ['', '  ', 5, null, [], {}, 'x'.repeat(101), '\u0000']],
    ['avatar_url', ['', 'https://exemplo.com/a.png', 'javascript:alert(1)', 5, [], {}]],
  ])('refuses a wrong %s', async (field, values) => {
    const account = await register(server)
    for (const value of values) {
      const { status, body } = await server.call(authApi.updateProfile, { token: account.token, body: { [field]: value } })
      expect({ value, status, error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({
        value,
        status: 400,
        error: 'invalid',
        fields: [field],
      })
    }
    expect((await server.call(authApi.profile, { token: account.token })).body).toMatchObject(account.user)
  })
})
