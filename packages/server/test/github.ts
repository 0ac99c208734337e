import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An issue or pull request of the stand-in. */
export type StandInIssue = {
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  updated_at: string
  author_association?: string
  /** `head` names the branch. */
  pull?: { draft: boolean; merged: boolean; head?: { ref: string } }
}

/** A GitHub on this machine that speaks the real paths of OAuth and REST. */
export type StandInGithub = {
  url: string
  /** The settings of an installation that uses it. */
  env: Record<string, string>
  /** 'METHOD /path?query' of everything it was asked. */
  requests: string[]
  /** Access tokens that are valid, with the login that each stands for. */
  tokens: Map<string, string>
  /** Who authorizes at the next visit of the authorization page; null refuses. */
  person: string | null
  /** While set, the API answers like this instead of with what was asked for. */
  trouble: { status: number; headers?: Record<string, string> } | undefined
  /** Called with the address of every request of the API, which is answered when what it returned resolves. */
  hold: ((address: URL) => Promise<void> | void) | undefined
  addIssue: (repository: string, more?: Partial<StandInIssue>) => StandInIssue
  /** Merges a pull request, a second later than it last changed. */
  merge: (repository: string, number: number) => StandInIssue
  /** Tells a webhook of a pull request or an issue, signed as GitHub signs. */
  deliver: (hook: { url: string; secret: string }, repository: string, number: number, more?: Delivery) => Promise<Response>
  /** What the people of a browser do: visits the authorization page and answers where it sends them. */
  authorize: (authUrl: string) => Promise<string>
  stop: () => Promise<void>
}
export type Delivery = { action?: string; id?: string; event?: string; form?: boolean; body?: string; signature?: string }

const client = { id: 'rodada-de-teste', secret: 'segredo do aplicativo' }

