import { accountApi } from '@rodada/contract/auth/account'
import { githubApi } from '@rodada/contract/integrations/github'
import { texts } from '@rodada/contract/texts/texts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, login, register } from '../../../test/accounts.ts'
import { ok } from '../../../test/boards.ts'
import { openGithub, type StandInGithub } from '../../../test/github.ts'
import { startServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let github: StandInGithub
beforeAll(async () => {
  github = await openGithub()
  server = await startServer({ env: { ...github.env, PUBLIC_URL: 'http://rodada.exemplo.com.br' } })
})
afterAll(async () => {
  await server.stop()
  await github.stop()
})
afterEach(() => {
  github.person = 'ana-dev'
  github.trouble = undefined
  github.hold = undefined
})

const redirectUri = 'http://rodada.exemplo.com.br/settings?tab=integracoes'

/** Begins as a person does: the address to which GitHub sends them back, and the cookie of the browser. */
async function begin(account: Pick<Account, 'token'>) {
  const { status, headers, body } = await server.call(githubApi.authUrl, { token: account.token, body: { redirectUri } })
  expect(status).toBe(200)
  const cookie = headers.get('set-cookie') ?? ''
  return { cookie: cookie.split(';')[0] ?? '', attributes: cookie, authUrl: body.authUrl, back: await github.authorize(body.authUrl) }
}

/** Comes back from GitHub in a browser: the page that it leads to, and its parameters. */
async function comeBack(back: string, cookie: string) {
  const { pathname, search } = new URL(back)
  const response = await server.raw(pathname + search, { redirect: 'manual', headers: { cookie } })
  const location = response.headers.get('location') ?? ''
  return { status: response.status, location, query: new URL(location, 'http://x').searchParams, headers: response.headers }
}

const status = async (account: Pick<Account, 'token'>) => ok(await server.call(githubApi.status, { token: account.token }))

test('a person connects their account, and nothing but login and picture reaches the browser', async () => {
  const ana = await register(server)
  expect(await status(ana)).toMatchObject({ available: true, connected: false, username: null })
  const { back, cookie, attributes, authUrl } = await begin(ana)
  expect(attributes).toMatch(/^rodada_github=[\w-]{43}; Path=\/api\/github\/callback; HttpOnly; SameSite=Lax; Max-Age=600$/)
  expect(new URL(authUrl).searchParams.get('redirect_uri')).toBe('http://rodada.exemplo.com.br/api/github/callback')
  const result = await comeBack(back, cookie)
  expect(result.status).toBe(302)
  expect(result.location).toMatch(/^http:\/\/rodada\.exemplo\.com\.br\/settings\?tab=integracoes&success=true&github_data=/)
  expect(JSON.parse(result.query.get('github_data') ?? '')).toEqual({
    login: 'ana-dev',
    avatar_url: 'https://avatars.githubusercontent.com/ana-dev',
  })
  expect(await status(ana)).toEqual({
    available: true,
    connected: true,
    username: 'ana-dev',
    avatar_url: 'https://avatars.githubusercontent.com/ana-dev',
    connected_at: expect.any(String),
    broken: false,
  })
  const [token] = [...github.tokens.keys()]
  const row = await server.app.deps.db
    .selectFrom('github_accounts')
    .selectAll()
    .where('user_id', '=', ana.user.id)
    .executeTakeFirstOrThrow()
  expect(token).toMatch(/^gho_/)
  expect(result.location).not.toContain('gho_')
  // Sealed, so the database alone does not reveal it.
  expect(row.token.startsWith('v1:') || row.token.startsWith('plain:')).toBe(true)
})

test('invented returns of a neighbour keep nobody from coming back with their own', async () => {
  const env = { ...github.env, PUBLIC_URL: 'http://rodada.exemplo.com.br', RATE_LIMIT_FACTOR: '0.1' }
  const limited = await startServer({ alone: true, env })
  try {
    const ana = await register(limited)
    const { headers, body } = await limited.call(githubApi.authUrl, { token: ana.token, body: { redirectUri } })
    const { pathname, search } = new URL(await github.authorize(body.authUrl))
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const comeBack = (to: string) => limited.raw(to, { redirect: 'manual', headers: { cookie } })
    const statuses: number[] = []
    for (let turn = 0; turn < 8; turn += 1) statuses.push((await comeBack(`${pathname}?state=inventado&code=x`)).status)
    expect(statuses).toEqual([302, 302, 302, 302, 302, 302, 429, 429])
    await comeBack(pathname + search)
    expect(ok(await limited.call(githubApi.status, { token: ana.token }))).toMatchObject({ connected: true })
  } finally {
    await limited.stop()
  }
})

test('a token is sealed with the SECRET', async () => {
  const sealed = await startServer({
    alone: true,
    env: { ...github.env, SECRET: 's'.repeat(32), PUBLIC_URL: 'http://rodada.exemplo.com.br' },
  })
  try {
    const ana = await register(sealed)
    const { headers, body } = await sealed.call(githubApi.authUrl, { token: ana.token, body: { redirectUri } })
    const { pathname, search } = new URL(await github.authorize(body.authUrl))
    await sealed.raw(pathname + search, { redirect: 'manual', headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } })
    const { token } = await sealed.app.deps.db.selectFrom('github_accounts').select('token').executeTakeFirstOrThrow()
    expect(token).toMatch(/^v1:/)
    expect(token).not.toContain('gho_')
  } finally {
    await sealed.stop()
  }
})

