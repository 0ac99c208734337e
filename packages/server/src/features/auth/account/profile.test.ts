import { accountApi, defaultSettings } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { boardsApi } from '@rodada/contract/boards/board-calls'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, freshEmail, login, profileStatus, register } from '../../../../test/accounts.ts'
import { makeBoard, ok } from '../../../../test/boards.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
let ana: Account
beforeAll(async () => {
  server = await startServer()
  ana = await register(server)
})
afterAll(() => server.stop())

const change = (body: unknown, { token } = ana) => server.call(authApi.updateProfile, { token, body })
const refusal = (field: string, text: string) => [400, { message: text, error: 'invalid', fields: { [field]: text } }]

describe('the profile', () => {
  test('keeps every field, alone or together, and starts as Brazil does', async () => {
    const empty = { email_verified: false, uploaded_avatar: null, bio: '', phone: '', company: '', position: '', location: '', website: '' }
    const zones = { timezone: 'America/Sao_Paulo', language: 'pt-BR' }
    expect(ok(await server.call(authApi.profile, { token: ana.token }))).toEqual({ ...ana.user, ...empty, ...zones })
    const input = {
      name: 'Ana Clara',
      avatar_url: 'lua',
      bio: 'Gosto de cartões.\nE de café.',
      phone: '+55 11 91234-5678',
      company: 'Padaria',
      position: 'Designer',
      location: 'Recife',
      website: 'https://exemplo.com.br/ana',
      timezone: 'Asia/Tokyo',
      language: 'es-ES',
    }
    expect(ok(await change(input))).toMatchObject(input)
    expect(ok(await change({ company: '' }))).toMatchObject({ ...input, company: '' })
    expect(ok(await server.call(authApi.profile, { token: ana.token }))).toMatchObject({ ...input, company: '' })
    // From now on texts for her are in her language.
    await change({ language: 'pt-BR' })
  })

  test.each([
    ['name', ['', ' ', 5, null], 'Nome é obrigatório'],
    ['email', ['', ' ', 5, null], 'Email é obrigatório'],
    ['email', ['ana', 'ana@', 'a b@c.com'], 'Email inválido'],
    ['bio', ['x'.repeat(501)], 'A apresentação pode ter no máximo 500 caracteres.'],
    ['phone', ['9'.repeat(31)], 'Este texto ficou comprido demais.'],
    ['website', ['javascript:alert(1)', 'exemplo.com', 'https://', 'data:text/html,x'], 'O site precisa começar com http:// ou https://.'],
    ['timezone', ['America/Recife', '', null, 3], 'Confira os campos e tente de novo.'],
    ['language', ['fr-FR', '', null], 'Confira os campos e tente de novo.'],
  ])('refuses a wrong %s with its own text: %j', async (field, values, text) => {
    const before = ok(await server.call(authApi.profile, { token: ana.token }))
    for (const value of values) {
      const { status, body } = await change({ [field]: value })
      expect([value, status, body]).toEqual([value, ...refusal(field, text)])
    }
    expect(ok(await server.call(authApi.profile, { token: ana.token }))).toEqual(before)
  })

  test('gets another e-mail with the current password only, and the old one is free and no longer signs in', async () => {
    const account = await register(server)
    const email = freshEmail()
    const without = await change({ email }, account)
    expect([without.status, without.body]).toEqual(refusal('current_password', 'Digite sua senha atual.'))
    const wrong = await change({ email, current_password: 'outra' }, account)
    expect([wrong.status, wrong.body]).toEqual(refusal('current_password', 'A senha atual não confere.'))
    expect(ok(await change({ email: ` ${email.toUpperCase()} `, current_password: account.password }, account)).email).toBe(email)
    await login(server, { ...account, email })
    expect((await server.call(authApi.login, { body: account })).status).toBe(401)
    expect((await server.call(authApi.register, { body: { name: 'Bia', email: account.email, password: 'segredo' } })).status).toBe(200)
    // The same address in other letters is no change.
    expect(ok(await change({ email: email.toUpperCase() }, account)).email).toBe(email)
  })

  test('never takes the e-mail of another account, also when two want it at once', async () => {
    const [one, two] = [await register(server), await register(server)]
    const taken = await change({ email: two.email, current_password: one.password }, one)
    expect([taken.status, taken.body.error]).toEqual([409, 'email_taken'])
    const email = freshEmail()
    const replies = await Promise.all([
      ...[one, two].map((account) => change({ email, current_password: account.password }, account)),
      server.call(authApi.register, { body: { name: 'Bia', email, password: 'segredo' } }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  describe('a profile that another request changed first', () => {
    // One process, so that the test can act between the check and the write.
    let alone: TestServer
    beforeAll(async () => {
      alone = await startServer({ alone: true })
      await alone.app.pauseJobs()
    })
    afterAll(() => alone.stop())

    const changeAlone = ({ token }: Account, body: unknown) => alone.call(authApi.updateProfile, { token, body })
    /** Runs `change` after the next request was checked and before it is written. */
    const meanwhile = (work: () => Promise<unknown>) => {
      const { db } = alone.app.deps
      const begin = db.transaction.bind(db)
      vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
        const transaction = begin()
        const execute = transaction.execute.bind(transaction)
        transaction.execute = async (write) => {
          await work()
          return execute(write)
        }
        return transaction
      })
    }
    const own = async (token: string) => ok(await alone.call(authApi.profile, { token }))

    test('the old address in a form does not come back without a password', async () => {
      const account = await register(alone)
      const email = freshEmail()
      meanwhile(async () => ok(await changeAlone(account, { email, current_password: account.password })))
      const { status, body } = await changeAlone(account, { email: account.email, bio: 'Oi' })
      expect([status, body.error, body.current]).toEqual([409, 'conflict', await own(account.token)])
      expect(await own(account.token)).toMatchObject({ email, bio: '' })
    })

    test('an older change does not replace a newer one', async () => {
      const account = await register(alone)
      const [email, later] = [freshEmail(), freshEmail()]
      meanwhile(async () => ok(await changeAlone(account, { email, current_password: account.password })))
      expect((await changeAlone(account, { email: later, current_password: account.password })).status).toBe(409)
      expect((await own(account.token)).email).toBe(email)
    })

    test('the password before the last one changes no address', async () => {
      const account = await register(alone)
      const body = { current_password: account.password, new_password: 'nova senha', confirmation: 'nova senha' }
      meanwhile(async () => ok(await alone.call(accountApi.changePassword, { token: account.token, body })))
      const moved = await changeAlone(account, { email: freshEmail(), current_password: account.password })
      expect([moved.status, moved.body]).toEqual(refusal('current_password', 'A senha atual não confere.'))
      expect((await own(account.token)).email).toBe(account.email)
    })

    test('a change that another request made already succeeds, and is told once', async () => {
      const account = await register(alone)
      const email = freshEmail()
      const input = { email, current_password: account.password }
      meanwhile(async () => ok(await changeAlone(account, input)))
      expect(ok(await changeAlone(account, input)).email).toBe(email)
      const lines = await alone.app.deps.db.selectFrom('audit_log').select('details').where('subject', '=', email).execute()
      expect(lines.map(({ details }) => JSON.parse(details))).toEqual([{ from: account.email, to: email }])
    })
  })

  test('an unconfirmed address opens no invitation without its link', async () => {
    const board = await makeBoard(server, ana)
    const email = freshEmail()
    const params = { boardId: board.id }
    const { invitation } = ok(await server.call(boardsApi.addMember, { token: ana.token, params, body: { email, role: 'member' } }))
    const eva = await register(server, { email })
    const sees = async () => (await server.call(boardsApi.get, { token: eva.token, params })).status
    expect(await sees()).toBe(404)
    const leo = await register(server)
    ok(await change({ email: freshEmail(), current_password: eva.password }, { ...eva }))
    ok(await change({ email, current_password: leo.password }, leo))
    expect((await server.call(boardsApi.get, { token: leo.token, params })).status).toBe(404)
    const token = invitation?.url?.split('#').at(-1) ?? ''
    ok(await server.call(invitationsApi.accept, { token: eva.token, body: { token } }))
    expect(await sees()).toBe(200)
  })
})

describe('the password', () => {
  const input = (account: Account, more = {}) => ({
    current_password: account.password,
    new_password: 'nova senha',
    confirmation: 'nova senha',
    ...more,
  })
  const set = (account: Account, more = {}) => server.call(accountApi.changePassword, { token: account.token, body: input(account, more) })

  test('changes with the current one, and only the new one signs in', async () => {
    const account = await register(server)
    ok(await set(account))
    expect((await server.call(authApi.login, { body: account })).status).toBe(401)
    await login(server, { ...account, password: 'nova senha' })
    expect(await profileStatus(server, account.token)).toBe(200)
  })

  test.each([
    ['current_password', '', 'Digite sua senha atual.'],
    ['current_password', 'outra', 'A senha atual não confere.'],
    ['new_password', '12345', 'A senha deve ter pelo menos 6 caracteres'],
    ['new_password', 'x'.repeat(201), 'A senha pode ter no máximo 200 caracteres.'],
    ['confirmation', 'nova senhA', 'As senhas não coincidem'],
    ['confirmation', undefined, 'As senhas não coincidem'],
  ])('refuses a wrong %s: %j', async (field, value, text) => {
    const account = await register(server)
    const more = { [field]: value, ...(field === 'new_password' && { confirmation: value }) }
    const { status, body } = await set(account, more)
    expect([status, body]).toEqual(refusal(field, text))
    await login(server, account)
  })

  test('of two changes at once, one happens', async () => {
    const account = await register(server)
    const other = { ...account, token: await login(server, account) }
    const replies = await Promise.all([set(account), set(other, { new_password: 'terceira', confirmation: 'terceira' })])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('settings', () => {
  const get = async ({ token } = ana) => ok(await server.call(accountApi.settings, { token }))
  const put = (body: unknown, { token } = ana) => server.call(accountApi.updateSettings, { token, body })

  test('start as specified and keep what is chosen, field by field', async () => {
    const account = await register(server)
    const start = { ...defaultSettings, security: { session_timeout: 30, login_notifications: true, two_factor_enabled: false } }
    expect(await get(account)).toEqual(start)
    await Promise.all([
      put({ appearance: { theme: 'dark' }, security: { session_timeout: 480 } }, account),
      put({ appearance: { compact_mode: true }, notifications: { weekly_digest: true }, dashboard: { first_steps: false } }, account),
    ])
    const chosen = {
      notifications: { ...start.notifications, weekly_digest: true },
      appearance: { ...start.appearance, theme: 'dark', theme_chosen: true, compact_mode: true },
      security: { ...start.security, session_timeout: 480 },
      voting: start.voting,
      dashboard: { first_steps: false },
    }
    expect(await get(account)).toEqual(chosen)
    expect(ok(await put({ appearance: { theme: 'auto' } }, account)).appearance).toEqual({ ...chosen.appearance, theme: 'auto' })
    expect(ok(await server.call(authApi.profile, { token: account.token })).session_timeout).toBe(480)
    expect(await get()).toEqual(start)
  })

  test('of another kind are refused and change nothing', async () => {
    const before = await get()
    for (const body of [
      { appearance: { theme: 'blue' } },
      { appearance: { compact_mode: 'true' } },
      { notifications: { weekly_digest: 1 } },
      { security: { session_timeout: 45 } },
      { security: { session_timeout: '30' } },
      { notifications: [] },
      { appearance: null },
      { dashboard: { first_steps: 'no' } },
    ]) {
      expect([body, (await put(body)).status]).toEqual([body, 400])
    }
    expect((await put({ role: 'admin', appearance: { font: 'x' }, security: { two_factor: false } })).status).toBe(200)
    expect(await get()).toEqual(before)
  })
})
