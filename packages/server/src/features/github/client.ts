import { Instant } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { oneLineText } from '@rodada/contract/core/plain-text'
import type { GithubState } from '@rodada/contract/integrations/settings'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { type Outgoing, OutgoingError, type OutgoingReply, type OutgoingRequest } from '../../platform/http/outgoing.ts'
import { askedWaitMs } from '../../platform/receivers.ts'

export type GithubSettings = NonNullable<Config['github']>

type GithubProblem = 'revoked' | 'not_found' | 'rate_limited' | 'unreachable'

/** Why GitHub gave no usable answer. */
export class GithubError extends Error {
  readonly problem: GithubProblem
  /** With `rate_limited`: when to ask again, ISO 8601. */
  readonly retryAt: string | undefined
  constructor(problem: GithubProblem, retryAt?: string) {
    super(`github: ${problem}`)
    this.problem = problem
    this.retryAt = retryAt
  }
}

/** An issue or pull request as GitHub tells it. */
export type RemoteIssue = {
  repository: string
  number: number
  kind: 'issue' | 'pull'
  title: string
  body: string
  state: GithubState
  url: string
  remote_at: string
}
export type RemotePage = { issues: RemoteIssue[]; more: boolean; pagesTotal: number }

export type GithubClient = {
  /** The page on which a person authorizes this installation. */
  authorizeUrl: (input: { state: string; challenge: string; redirectUri: string }) => string
  /** Exchanges the code of the return for an access token. @throws GithubError */
  exchange: (given: { code: string; verifier: string; redirectUri: string }) => Promise<string>
  /** Revokes an access token. @throws GithubError */
  revoke: (token: string) => Promise<void>
  user: (token: string) => Promise<{ login: string; avatar_url: string }>
  /** @throws GithubError */
  issue: (token: string, repository: string, number: number) => Promise<RemoteIssue>
  /** Issues without pull requests, the oldest first, so that issues opened meanwhile come last. @throws GithubError */
  issuesPage: (token: string, repository: string, input: { state: 'open' | 'all'; page: number }) => Promise<RemotePage>
}

const scope = 'repo'
const json = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
/** Redirects of moved repositories that are followed, never to another host. */
const mostRedirects = 3
/** When GitHub limits requests without saying for how long. */
const usualPatienceMs = 60_000
/** Its limits begin anew within the hour. */
const longestPatienceMs = 24 * 60 * 60_000
/** A page of issues carries their texts, which may be long. */
const pageBytes = 16 * 1024 * 1024

export const repositoryPattern = /^[\w.-]{1,100}\/[\w.-]{1,100}$/

/** A larger one is refused by PostgreSQL. */
export const IssueNumber = z.int32().positive()
/** What issues and pull requests say of themselves. Their instants are compared, and kept, as texts. */
export const ofIssue = { title: z.string(), state: z.string(), updated_at: Instant.max(limits.instant) }

const Issue = z.object({
  ...ofIssue,
  number: IssueNumber,
  body: z.string().nullish(),
  draft: z.boolean().nullish(),
  repository_url: z.string().nullish(),
  pull_request: z.object({}).nullish(),
})
const Pull = z.object({ ...ofIssue, draft: z.boolean().nullish(), merged: z.boolean().nullish() })

/** The state of a pull request, from REST and from webhooks alike. */
export const pullState = (pull: {
  state: string
  draft?: boolean | null | undefined
  merged?: boolean | null | undefined
}): GithubState => {
  if (pull.merged) return 'merged'
  if (pull.state === 'closed') return 'closed'
  return pull.draft ? 'draft' : 'open'
}

const titled = (title: string) => oneLineText(title).slice(0, limits.cardTitle) || '…'

/** The page of an issue or pull request on the GitHub at `url`. */
export const issueUrl = (url: string, repository: string, kind: 'issue' | 'pull', number: number): string =>
  `${url}/${repository}/${kind === 'pull' ? 'pull' : 'issues'}/${number}`

