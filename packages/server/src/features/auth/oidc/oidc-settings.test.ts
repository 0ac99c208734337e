import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { oidcApi } from '@rodada/contract/auth/oidc'
import { passwordResetApi } from '@rodada/contract/auth/password-reset'
import { signUpApi } from '@rodada/contract/auth/sign-up'
import { systemApi } from '@rodada/contract/instance/system'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { confirmAddress, login, profileStatus, register } from '../../../../test/accounts.ts'
import { type Company, companyClient, follow, openCompany, openJar } from '../../../../test/company.ts'
import { acts, beginLink, isBack, somebody, take, visitsOf, withCookie } from '../../../../test/company-visits.ts'
import { freePort, startServer } from '../../../../test/harness.ts'
import { openMailbox, untilSent } from '../../../../test/mailbox.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.stop())
afterEach(() => {
  company.trouble = undefined
})
const { open, travel, signIn, linked } = visitsOf(() => company)

describe('settings of the administration', () => {
  test('nobody new comes where the provider brings nobody, or not from that domain', async () => {
    for (const [rule, person, outcome] of [
      ['no', somebody(), 'sign_up'],
      ['aroeira.com.br, ipe.com.br', somebody({ email: 'fora@outra.com.br' }), 'sign_up'],
      ['aroeira.com.br', somebody({ email_verified: false }), 'sign_up'],
      ['aroeira.com.br', somebody(), null],
    ] as const) {
      const { server } = await open({ OIDC_SIGN_UP: rule })
      expect((await travel(server, person)).outcome, rule).toBe(outcome)
      await server.stop()
    }
  })

  test('the rule of the installation counts as well, and the provider’s word in place of a link', async () => {
    const { server, admin } = await open()
    onTestFinished(() => server.stop())
    await server.call(signUpApi.change, { token: admin.token, body: { mode: 'invitation', domains: [] } })
    const person = somebody()
    expect((await travel(server, person)).outcome).toBe('sign_up')
    await server.call(signUpApi.invite, { token: admin.token, body: { emails: [String(person.email)] } })
    expect((await travel(server, { ...person, email_verified: false })).outcome).toBe('sign_up')
    expect((await travel(server, person)).outcome).toBeNull()
    // No email is sent here: the provider is who proves an address.
    const byDomain = await server.call(signUpApi.change, { token: admin.token, body: { mode: 'domains', domains: ['aroeira.com.br'] } })
    expect(byDomain.status).toBe(200)
    expect((await travel(server, somebody())).outcome).toBeNull()
    expect((await travel(server, somebody({ email: 'x@outra.com.br' }))).outcome).toBe('sign_up')
    expect((await travel(server, somebody({ email_verified: false }))).outcome).toBe('sign_up')
  })

  test('by e-mail an account is linked only where that is switched on, and the address vouched for', async () => {
    const { server } = await open({ OIDC_LINK_BY_EMAIL: 'on' })
    onTestFinished(() => server.stop())
    const confirmed = await register(server)
    await confirmAddress(server, confirmed)
    const person = somebody({ email: confirmed.email })
    expect((await travel(server, { ...person, email_verified: false })).outcome).toBe('email_taken')
    expect((await signIn(server, person)).user.id).toBe(confirmed.user.id)
    // It stays as it was otherwise.
    expect(await profileStatus(server, confirmed.token)).toBe(200)
    expect(await login(server, confirmed)).toEqual(expect.any(String))
    // Another person with that address is somebody else.
    expect((await travel(server, somebody({ email: confirmed.email }))).outcome).toBe('identity_taken')
  })

  test('what somebody made with a foreign address goes to its owner, and who made it keeps no way in', async () => {
    const { server } = await open({ OIDC_LINK_BY_EMAIL: 'on' })
    onTestFinished(() => server.stop())
    const squatter = await register(server)
    const owner = await signIn(server, somebody({ email: squatter.email }))
    expect(owner.user.id).toBe(squatter.user.id)
    expect(await profileStatus(server, squatter.token)).toBe(401)
    const { status } = await server.call(authApi.login, { body: { email: squatter.email, password: squatter.password } })
    expect(status).toBe(401)
    expect((await server.call(authApi.profile, { token: owner.token })).body.email_verified).toBe(true)
  })

  test('the role follows a claim, but the first account and the last who administers keep theirs', async () => {
    const { server, admin } = await open({ OIDC_ROLE_CLAIM: 'roles' })
    onTestFinished(() => server.stop())
    const person = somebody({ roles: ['equipe', 'Admin'] })
    expect((await signIn(server, person)).user.role).toBe('admin')
    expect((await signIn(server, { ...person, roles: 'manager' })).user.role).toBe('manager')
    expect((await signIn(server, { ...person, roles: [] })).user.role).toBe('collaborator')
    expect(await acts(server, admin, 'account.role_changed')).toContainEqual(
      expect.objectContaining({ subject: person.email, details: { from: 'collaborator', to: 'admin', by: 'oidc' } }),
    )
    const { url, cookie } = await beginLink(server, admin)
    const boss = somebody({ roles: [] })
    await travel(server, boss, { from: url, jar: withCookie(server, cookie) })
    expect((await signIn(server, boss)).user).toMatchObject({ id: admin.user.id, role: 'admin' })

    const last = somebody({ roles: 'admin' })
    const { user } = await signIn(server, last)
    await server.app.deps.db.updateTable('users').set({ role: 'collaborator' }).where('id', '!=', user.id).execute()
    expect((await signIn(server, { ...last, roles: [] })).user.role).toBe('admin')
  })

  test('without the claim’s setting, what the provider says of roles is nothing to us', async () => {
    const { server } = await open()
    onTestFinished(() => server.stop())
    expect((await signIn(server, somebody({ roles: 'admin' }))).user.role).toBe('collaborator')
  })

  test('with password login off nobody signs in, signs up or resets, and the link is not undone', async () => {
    const server = await startServer({ env: { ...company.env, PASSWORD_LOGIN: 'off' } })
    onTestFinished(() => server.stop())
    await company.know(server.urls)
    // The first account administers, however it comes.
    const first = await signIn(server, somebody())
    expect(first.user).toMatchObject({ id: 1, role: 'admin' })
    const someone = { email: 'ana@exemplo.com.br', password: 'senha secreta' }
    for (const refused of [
      await server.call(authApi.login, { body: someone }),
      await server.call(authApi.register, { body: { ...someone, name: 'Ana' } }),
      await server.call(passwordResetApi.request, { body: { email: someone.email } }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { message: 'Aqui não se entra com senha. Use o botão da empresa.' } })
    expect((await server.call(systemApi.info)).body.password_login).toBe(false)
    // A password can be set all the same: it is the way in on the day on which the provider is gone and the operator switches passwords on.
    await server.app.deps.db.updateTable('sessions').set({ proven_at: new Date().toISOString() }).execute()
    const set = { current_password: '', new_password: 'para o dia', confirmation: 'para o dia' }
    expect((await server.call(accountApi.changePassword, { token: first.token, body: set })).status).toBe(200)
    expect(await server.call(oidcApi.unlink, { token: first.token, body: { current_password: 'para o dia' } })).toMatchObject({
      status: 409,
      body: { message: 'Aqui só se entra pela empresa, e sem a ligação você não entraria mais.' },
    })
  })

  test('the owner of an account hears that it was linked and unlinked', async () => {
    const box = await openMailbox()
    // The provider has to know the address that the settings say.
    const port = String(await freePort())
    const { server } = await open({ ...box.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }, { alone: true })
    onTestFinished(async () => {
      await server.stop()
      await box.stop()
    })
    const account = await register(server)
    await confirmAddress(server, account)
    const { url, cookie } = await beginLink(server, account)
    await travel(server, somebody(), { from: url, jar: withCookie(server, cookie) })
    await server.call(oidcApi.unlink, { token: account.token, body: { current_password: account.password } })
    await untilSent(server)
    expect(box.take(account.email).map(({ subject }) => subject)).toEqual([
      'Sua conta da Rodada foi ligada à empresa',
      'Sua conta da Rodada não está mais ligada à empresa',
    ])
  })

  test('nothing of the way is printed or kept as it is, whether it led in or not', async () => {
    const printed: string[] = []
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        printed.push(String(chunk))
        return true
      })
    onTestFinished(() => void vi.restoreAllMocks())
    const { server } = await open({ LOG_LEVEL: 'trace', SECRET: 'um segredo de mais de trinta e dois caracteres' }, { alone: true })
    onTestFinished(() => server.stop())
    const jar = openJar()
    company.person = somebody()
    const back = await follow(jar, `${server.url()}/api/auth/oidc`, (url) => url.pathname.endsWith('/callback'))
    const secrets = ['code', 'state'].map((name) => back.searchParams.get(name) ?? '')
    const flows = await server.app.deps.db.selectFrom('oidc_flows').selectAll().execute()
    expect(flows.map(({ secrets: sealed }) => sealed.slice(0, 3))).toEqual(['v1:'])
    const end = await follow(jar, back.href, isBack)
    const code = end.hash.replace('#empresa=', '')
    const { body } = await take(server, { code, end, jar })
    const { id_token } = await server.app.deps.db
      .selectFrom('sessions')
      .select('id_token')
      .where('identity_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(id_token).toMatch(/^v1:/)
    const { body: left } = await server.call(authApi.logout, { token: body.token })
    secrets.push(code, body.token, new URL(left.provider_url ?? '').searchParams.get('id_token_hint') ?? '', companyClient.secret)
    await follow(jar, back.href, isBack)
    await server.raw('/api/auth/oidc/logout', { method: 'POST', body: new URLSearchParams({ logout_token: String(secrets[4]) }) })
    expect(printed.join('')).toContain('a logout of the provider was refused')
    for (const secret of secrets) expect([secret.length > 10, printed.join('').includes(secret)], secret).toEqual([true, false])
  })

  test('with another provider people are others: the link of before gives way to a new one', async () => {
    const { server } = await open()
    onTestFinished(() => server.stop())
    const person = somebody()
    const account = await linked(server, person)
    await server.app.deps.db.updateTable('identities').set({ issuer: 'https://antes.example' }).execute()
    expect((await server.call(oidcApi.status, { token: account.token })).body.link).toBeNull()
    const { url, cookie } = await beginLink(server, account)
    expect((await travel(server, person, { from: url, jar: withCookie(server, cookie) })).outcome).toBe('linked')
    expect(await server.app.deps.db.selectFrom('identities').select('issuer').execute()).toEqual([{ issuer: company.issuer }])
  })

  test('a provider that does not answer is said so, and everything else works', async () => {
    const { server, admin } = await open()
    onTestFinished(() => server.stop())
    company.trouble = { status: 503 }
    expect((await travel(server, null)).outcome).toBe('unreachable')
    const { status, body } = await server.call(oidcApi.link, { token: admin.token, body: { current_password: admin.password } })
    expect([status, body.message]).toEqual([503, 'O provedor da empresa não respondeu. Tente de novo em instantes.'])
    expect(await login(server, admin)).toEqual(expect.any(String))
    /** How often anybody makes us ask, by logouts that they make up. */
    const requestsFor = async (logout_token: string) => {
      const before = company.requests.length
      const forged = { method: 'POST', body: new URLSearchParams({ logout_token }) }
      for (let i = 0; i < 20; i += 1) expect((await server.raw('/api/auth/oidc/logout', forged)).status).toBe(503)
      return company.requests.length - before
    }
    expect(await requestsFor('x')).toBeLessThan(10)
    company.trouble = undefined
    await expect.poll(async () => (await travel(server, somebody())).code).toMatch(/^[\w-]{43}$/)
    // What it says of itself is known now, its keys are not.
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    company.trouble = { status: 503 }
    expect(await requestsFor(`${part({ alg: 'RS256', kid: 'nenhuma' })}.${part({})}.AA`)).toBeLessThan(10)
  })

  test('without a provider there is no such way', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    const account = await register(server)
    expect((await server.raw('/api/auth/oidc')).status).toBe(404)
    expect((await server.raw('/api/auth/oidc/logout', { method: 'POST' })).status).toBe(404)
    expect((await server.call(systemApi.info)).body.oidc).toBeNull()
    expect((await server.call(oidcApi.link, { token: account.token, body: { current_password: account.password } })).status).toBe(409)
    expect((await server.call(oidcApi.session, { body: { code: 'x' } })).status).toBe(401)
  })
})
