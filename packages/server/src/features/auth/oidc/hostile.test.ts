import { oidcApi } from '@rodada/contract/auth/oidc'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { confirmAddress, profileStatus, register } from '../../../../test/accounts.ts'
import { companyClient, follow, openJar } from '../../../../test/company.ts'
import { startServer, type TestServer } from '../../../../test/harness.ts'
import { type HostileCompany, hostilePerson, logoutEvents, openHostileCompany, type Wrong } from '../../../../test/hostile-company.ts'

let server: TestServer
let company: HostileCompany
beforeAll(async () => {
  company = await openHostileCompany()
  server = await startServer({ env: company.env })
  await register(server)
})
afterAll(async () => {
  await server.stop()
  await company.stop()
})
afterEach(() => {
  company.wrong = {}
})

const seconds = (more: number) => Math.floor(Date.now() / 1000) + more
const isLogin = (url: URL) => url.pathname === '/login'
const isBack = (url: URL) => url.pathname === '/api/auth/oidc/callback'

async function travel(wrong: Wrong = {}, to = server) {
  company.wrong = wrong
  const jar = openJar()
  const end = await follow(jar, `${to.url()}/api/auth/oidc`, isLogin)
  return { outcome: end.searchParams.get('empresa') ?? 'in', code: end.hash.replace('#empresa=', ''), end, jar }
}
async function signIn(claims: Record<string, unknown> = {}): Promise<string> {
  const { code, end, jar } = await travel({ claims })
  const { status, body } = await server.call(oidcApi.session, {
    body: { code },
    headers: { cookie: jar.of(`${end.origin}/api/auth/oidc/session`) },
  })
  expect(status).toBe(200)
  return body.token
}