/** Talks to the GitHub of the settings; every call has a time and a size limit. */
export function createGithubClient(outgoing: Outgoing, settings: GithubSettings): GithubClient {
  const send = async (request: OutgoingRequest, redirects = mostRedirects): Promise<OutgoingReply> => {
    const reply = await outgoing.send({ ...request, trusted: true }).catch((error: unknown) => {
      throw error instanceof OutgoingError ? new GithubError('unreachable') : error
    })
    const { location } = reply.headers
    if (![301, 302, 307, 308].includes(reply.status) || !location) return reply
    const next = URL.parse(location, request.url)
    const here = new URL(request.url).origin
    if (redirects === 0 || next?.origin !== here || (request.method ?? 'GET') !== 'GET') throw new GithubError('unreachable')
    return send({ ...request, url: next.href }, redirects - 1)
  }

  const get = async <T>(
    token: string,
    path: string,
    schema: z.ZodType<T>,
    maxBytes?: number,
  ): Promise<{ data: T; reply: OutgoingReply }> => {
    const headers = { ...json, authorization: `Bearer ${token}` }
    const reply = await send({ url: `${settings.apiUrl}${path}`, headers, ...(maxBytes && { maxBytes }) })
    requireSuccess(reply)
    return { data: parse(schema, reply.body), reply }
  }

  const linked = (repository: string, kind: 'issue' | 'pull', number: number) => issueUrl(settings.url, repository, kind, number)

  return {
    authorizeUrl: ({ state, challenge, redirectUri }) =>
      `${settings.url}/login/oauth/authorize?${new URLSearchParams({
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })}`,

    exchange: async ({ code, verifier, redirectUri }) => {
      const reply = await send({
        url: `${settings.url}/login/oauth/access_token`,
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_id: settings.clientId,
          client_secret: settings.clientSecret,
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }).toString(),
      })
      requireSuccess(reply)
      // GitHub answers errors of this call with 200 and an `error`.
      const { access_token } = parse(z.object({ access_token: z.string().max(1000).optional() }), reply.body)
      if (!access_token) throw new GithubError('revoked')
      return access_token
    },

    revoke: async (token) => {
      const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
      const reply = await send({
        url: `${settings.apiUrl}/applications/${encodeURIComponent(settings.clientId)}/token`,
        method: 'DELETE',
        headers: { ...json, authorization: `Basic ${basic}`, 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: token }),
      })
      // A token that is gone already is revoked.
      if (reply.status !== 404) requireSuccess(reply)
    },

    user: async (token) => (await get(token, '/user', z.object({ login: z.string().max(100), avatar_url: z.string().max(2048) }))).data,

    issue: async (token, asked, number) => {
      const { data: issue } = await get(token, `/repos/${asked}/issues/${number}`, Issue)
      const repository = repositoryOf(issue.repository_url) ?? asked
      const kind = issue.pull_request ? 'pull' : 'issue'
      const shared = { repository, number, kind, url: linked(repository, kind, number), body: issue.body ?? '' } as const
      if (kind === 'issue') return { ...shared, title: titled(issue.title), state: issueState(issue.state), remote_at: issue.updated_at }
      const { data: pull } = await get(token, `/repos/${repository}/pulls/${number}`, Pull)
      return { ...shared, title: titled(pull.title), state: pullState(pull), remote_at: pull.updated_at }
    },

    issuesPage: async (token, repository, { state, page }) => {
      const search = new URLSearchParams({
        state,
        sort: 'created',
        direction: 'asc',
        per_page: String(limits.githubPage),
        page: String(page),
      })
      const { data, reply } = await get(token, `/repos/${repository}/issues?${search}`, z.array(Issue), pageBytes)
      const issues = data
        .filter((issue) => !issue.pull_request)
        .map((issue) => {
          const name = repositoryOf(issue.repository_url) ?? repository
          const { number } = issue
          return {
            repository: name,
            number,
            kind: 'issue' as const,
            title: titled(issue.title),
            body: issue.body ?? '',
            state: issueState(issue.state),
            url: linked(name, 'issue', number),
            remote_at: issue.updated_at,
          }
        })
      const last = pageOf(reply, 'last')
      return { issues, more: pageOf(reply, 'next') !== undefined, pagesTotal: last ?? page }
    },
  }
}

export const issueState = (state: string): GithubState => (state === 'closed' ? 'closed' : 'open')

const repositoryOf = (url: string | null | undefined): string | undefined => {
  const name = url?.split('/').slice(-2).join('/')
  return name && repositoryPattern.test(name) ? name : undefined
}

/** The next page of a `Link` header. */
function pageOf({ headers }: OutgoingReply, rel: string): number | undefined {
  const links = [headers.link ?? ''].flat().join(',')
  const url = new RegExp(`<([^<>]*)>\\s*;\\s*rel="${rel}"`).exec(links)?.[1]
  const page = Number(url && URL.parse(url)?.searchParams.get('page'))
  return Number.isInteger(page) && page > 0 ? page : undefined
}

function requireSuccess({ status, headers }: OutgoingReply): void {
  if (status >= 200 && status < 300) return
  const limited = status === 429 || (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined))
  if (limited) throw new GithubError('rate_limited', retryAt(headers))
  if (status === 401) throw new GithubError('revoked')
  throw new GithubError([403, 404, 410, 451].includes(status) ? 'not_found' : 'unreachable')
}

function retryAt(headers: OutgoingReply['headers']): string {
  const resetMs = Number(headers['x-ratelimit-reset']) * 1000 - Date.now()
  const waitMs =
    askedWaitMs(headers['retry-after'], longestPatienceMs) || (resetMs > 0 ? Math.min(resetMs, longestPatienceMs) : usualPatienceMs)
  return new Date(Date.now() + waitMs).toISOString()
}

function parse<T>(schema: z.ZodType<T>, body: string): T {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    // The answer is not GitHub's, such as a proxy's error page.
    throw new GithubError('unreachable')
  }
}
