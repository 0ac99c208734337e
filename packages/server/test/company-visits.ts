import { oidcApi } from '@rodada/contract/auth/oidc'
import { type AuditEntry, auditApi } from '@rodada/contract/instance/audit'
import { expect } from 'vitest'
import { type Account, register } from './accounts.ts'
import { type Company, type CompanyAccount, type CookieJar, follow, openJar } from './company.ts'
import { startServer, type TestServer } from './harness.ts'

let serial = 0
/** Somebody whom the provider knows and nobody else does. */
export const somebody = (more: Partial<CompanyAccount> = {}): CompanyAccount => {
  serial += 1
  return { sub: `p-${serial}`, email: `empregado-${serial}@aroeira.com.br`, email_verified: true, name: `Empregada ${serial}`, ...more }
}

/** Where a way to the company ends. */
export const isBack = (url: URL): boolean => url.pathname === '/login' || url.pathname === '/settings'

/** Takes the session of a code, as the page does in the same browser. */
export const take = async (server: TestServer, { code, end, jar }: { code: string; end: URL; jar: CookieJar }) =>
  server.call(oidcApi.session, { body: { code }, headers: { cookie: jar.of(`${end.origin}/api/auth/oidc/session`) } })

/** Begins to link an account. @returns where the browser goes, and the cookie with which it comes back */
export async function beginLink(server: TestServer, account: Account): Promise<{ url: string; cookie: string }> {
  const { status, body, headers } = await server.call(oidcApi.link, { token: account.token, body: { current_password: account.password } })
  expect(status).toBe(200)
  return { url: body.url, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** A browser that was given this cookie by the installation. */
export function withCookie(server: TestServer, cookie: string): CookieJar {
  const jar = openJar()
  return {
    of: (url) => [jar.of(url), server.urls.some((origin) => url.startsWith(origin)) ? cookie : ''].filter(Boolean).join('; '),
    fetch: (url, init) =>
      server.urls.some((origin) => url.startsWith(origin))
        ? fetch(url, { ...init, redirect: 'manual', headers: { ...init?.headers, cookie } })
        : jar.fetch(url, init),
  }
}

/** What the audit log has of a kind, the newest first. */
export const acts = async (server: TestServer, admin: Account, kind: string): Promise<AuditEntry[]> =>
  (await server.call(auditApi.list, { token: admin.token, query: { kind, limit: 50 } })).body.entries

/** What people do with an installation and a provider; `company` is asked for when somebody goes there. */
export function visitsOf(company: () => Company) {
  /** An installation that the provider knows, with its first account, which administers. */
  async function open(env: Record<string, string> = {}, more: { alone?: boolean } = {}): Promise<{ server: TestServer; admin: Account }> {
    const server = await startServer({ ...more, env: { ...company().env, ...env } })
    await company().know(server.urls)
    return { server, admin: await register(server) }
  }
  /** Goes to the provider and back. @returns where the browser ends, with the code or with what became of it */
  async function travel(server: TestServer, person: CompanyAccount | null, { jar = openJar(), from = '/api/auth/oidc' } = {}) {
    company().person = person
    const url = from.startsWith('http') ? from : server.url() + from
    const end = await follow(jar, url, isBack)
    return { end, jar, outcome: end.searchParams.get('empresa'), code: end.hash.replace('#empresa=', '') }
  }

  async function signIn(server: TestServer, person: CompanyAccount, jar = openJar()) {
    const way = await travel(server, person, { jar })
    const { status, body } = await take(server, way)
    if (status !== 200) throw new Error(`${status} ${body.message} ${way.outcome}`)
    return { ...body, jar, way }
  }

  /** A linked account that has a password, made the usual way. */
  async function linked(server: TestServer, person: CompanyAccount): Promise<Account> {
    const account = await register(server)
    const { url, cookie } = await beginLink(server, account)
    const { outcome } = await travel(server, person, { from: url, jar: withCookie(server, cookie) })
    expect(outcome).toBe('linked')
    return account
  }

  return { open, travel, signIn, linked }
}
