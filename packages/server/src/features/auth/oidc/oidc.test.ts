import { accountApi } from '@rodada/contract/auth/account'
import { authApi } from '@rodada/contract/auth/auth'
import { oidcApi } from '@rodada/contract/auth/oidc'
import { twoFactorApi } from '@rodada/contract/auth/two-factor'
import { adminApi } from '@rodada/contract/instance/admin'
import { systemApi } from '@rodada/contract/instance/system'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, confirmAddress, login, profileStatus, register } from '../../../../test/accounts.ts'
import { type Company, type CompanyAccount, follow, openCompany, openJar } from '../../../../test/company.ts'
import { acts, beginLink, isBack, somebody, take, visitsOf, withCookie } from '../../../../test/company-visits.ts'
import type { TestServer } from '../../../../test/harness.ts'
import { ownPath } from './own-path.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.stop())
afterEach(() => {
  company.trouble = undefined
})
const { open, travel, signIn, linked } = visitsOf(() => company)

describe('with the usual settings', () => {
  let server: TestServer
  let admin: Account
  beforeAll(async () => {
    ;({ server, admin } = await open())
  })
  afterAll(() => server.stop())

  test('the way begins with PKCE, state and nonce, and binds them to the browser', async () => {
    const answer = await server.raw('/api/auth/oidc?voltar=/sprints', { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const asked = new URL(answer.headers.get('location') ?? '')
    expect(asked.origin).toBe(company.issuer)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^rodada_oidc=[\w-]{43}; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect((await server.call(systemApi.info)).body).toMatchObject({
      oidc: { name: 'Aroeira', auto_redirect: false },
      password_login: true,
    })
  })

  test('somebody new gets an account with the address that the provider vouches for, and the same one the next time', async () => {
    const person = somebody()
    const first = await signIn(server, person)
    expect(first.user).toMatchObject({ name: person.name, email: person.email, role: 'collaborator' })
    expect(await profileStatus(server, first.token)).toBe(200)
    const { body } = await server.call(accountApi.sessions, { token: first.token })
    expect(body).toMatchObject([{ current: true, by_company: true }])
    // Their address and name are others now, and so is nothing of who they are.
    const second = await signIn(server, { ...person, email: `outra-${person.email}`, name: 'Outro Nome' })
    expect(second.user).toMatchObject({ id: first.user.id, email: person.email, name: person.name })
    expect((await server.call(oidcApi.status, { token: second.token })).body).toMatchObject({
      link: { email: `outra-${person.email}` },
      has_password: false,
      proven: false,
    })
    expect(await acts(server, admin, 'account.registered')).toContainEqual(
      expect.objectContaining({ subject: person.email, details: { by: 'oidc' } }),
    )
    expect(await acts(server, admin, 'session.opened')).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id: first.user.id }), details: { by: 'oidc' } }),
    )
  })

  test('the code opens one session, once, and only in the browser that made the way', async () => {
    const way = await travel(server, somebody())
    expect(way.end.search).toBe('')
    const stranger = await take(server, { ...way, jar: (await travel(server, somebody())).jar })
    expect(stranger).toMatchObject({ status: 401, body: { error: 'wrong_credentials' } })
    expect((await take(server, { ...way, jar: openJar() })).status).toBe(401)
    expect((await take(server, way)).status).toBe(200)
    expect((await take(server, way)).status).toBe(401)
  })

  test('a way back counts once, and in no other browser', async () => {
    const jar = openJar()
    company.person = somebody()
    const back = await follow(jar, `${server.url()}/api/auth/oidc`, (url) => url.pathname.endsWith('/callback'))
    const foreign = await follow(openJar(), back.href, isBack)
    expect(foreign.searchParams.get('empresa')).toBe('expired')
    // The stranger used it up.
    expect((await follow(jar, back.href, isBack)).searchParams.get('empresa')).toBe('expired')

    const own = await follow(jar, `${server.url()}/api/auth/oidc`, (url) => url.pathname.endsWith('/callback'))
    expect((await follow(jar, own.href, isBack)).hash).toMatch(/^#empresa=[\w-]{43}$/)
    expect((await follow(jar, own.href, isBack)).searchParams.get('empresa')).toBe('expired')
  })

  test('a way back whose address is no text leads nowhere, and none of it is read', async () => {
    const begun = await server.raw('/api/auth/oidc', { redirect: 'manual' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    const headers = { cookie: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const back = async (more: string) => {
      const answer = await server.raw(`/api/auth/oidc/callback?state=${state}&code=x${more}`, { redirect: 'manual', headers })
      return answer.headers.get('location')
    }
    expect(await back('&%ff')).toBe('/login?empresa=expired')
    // The way is still open.
    expect(await back('')).toBe('/login?empresa=invalid')
  })

  test('two pages of one browser can be on their way at once', async () => {
    const jar = openJar()
    company.person = somebody()
    const until = (url: URL) => url.pathname.endsWith('/callback')
    const origin = server.urls[0] ?? ''
    const [one, other] = [await follow(jar, `${origin}/api/auth/oidc`, until), await follow(jar, `${origin}/api/auth/oidc`, until)]
    for (const back of [one, other]) expect((await follow(jar, back.href, isBack)).href).toMatch(/#empresa=/)
  })

  test('a way that took longer than ten minutes leads nowhere', async () => {
    const jar = openJar()
    company.person = somebody()
    const back = await follow(jar, `${server.url()}/api/auth/oidc`, (url) => url.pathname.endsWith('/callback'))
    await server.app.deps.db
      .updateTable('oidc_flows')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .execute()
    expect((await follow(jar, back.href, isBack)).searchParams.get('empresa')).toBe('expired')
  })

  test('one comes back to a path of this origin, and to no other', async () => {
    const { end } = await travel(server, somebody(), { from: `/api/auth/oidc?voltar=${encodeURIComponent('/sprints?x=1#fim')}` })
    expect(end.searchParams.get('voltar')).toBe('/sprints?x=1#fim')
    for (const path of [
      '//mal.example',
      '/\\mal.example',
      'https://mal.example',
      '/a/..//mal.example',
      '/login?x',
      '/api/x',
      '/x\n',
      'x',
      '',
      7,
    ])
      expect(ownPath(path), String(path)).toBeUndefined()
    const elsewhere = await travel(server, somebody(), { from: `/api/auth/oidc?voltar=${encodeURIComponent('//mal.example')}` })
    expect(elsewhere.end.searchParams.has('voltar')).toBe(false)
  })

  test('an address that an account here has is refused, whoever vouches for it', async () => {
    const account = await register(server)
    await confirmAddress(server, account)
    const { outcome, code } = await travel(server, somebody({ email: account.email.toUpperCase() }))
    expect([outcome, code]).toEqual(['email_taken', ''])
    expect(await acts(server, admin, 'session.refused')).toContainEqual(
      expect.objectContaining({ subject: account.email, details: { why: 'email_taken' }, user: null }),
    )
  })

  test('an account is linked while one is signed in to it, with its password', async () => {
    const person = somebody({ email: 'outro-nome@aroeira.com.br' })
    const account = await register(server)
    const wrong = await server.call(oidcApi.link, { token: account.token, body: { current_password: 'errada' } })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { current_password: expect.any(String) } } })
    const { url, cookie } = await beginLink(server, account)
    // In another browser the link is not made: somebody else's company account must not open this one.
    expect((await travel(server, person, { from: url })).outcome).toBe('expired')

    const second = await beginLink(server, account)
    expect(second.cookie).not.toBe(cookie)
    const { outcome, end } = await travel(server, person, { from: second.url, jar: withCookie(server, second.cookie) })
    expect([outcome, end.pathname, end.searchParams.get('aba')]).toEqual(['linked', '/settings', 'seguranca'])
    expect((await signIn(server, person)).user).toMatchObject({ id: account.user.id, email: account.email })
    expect(await acts(server, admin, 'identity.linked')).toContainEqual(
      expect.objectContaining({ subject: account.email, details: { by: 'session' } }),
    )
    expect((await server.call(oidcApi.link, { token: account.token, body: { current_password: account.password } })).status).toBe(409)
  })

  test('a person of the provider opens one account only', async () => {
    const person = somebody()
    await linked(server, person)
    const { url, cookie } = await beginLink(server, await register(server))
    expect((await travel(server, person, { from: url, jar: withCookie(server, cookie) })).outcome).toBe('identity_taken')
  })

  test('a link that was begun in a session that ended is not made', async () => {
    const account = await register(server)
    const { url, cookie } = await beginLink(server, account)
    await server.call(authApi.logout, { token: account.token })
    expect((await travel(server, somebody(), { from: url, jar: withCookie(server, cookie) })).outcome).toBe('expired')
  })

  test('undoing the link asks for the password, ends what it opened, and lets nobody in afterwards', async () => {
    const person = somebody()
    const account = await linked(server, person)
    const opened = await signIn(server, person)
    expect((await server.call(oidcApi.unlink, { token: account.token, body: { current_password: '' } })).status).toBe(400)
    const { status } = await server.call(oidcApi.unlink, { token: account.token, body: { current_password: account.password } })
    expect([status, await profileStatus(server, opened.token), await profileStatus(server, account.token)]).toEqual([200, 401, 200])
    const again = await signIn(server, person)
    expect(again.user.id).not.toBe(account.user.id)
    expect(await acts(server, admin, 'identity.unlinked')).toContainEqual(expect.objectContaining({ subject: account.email }))
  })

  test('the second factor of an account is asked for, whichever way one comes', async () => {
    const person = somebody()
    const account = await linked(server, person)
    const { body: enrolment } = await server.call(twoFactorApi.enrol, {
      token: account.token,
      body: { current_password: account.password },
    })
    const { TOTP } = await import('otpauth')
    const code = new TOTP({ secret: enrolment.secret }).generate()
    const { body } = await server.call(twoFactorApi.confirm, { token: account.token, body: { code } })
    const way = await travel(server, person)
    const half = await take(server, way)
    expect(half).toMatchObject({ status: 403, body: { error: 'two_factor', two_factor: expect.any(String) } })
    const whole = await server.call(twoFactorApi.login, {
      body: { token: String(half.body.two_factor), code: body.recovery_codes[0] ?? '' },
    })
    expect(whole).toMatchObject({ status: 200, body: { user: { id: account.user.id } } })
    const devices = (await server.call(accountApi.sessions, { token: whole.body.token })).body
    expect(devices.find(({ current }) => current)).toMatchObject({ by_company: true })
  })

  test('an account without a password is proven by the provider where others give their password', async () => {
    const person = somebody()
    const { token, user } = await signIn(server, person)
    const change = (current_password = '') =>
      server.call(accountApi.changePassword, {
        token,
        body: { current_password, new_password: 'nova senha 1', confirmation: 'nova senha 1' },
      })
    expect(await change()).toMatchObject({ status: 400, body: { fields: { current_password: expect.stringContaining('empresa') } } })
    expect((await server.call(oidcApi.unlink, { token, body: { current_password: '' } })).status).toBe(400)
    // No text is the password of an account that has none.
    expect((await server.call(authApi.login, { body: { email: user.email, password: '!' } })).status).toBe(401)

    const prove = async (whom: CompanyAccount) => {
      const { body, headers } = await server.call(oidcApi.prove, { token, body: { voltar: '/settings?aba=perfil' } })
      const jar = withCookie(server, headers.getSetCookie()[0]?.split(';')[0] ?? '')
      return travel(server, whom, { from: body.url, jar })
    }
    expect((await prove(somebody())).outcome).toBe('somebody_else')
    expect((await change()).status).toBe(400)
    const proven = await prove(person)
    expect([proven.outcome, proven.end.pathname + proven.end.search]).toEqual(['proven', '/settings?aba=perfil&empresa=proven'])
    expect((await server.call(oidcApi.status, { token })).body.proven).toBe(true)
    // It is the only way in still.
    expect(await server.call(oidcApi.unlink, { token, body: { current_password: '' } })).toMatchObject({ status: 409 })
    expect((await change()).status).toBe(200)
    expect(await login(server, { email: user.email, password: 'nova senha 1' })).toEqual(expect.any(String))
    // From now on the password is what is asked for.
    expect((await change()).status).toBe(400)
    expect((await server.call(oidcApi.unlink, { token, body: { current_password: 'nova senha 1' } })).status).toBe(200)
  })

  test('a proof is over after ten minutes', async () => {
    const { token, user } = await signIn(server, somebody())
    const proven_at = new Date(Date.now() - 11 * 60_000).toISOString()
    await server.app.deps.db.updateTable('sessions').set({ proven_at }).where('user_id', '=', user.id).execute()
    expect((await server.call(oidcApi.status, { token })).body.proven).toBe(false)
  })

  test('a deactivated account stays closed', async () => {
    const person = somebody()
    const way = await travel(server, person)
    const { user } = (await take(server, way)).body
    const late = await travel(server, person)
    await server.call(adminApi.updateUser, { token: admin.token, params: { userId: user.id }, body: { is_active: false } })
    expect((await take(server, late)).status).toBe(403)
    expect((await travel(server, person)).outcome).toBe('deactivated')
  })

  test('who refuses at the provider, and who has no address there, comes back with the reason', async () => {
    expect((await travel(server, null)).outcome).toBe('denied')
    expect((await travel(server, { sub: 'sem-endereco' })).outcome).toBe('no_email')
    expect((await travel(server, somebody({ email: 'não é um endereço' }))).outcome).toBe('no_email')
  })

  test('an address that nobody vouches for makes an account that is not confirmed', async () => {
    const { token } = await signIn(server, somebody({ email_verified: false }))
    expect((await server.call(authApi.profile, { token })).body.email_verified).toBe(false)
    const vouched = await signIn(server, somebody())
    expect((await server.call(authApi.profile, { token: vouched.token })).body.email_verified).toBe(true)
  })

  test('who leaves at the provider has left here, too', async () => {
    const person = somebody()
    const [here, elsewhere] = [await signIn(server, person), await signIn(server, person)]
    await company.logOut(here.jar)
    await expect.poll(() => profileStatus(server, here.token)).toBe(401)
    // It is another session of the provider's own.
    expect(await profileStatus(server, elsewhere.token)).toBe(200)
    expect(await acts(server, admin, 'session.ended_by_provider')).toContainEqual(
      expect.objectContaining({ subject: person.email, details: { sessions: 1 }, user: null }),
    )
  })

  test('leaving also leads to the logout of the provider, for who came by it', async () => {
    const { token } = await signIn(server, somebody())
    const { body } = await server.call(authApi.logout, { token })
    const url = new URL(body.provider_url ?? '')
    expect(url.origin + url.pathname).toBe(`${company.issuer}/session/end`)
    expect(server.urls.map((origin) => `${origin}/login?senha`)).toContain(url.searchParams.get('post_logout_redirect_uri'))
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect(await profileStatus(server, token)).toBe(401)
    const byPassword = await register(server)
    expect((await server.call(authApi.logout, { token: byPassword.token })).body).toEqual({})
  })
})