export async function openGithub(): Promise<StandInGithub> {
  const repositories = new Map<string, StandInIssue[]>()
  const codes = new Map<string, { login: string; challenge: string; redirectUri: string }>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = `${url}/api/v3`

  const issueView = (repository: string, { pull, ...issue }: StandInIssue) => ({
    ...issue,
    repository_url: `${api}/repos/${repository}`,
    html_url: `${url}/${repository}/${pull ? 'pull' : 'issues'}/${issue.number}`,
    ...(pull && { draft: pull.draft, pull_request: { merged_at: pull.merged ? issue.updated_at : null } }),
  })
  const pullView = ({ pull, ...issue }: StandInIssue) => ({ ...issue, ...pull })
  const find = (repository: string, number: number) => repositories.get(repository)?.find((issue) => issue.number === number)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const address = new URL(request.url ?? '', url)
    standIn.requests.push(`${request.method} ${request.url}`)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body))
    if (address.pathname === '/login/oauth/authorize') return authorizePage(address, response)
    if (address.pathname === '/login/oauth/access_token') return exchange(new URLSearchParams(await text(request)), send)
    if (!address.pathname.startsWith('/api/v3/')) return send(404, { message: 'Not Found' })
    if (address.pathname === `/api/v3/applications/${client.id}/token` && request.method === 'DELETE') {
      const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
      if (request.headers.authorization !== basic) return send(401, { message: 'Bad credentials' })
      const { access_token } = JSON.parse(await text(request)) as { access_token: string }
      return standIn.tokens.delete(access_token) ? response.writeHead(204).end() : send(404, { message: 'Not Found' })
    }
    await standIn.hold?.(address)
    if (standIn.trouble) return send(standIn.trouble.status, { message: 'trouble' }, standIn.trouble.headers)
    const login = standIn.tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!login) return send(401, { message: 'Bad credentials' })
    const path = address.pathname.slice('/api/v3'.length)
    if (path === '/user') return send(200, { login, id: 1, avatar_url: `https://avatars.githubusercontent.com/${login}` })
    const [, owner, repo, what, number] = /^\/repos\/([^/]+)\/([^/]+)\/(issues|pulls)(?:\/(\d+))?$/.exec(path) ?? []
    const repository = `${owner}/${repo}`
    if (!repositories.has(repository)) return send(404, { message: 'Not Found' })
    if (number === undefined) return page(repository, address, send)
    const issue = find(repository, Number(number))
    if (!issue || (what === 'pulls' && !issue.pull)) return send(404, { message: 'Not Found' })
    return send(200, what === 'pulls' ? pullView(issue) : issueView(repository, issue))
  }

  const authorizePage = ({ searchParams }: URL, response: ServerResponse) => {
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const state = searchParams.get('state') ?? ''
    const challenge = searchParams.get('code_challenge') ?? ''
    const known = searchParams.get('client_id') === client.id && searchParams.get('code_challenge_method') === 'S256'
    if (!known || !state || !challenge) return response.writeHead(400).end('bad request')
    const back = new URL(redirectUri)
    back.searchParams.set('state', state)
    if (standIn.person === null) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(10).toString('hex')
      codes.set(code, { login: standIn.person, challenge, redirectUri })
      back.searchParams.set('code', code)
    }
    return response.writeHead(302, { location: back.href }).end()
  }

  const exchange = (form: URLSearchParams, send: (status: number, body: unknown) => unknown) => {
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const right =
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret &&
      granted?.redirectUri === form.get('redirect_uri') &&
      granted?.challenge === challenge
    if (!granted || !right) return send(200, { error: 'bad_verification_code' })
    const token = `gho_${randomBytes(18).toString('base64url')}`
    standIn.tokens.set(token, granted.login)
    return send(200, { access_token: token, token_type: 'bearer', scope: 'repo' })
  }

  const page = (
    repository: string,
    { searchParams }: URL,
    send: (status: number, body: unknown, headers?: Record<string, string>) => unknown,
  ) => {
    const [size, number] = [Number(searchParams.get('per_page') ?? 30), Number(searchParams.get('page') ?? 1)]
    const all = (repositories.get(repository) ?? []).filter(({ state }) => searchParams.get('state') === 'all' || state === 'open')
    const last = Math.max(1, Math.ceil(all.length / size))
    const at = (page: number, rel: string) => {
      const search = new URLSearchParams(searchParams)
      search.set('page', String(page))
      return `<${api}/repos/${repository}/issues?${search}>; rel="${rel}"`
    }
    const links = number < last ? [at(number + 1, 'next'), at(last, 'last')] : []
    const issues = all.slice((number - 1) * size, number * size).map((issue) => issueView(repository, issue))
    return send(200, issues, links.length > 0 ? { link: links.join(', ') } : {})
  }

  const standIn: StandInGithub = {
    url,
    env: { GITHUB_CLIENT_ID: client.id, GITHUB_CLIENT_SECRET: client.secret, GITHUB_URL: url },
    requests: [],
    tokens: new Map(),
    person: 'ana-dev',
    trouble: undefined,
    hold: undefined,
    addIssue: (repository, more = {}) => {
      const issues = repositories.get(repository) ?? []
      repositories.set(repository, issues)
      const number = issues.length + 1
      const issue: StandInIssue = {
        number,
        title: `Issue ${number}`,
        body: '',
        state: 'open',
        updated_at: '2026-03-01T12:00:00Z',
        ...more,
      }
      issues.push(issue)
      return issue
    },
    merge: (repository, number) => {
      const issue = find(repository, number)
      if (!issue?.pull) throw new Error('no such pull request')
      issue.pull.merged = true
      issue.state = 'closed'
      issue.updated_at = new Date(Date.parse(issue.updated_at) + 1000).toISOString().replace('.000', '')
      return issue
    },
    deliver: (hook, repository, number, { action = 'closed', id = randomUUID(), event, form = false, body, signature } = {}) => {
      const issue = find(repository, number)
      const kind = issue?.pull ? 'pull_request' : 'issues'
      const payload = JSON.stringify({
        action,
        repository: { full_name: repository },
        ...(issue && (issue.pull ? { pull_request: pullView(issue) } : { issue: issueView(repository, issue) })),
      })
      const raw = body ?? (form ? new URLSearchParams({ payload }).toString() : payload)
      return fetch(hook.url, {
        method: 'POST',
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'x-github-delivery': id,
          'x-github-event': event ?? kind,
          'x-hub-signature-256': signature ?? `sha256=${createHmac('sha256', hook.secret).update(raw).digest('hex')}`,
        },
        body: raw,
      })
    },
    authorize: async (authUrl) => {
      const response = await fetch(authUrl, { redirect: 'manual' })
      return response.headers.get('location') ?? `${response.status}`
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return standIn
}