describe('a return that does not belong to the authorization', () => {
  const refused = { error: 'invalid_state', message: texts.githubStateOver }
  const resultOf = async (back: string, cookie: string) => Object.fromEntries((await comeBack(back, cookie)).query)

  test('with an invented state, or none, connects nobody', async () => {
    const ana = await register(server)
    const { back, cookie } = await begin(ana)
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await resultOf(forged.href, cookie)).toMatchObject(refused)
    forged.searchParams.delete('state')
    expect(await resultOf(forged.href, cookie)).toMatchObject(refused)
    expect(await status(ana)).toMatchObject({ connected: false })
  })

  test('connects nobody when the session ends while GitHub is asked, and stores no token', async () => {
    const owner = await register(server)
    const stolen = await login(server, owner)
    const { back, cookie } = await begin({ token: stolen })
    const before = new Set(github.tokens.keys())
    github.person = 'mallory-dev'
    github.hold = async () => void ok(await server.call(accountApi.endOtherSessions, { token: owner.token }))
    expect(await resultOf(back, cookie)).toMatchObject(refused)
    expect(await status(owner)).toMatchObject({ connected: false })
    expect([...github.tokens.keys()].filter((token) => !before.has(token))).toEqual([])
  })

  test('works once', async () => {
    const ana = await register(server)
    const { back, cookie } = await begin(ana)
    expect(await resultOf(back, cookie)).toMatchObject({ success: 'true' })
    github.person = 'outra-conta'
    expect(await resultOf(back, cookie)).toMatchObject(refused)
    expect(await status(ana)).toMatchObject({ username: 'ana-dev' })
  })

  test('in the browser of another person, who was sent the page, connects their account to nobody', async () => {
    const mallory = await register(server)
    const victim = await register(server)
    const { authUrl } = await begin(mallory)
    github.person = 'vitima'
    const back = await github.authorize(authUrl)
    expect(await resultOf(back, '')).toMatchObject(refused)
    // Also when that browser began an authorization of its own.
    const own = await begin(victim)
    const { back: second } = { back: await github.authorize((await begin(mallory)).authUrl) }
    expect(await resultOf(second, own.cookie)).toMatchObject(refused)
    expect(await status(mallory)).toMatchObject({ connected: false })
    expect(await status(victim)).toMatchObject({ connected: false })
  })

  test('after ten minutes, after signing out, or of a deactivated account, connects nobody', async () => {
    const { db } = server.app.deps
    const slow = await register(server)
    const first = await begin(slow)
    await db.updateTable('github_states').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('user_id', '=', slow.user.id).execute()
    expect(await resultOf(first.back, first.cookie)).toMatchObject(refused)

    const gone = await register(server)
    const second = await begin({ token: await login(server, gone) })
    await db.deleteFrom('sessions').where('user_id', '=', gone.user.id).execute()
    expect(await resultOf(second.back, second.cookie)).toMatchObject(refused)

    const off = await register(server)
    const third = await begin(off)
    await db.updateTable('users').set({ deactivated_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', off.user.id).execute()
    expect(await resultOf(third.back, third.cookie)).toMatchObject(refused)
    expect(
      await db.selectFrom('github_accounts').select('user_id').where('user_id', 'in', [slow.user.id, gone.user.id, off.user.id]).execute(),
    ).toEqual([])
  })

  test('with a code that GitHub gave for another request is refused by PKCE', async () => {
    const ana = await register(server)
    const [one, two] = [await begin(ana), await begin(ana)]
    const mixed = new URL(two.back)
    mixed.searchParams.set('code', new URL(one.back).searchParams.get('code') ?? '')
    expect(await resultOf(mixed.href, two.cookie)).toMatchObject({ error: 'exchange_failed', message: texts.githubExchangeFailed })
    expect(await status(ana)).toMatchObject({ connected: false })
  })

  test('of a person who refused is reported as such', async () => {
    const ana = await register(server)
    github.person = null
    const { back, cookie } = await begin(ana)
    expect(await resultOf(back, cookie)).toEqual({ tab: 'integracoes', error: 'access_denied', message: texts.githubDenied })
  })
})

test.each([
  'http://rodada.exemplo.com.br.mal.com/settings',
  'https://rodada.exemplo.com.br/settings',
  'http://mal.com/settings',
  'http://rodada.exemplo.com.br/api/auth/logout',
  'http://rodada.exemplo.com.br/settings/../admin',
  'http://rodada.exemplo.com.br@mal.com/settings',
  '//mal.com/settings',
  'javascript:alert(1)',
  '/settings',
  '',
])('GitHub does not send people back to %j', async (uri) => {
  const ana = await register(server)
  const { status, body } = await server.call(githubApi.authUrl, { token: ana.token, body: { redirectUri: uri } })
  expect([status, body.fields]).toEqual([400, { redirectUri: texts.githubRedirectInvalid }])
})

test('disconnecting deletes the account here and revokes the authorization there', async () => {
  const ana = await register(server)
  const { back, cookie } = await begin(ana)
  await comeBack(back, cookie)
  const token = [...github.tokens.keys()].at(-1) ?? ''
  expect(github.tokens.has(token)).toBe(true)
  ok(await server.call(githubApi.disconnect, { token: ana.token }))
  expect(github.tokens.has(token)).toBe(false)
  expect(await status(ana)).toMatchObject({ connected: false, username: null })
  // Disconnecting twice is no error.
  ok(await server.call(githubApi.disconnect, { token: ana.token }))
})

test('an installation without credentials says that people cannot connect', async () => {
  const plain = await startServer({ alone: true })
  try {
    const ana = await register(plain)
    expect(ok(await plain.call(githubApi.status, { token: ana.token }))).toMatchObject({ available: false, connected: false })
    const { status, body } = await plain.call(githubApi.authUrl, { token: ana.token, body: { redirectUri } })
    expect([status, body.message]).toEqual([409, texts.githubOff])
    expect((await plain.raw('/api/github/callback?state=x&code=y')).status).toBe(404)
  } finally {
    await plain.stop()
  }
})
