import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** Who signs in at the provider of a test, with what it says of them. */
export type CompanyAccount = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  roles?: string | string[]
  groups?: string | string[]
  /** Where it keeps claims that it does not say itself. */
  _claim_names?: Record<string, string>
}

/** A provider of sign-ins on this machine: a real one, with a page of login that asks nothing. */
export type Company = {
  issuer: string
  /** The settings of an installation that uses it. */
  env: Record<string, string>
  /** Who signs in at the next visit of its page; null refuses. */
  person: CompanyAccount | null
  /** 'METHOD /path' of everything it was asked. */
  requests: string[]
  /** While set, it answers like this instead of with what was asked for. */
  trouble: { status: number } | undefined
  /** Tells it where the installation is, before anybody signs in. */
  know: (origins: readonly string[]) => Promise<void>
  /** Ends the sessions that it has, and tells the installation from server to server. */
  logOut: (cookies: CookieJar) => Promise<void>
  stop: () => Promise<void>
}

export const companyClient = { id: 'rodada-de-teste', secret: 'segredo-da-empresa-0123456789-abcdef' }

export async function openCompany(): Promise<Company> {
  const people = new Map<string, CompanyAccount>()
  let answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    company.requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (company.trouble) return void response.writeHead(company.trouble.status).end()
    if (!answer) return void response.writeHead(503).end()
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'da-empresa', use: 'sig', alg: 'RS256' }

  /** The page of login: who comes is the person of the test. */
  const welcome = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
    const { person } = company
    if (!person) {
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'não quis' })
      return
    }
    people.set(person.sub, person)
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }

  const company: Company = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: companyClient.id, OIDC_CLIENT_SECRET: companyClient.secret, OIDC_NAME: 'Aroeira' },
    person: null,
    requests: [],
    trouble: undefined,
    know: async (origins) => {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: companyClient.id,
            client_secret: companyClient.secret,
            redirect_uris: origins.map((origin) => `${origin}/api/auth/oidc/callback`),
            post_logout_redirect_uris: origins.map((origin) => `${origin}/login?senha`),
            backchannel_logout_uri: `${origins[0]}/api/auth/oidc/logout`,
            backchannel_logout_session_required: true,
          },
        ],
        claims: { openid: ['sub', 'roles', 'groups', '_claim_names'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['uma chave que só o teste conhece'] },
        jwks: { keys: [key] },
        pkce: { required: () => true },
        // Its dispatcher would not tell a logout to this machine.
        fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
        features: {
          devInteractions: { enabled: false },
          backchannelLogout: { enabled: true },
          rpInitiatedLogout: {
            enabled: true,
            postLogoutSuccessSource: (context) => {
              context.body = '<!doctype html><title>Saiu</title><p>Você saiu da empresa.</p>'
            },
            logoutSource: (context, form) => {
              context.body = `<!doctype html><title>Sair</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sair da empresa</button>`
            },
          },
        },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
        // Nobody is asked whether the installation may know who they are.
        loadExistingGrant: async (context) => {
          const { client, session } = context.oidc
          const known = session?.grantIdFor(client?.clientId ?? '')
          if (known) return context.oidc.provider.Grant.find(known)
          const grant = new context.oidc.provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
        ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 600, Grant: 600, Session: 600, Interaction: 600 },
      })
      const rest = provider.callback()
      answer = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return void rest(request, response)
        welcome(provider, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
      }
    },
    logOut: async (cookies) => {
      const asked = await cookies.fetch(`${issuer}/session/end`)
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? ''
      await cookies.fetch(`${issuer}/session/end/confirm`, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return company
}

/** What a browser keeps and sends again, by origin and path. */
export type CookieJar = { fetch: (url: string, init?: RequestInit) => Promise<Response>; of: (url: string) => string }

export function openJar(): CookieJar {
  const kept = new Map<string, { value: string; host: string; path: string }>()
  const of = (url: string): string => {
    const { host, pathname } = new URL(url)
    return [...kept.entries()]
      .filter(([, cookie]) => cookie.host === host && pathname.startsWith(cookie.path))
      .map(([name, { value }]) => `${name.split(' ').at(-1)}=${value}`)
      .join('; ')
  }
  return {
    of,
    fetch: async (url, init = {}) => {
      const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie: of(url) } })
      const { host } = new URL(url)
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...more] = line.split(/;\s*/)
        const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
        const path = more.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
        const gone = more.some((each) => /^max-age=0$/i.test(each) || (/^expires=/i.test(each) && Date.parse(each.slice(8)) < Date.now()))
        if (gone) kept.delete(`${host} ${path} ${name}`)
        else kept.set(`${host} ${path} ${name}`, { value, host, path })
      }
      return answer
    },
  }
}

/** Follows redirects as a browser does, until an address passes. @returns that address, which was not opened */
export async function follow(jar: CookieJar, from: string, until: (url: URL) => boolean): Promise<URL> {
  let url = new URL(from)
  for (let hops = 0; hops < 15; hops += 1) {
    if (hops > 0 && until(url)) return url
    const answer = await jar.fetch(url.href)
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${answer.status} at ${url.href}: ${await answer.text()}`)
    url = new URL(next, url)
  }
  throw new Error(`no end of redirects at ${url.href}`)
}