describe('a provider that says what is not so', () => {
  test('the honest answer opens a session', async () => {
    expect((await travel()).outcome).toBe('in')
  })

  test.each<[string, Wrong]>([
    ['another nonce', { claims: { nonce: 'de outra vez' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no signature', { signature: 'none' }],
    ['a signature with the secret of the client', { signature: 'secret' }],
    ['a signature with a foreign key', { signature: 'foreign' }],
    ['another audience', { claims: { aud: 'outro-programa' } }],
    ['another audience besides, and another party', { claims: { aud: [companyClient.id, 'outro-programa'], azp: 'outro-programa' } }],
    ['another issuer in what is signed', { claims: { iss: 'https://outra.example' } }],
    ['a token that is over', { claims: { exp: seconds(-120) } }],
    ['a token without an end', { claims: { exp: undefined } }],
    ['nobody', { claims: { sub: undefined } }],
    ['somebody whose name no database keeps', { claims: { sub: 'p-1\0' } }],
    ['somebody whose name has half a letter', { claims: { sub: 'p-\ud800' } }],
    ['another person at its second address', { userinfo: { sub: 'outra-pessoa' } }],
    // Mix-up: the answer came from another provider, to which the code would be carried.
    ['an answer of another provider', { iss: 'https://outra.example' }],
  ])('%s opens nothing', async (_what, wrong) => {
    expect((await travel(wrong)).outcome).toBe('invalid')
  })

  test('an answer of another provider is not even asked about: no code goes where it did not come from', async () => {
    const before = company.exchanged.length
    await travel({ iss: 'https://outra.example' })
    expect(company.exchanged.length).toBe(before)
    // Without saying who it is, as an older provider would, although this one says that it always does.
    const jar = openJar()
    const back = await follow(jar, `${server.url()}/api/auth/oidc`, isBack)
    back.searchParams.delete('iss')
    expect((await follow(jar, back.href, isLogin)).searchParams.get('empresa')).toBe('invalid')
    expect(company.exchanged.length).toBe(before)
  })

  test('a session there whose name no database keeps opens one that has no name there', async () => {
    const sub = 'sem-nome-de-sessao'
    const token = await signIn({ sub, email: `${sub}@aroeira.com.br`, sid: 's\0' })
    expect(await profileStatus(server, token)).toBe(200)
  })

  test('an address counts as confirmed only where that is said of it, and not of another at the second place', async () => {
    const byEmail = await startServer({ env: { ...company.env, OIDC_LINK_BY_EMAIL: 'on' } })
    onTestFinished(() => byEmail.stop())
    const ana = await register(byEmail)
    await confirmAddress(byEmail, ana)
    const claims = { sub: 'quem-escolhe-o-endereço', email: ana.email, email_verified: undefined }
    const userinfo = { email: 'proprio@aroeira.com.br', email_verified: true }
    expect((await travel({ claims, userinfo }, byEmail)).outcome).toBe('email_taken')
    // Said of the same address there, it counts.
    const there = { claims: { sub: claims.sub, email: undefined, email_verified: undefined }, userinfo: { ...userinfo, email: ana.email } }
    expect((await travel(there, byEmail)).outcome).toBe('in')
  })

  test('the clocks may differ by a minute', async () => {
    expect((await travel({ claims: { exp: seconds(-40), iat: seconds(-340) } })).outcome).toBe('in')
    expect((await travel({ claims: { iat: seconds(40), nbf: seconds(40) } })).outcome).toBe('in')
  })

  test('a code is carried to the provider once, whoever brings it again', async () => {
    const jar = openJar()
    const back = await follow(jar, `${server.url()}/api/auth/oidc`, isBack)
    const before = company.exchanged.length
    expect((await follow(jar, back.href, isLogin)).hash).toMatch(/^#empresa=/)
    expect((await follow(jar, back.href, isLogin)).searchParams.get('empresa')).toBe('expired')
    expect(company.exchanged.length).toBe(before + 1)
  })

  test('the code of one way is not taken on another: the proof of the browser’s own way would not fit', async () => {
    const jar = openJar()
    const stolen = await follow(openJar(), `${server.url()}/api/auth/oidc`, isBack)
    const own = await follow(jar, `${server.url()}/api/auth/oidc`, isBack)
    // The provider of this test checks no PKCE; the nonce is what gives it away.
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect((await follow(jar, own.href, isLogin)).searchParams.get('empresa')).toBe('invalid')
    expect(company.asked.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  })

  test('nothing of the way is in what the browser’s address shows in the end', async () => {
    const { end } = await travel()
    for (const secret of ['code', 'state', 'iss']) expect(end.searchParams.has(secret)).toBe(false)
  })
})

describe('logouts that are told from server to server', () => {
  const tell = async (token: string | string[]) => {
    const body = new URLSearchParams([token].flat().map((each): [string, string] => ['logout_token', each]))
    return server.raw('/api/auth/oidc/logout', { method: 'POST', body })
  }
  let serial = 0
  const person = () => {
    serial += 1
    return { ...hostilePerson, sub: `de-saida-${serial}`, email: `de-saida-${serial}@aroeira.com.br` }
  }

  test('a person’s sessions end, and those of others and by password stay', async () => {
    const [ana, bia] = [person(), person()]
    const byPassword = await register(server)
    const [one, other, hers] = [await signIn(ana), await signIn({ ...ana, sid: 's-1' }), await signIn(bia)]
    const answer = await tell(await company.logoutToken({ sub: ana.sub }))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await Promise.all([one, other, hers, byPassword.token].map((token) => profileStatus(server, token)))).toEqual([
      401, 401, 200, 200,
    ])
  })

  test('with a session of the provider’s own, only what that opened ends, with or without the person', async () => {
    const ana = person()
    const [first, second, third] = [
      await signIn({ ...ana, sid: 'a' }),
      await signIn({ ...ana, sid: 'b' }),
      await signIn({ ...ana, sid: 'c' }),
    ]
    expect((await tell(await company.logoutToken({ sub: ana.sub, sid: 'a' }))).status).toBe(200)
    expect((await tell(await company.logoutToken({ sid: 'b' }))).status).toBe(200)
    expect(await Promise.all([first, second, third].map((token) => profileStatus(server, token)))).toEqual([401, 401, 200])
  })

  test('what waits for a browser ends, too', async () => {
    const ana = person()
    const { code, end, jar } = await travel({ claims: ana })
    await tell(await company.logoutToken({ sub: ana.sub }))
    const headers = { cookie: jar.of(`${end.origin}/api/auth/oidc/session`) }
    expect((await server.call(oidcApi.session, { body: { code }, headers })).status).toBe(401)
  })

  test.each<[string, { sid?: string }]>([
    ['the person', {}],
    ['their session', { sid: 's' }],
  ])('a sign-in during which %s is logged out opens nothing, and the next one does', async (_what, { sid }) => {
    const claims = { ...person(), sid: 's' }
    await signIn(claims)
    const meanwhile = async () => tell(await company.logoutToken({ sub: claims.sub, sid }))
    expect((await travel({ claims, meanwhile })).outcome).toBe('expired')
    expect((await travel({ claims })).outcome).toBe('in')
    // That of another session is nothing to it.
    const another = async () => tell(await company.logoutToken({ sub: claims.sub, sid: 'outra' }))
    expect((await travel({ claims, meanwhile: another })).outcome).toBe('in')
  })

  test.each<[string, boolean]>([
    ['with the person', true],
    ['without the person', false],
  ])('a sign-in that does not say by which session it is opens nothing when one is logged out meanwhile, %s', async (_what, isNamed) => {
    const [claims, other] = [person(), person()]
    await signIn({ ...claims, sid: 'aberta' })
    await signIn({ ...other, sid: 'de-outra' })
    const logOut = (sub: string, sid: string) => async () => tell(await company.logoutToken({ sid, ...(isNamed && { sub }) }))
    expect((await travel({ claims, meanwhile: logOut(claims.sub, 'aberta') })).outcome).toBe('expired')
    expect((await travel({ claims })).outcome).toBe('in')
    // Nor are other people's sessions anything to it, and those that are named end by their name.
    expect((await travel({ claims, meanwhile: logOut(other.sub, 'de-outra') })).outcome).toBe('in')
    await signIn({ ...claims, sid: 'outra' })
    expect((await travel({ claims: { ...claims, sid: 'terceira' }, meanwhile: logOut(claims.sub, 'outra') })).outcome).toBe('in')
  })

  test('the open page is thrown out', async () => {
    const { io } = await import('socket.io-client')
    const ana = person()
    const token = await signIn(ana)
    const socket = io(server.url(), { auth: { token }, transports: ['websocket'], reconnection: false })
    await new Promise<void>((done, fail) => {
      socket.on('connect', done)
      socket.on('connect_error', fail)
    })
    const [told, gone] = [
      new Promise<unknown>((done) => socket.on('auth_error', done)),
      new Promise<unknown>((done) => socket.on('disconnect', done)),
    ]
    await tell(await company.logoutToken({ sub: ana.sub }))
    expect(await told).toEqual({ message: 'Erro de autenticação' })
    expect(await gone).toBe('io server disconnect')
  })

  test.each<[string, (sub: string) => Promise<string>]>([
    ['with a nonce', (sub) => company.logoutToken({ sub, nonce: 'x' })],
    ['of no event', (sub) => company.logoutToken({ sub, events: undefined })],
    ['of another event', (sub) => company.logoutToken({ sub, events: { 'http://schemas.openid.net/event/outro': {} } })],
    ['whose event is no object', (sub) => company.logoutToken({ sub, events: { [Object.keys(logoutEvents)[0] ?? '']: 'sim' } })],
    ['of nobody', () => company.logoutToken({})],
    ['of somebody whose name no database keeps', (sub) => company.logoutToken({ sub: `${sub}\0` })],
    ['of a session whose name no database keeps', (sub) => company.logoutToken({ sub, sid: 's\0' })],
    ['of a session whose name has half a letter', (sub) => company.logoutToken({ sub, sid: '\udfff' })],
    ['without a name of its own', (sub) => company.logoutToken({ sub, jti: undefined })],
    ['without a time', (sub) => company.logoutToken({ sub, iat: undefined })],
    ['told long ago', (sub) => company.logoutToken({ sub, iat: seconds(-600), exp: seconds(600) })],
    ['of the future', (sub) => company.logoutToken({ sub, iat: seconds(600), exp: seconds(900) })],
    ['that is over', (sub) => company.logoutToken({ sub, iat: seconds(-200), exp: seconds(-100) })],
    ['for somebody else', (sub) => company.logoutToken({ sub, aud: 'outro-programa' })],
    ['of another issuer', (sub) => company.logoutToken({ sub, iss: 'https://outra.example' })],
    ['without a signature', (sub) => company.logoutToken({ sub }, { signature: 'none' })],
    ['signed with a foreign key', (sub) => company.logoutToken({ sub }, { signature: 'foreign' })],
    ['signed with the secret of the client', (sub) => company.logoutToken({ sub }, { signature: 'secret' })],
    ['that is no token', async () => 'x.y.z'],
  ])('a notice %s ends nothing', async (_what, make) => {
    const ana = person()
    const token = await signIn(ana)
    expect((await tell(await make(ana.sub))).status).toBe(400)
    expect(await profileStatus(server, token)).toBe(200)
  })

  test('a notice counts once', async () => {
    const ana = person()
    const notice = await company.logoutToken({ sub: ana.sub })
    expect((await tell(notice)).status).toBe(200)
    const token = await signIn(ana)
    expect((await tell(notice)).status).toBe(400)
    expect(await profileStatus(server, token)).toBe(200)
  })

  test('a body that is no form, has no notice, or has two is refused', async () => {
    const ana = person()
    const token = await signIn(ana)
    const notice = await company.logoutToken({ sub: ana.sub })
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ logout_token: notice }) }
    expect((await server.raw('/api/auth/oidc/logout', json)).status).toBe(415)
    expect((await tell([])).status).toBe(400)
    expect((await tell([notice, notice])).status).toBe(400)
    expect((await tell('x'.repeat(20_000))).status).toBe(413)
    expect(await profileStatus(server, token)).toBe(200)
  })
})

test('over https another host of the domain cannot lead somebody to the end of its own way: its cookie is none of ours', async () => {
  const site = 'https://rodada.exemplo.com.br'
  const behind = await startServer({ alone: true, env: { ...company.env, PUBLIC_URL: site } })
  onTestFinished(() => behind.stop())
  const way = async () => {
    const begun = await behind.raw('/api/auth/oidc', { redirect: 'manual' })
    const [cookie = ''] = begun.headers.getSetCookie()
    const answered = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
    const back = new URL(answered.headers.get('location') ?? '')
    expect(back.origin).toBe(site)
    return { cookie, path: `${back.pathname}${back.search}` }
  }
  const secretOf = (cookie: string) => /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  const end = async (path: string, cookie: string) =>
    (await behind.raw(path, { redirect: 'manual', headers: { cookie } })).headers.get('location')

  const foreign = await way()
  expect(await end(foreign.path, `rodada_oidc=${secretOf(foreign.cookie)}`)).toContain('empresa=expired')
  const own = await way()
  expect(own.cookie).toMatch(/^__Host-rodada_oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
  const led = await end(own.path, `rodada_oidc=${secretOf(foreign.cookie)}; __Host-rodada_oidc=${secretOf(own.cookie)}`)
  expect(led).toContain('#empresa=')
  const session = (cookie: string) =>
    behind.call(oidcApi.session, { body: { code: led?.split('#empresa=')[1] ?? '' }, headers: { cookie } })
  expect((await session(`rodada_oidc=${secretOf(own.cookie)}`)).status).toBe(401)
  expect((await session(`__Host-rodada_oidc=${secretOf(own.cookie)}`)).status).toBe(200)
})
