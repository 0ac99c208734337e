import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '@rodada/contract/core/endpoint'
import { unattendedHeader } from '@rodada/contract/core/limits'
import { currentLanguage, t } from '../../i18n/index.ts'
import { clearSession, read, write } from '../device/storage.ts'
import { isAttended } from '../live/attendance.ts'
import { noteSessionEnd } from './session-end.ts'

/** A refused or failed call. `message` is meant to be shown; `status` is 0 when no reply arrived. */
export class CallError extends Error {
  readonly status: number
  /** Stable id from the server, or 'network' or 'unknown'. */
  readonly id: string
  /** Text of each problem field. */
  readonly fields: Record<string, string>
  /** With a 409 of a late change: the entity as it is now, as the endpoint would reply it. */
  readonly current: unknown
  /** With the 403 of a login that needs a second step: the token that this step completes. */
  readonly twoFactor: string | undefined

  constructor(
    message: string,
    details: { status?: number; id?: string; fields?: Record<string, string>; current?: unknown; twoFactor?: string | undefined } = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.status = details.status ?? 0
    this.id = details.id ?? 'unknown'
    this.fields = details.fields ?? {}
    this.current = details.current
    this.twoFactor = details.twoFactor
  }
}

export type Part<Name extends string, Value> = Value extends undefined ? Partial<Record<Name, undefined>> : Record<Name, Value>
type CallInput<E extends Endpoint> = Part<'params', ParamsInput<E>> & Part<'body', BodyInput<E>> & Part<'query', QueryInput<E>>
type Arguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E> & Options] : [input: CallInput<E> & Options]
export type Options = { signal?: AbortSignal }

let onUnauthorized: () => void = () => location.assign('/login')

/** What happens after a 401 has cleared the session; the app sets it to its router. Not called on /login. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler
}

/**
 * Calls one endpoint of the contract with the stored session.
 * @throws CallError with the text to show. A 401 has by then cleared the session and, unless already there, gone to /login.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Reply<E>> {
  const { body, signal } = (input ?? {}) as { body?: unknown } & Options
  const { url, headers, settle } = prepareCall(endpoint, input)
  const response = await send(url, {
    method: endpoint.method,
    headers,
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
  })
  return settle(response, await readText(response))
}

type Answer = { status: number; statusText: string }
type Prepared<E extends Endpoint> = {
  url: string
  headers: Record<string, string>
  /** What the answer means. @throws CallError of one that is not 2xx, as `call` does */
  settle: (answer: Answer, text: string) => Reply<E>
}

/** What a call of an endpoint sends besides its body, and how its answer is read: the same however it is sent. */
export function prepareCall<E extends Endpoint>(endpoint: E, input: object = {}): Prepared<E> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  const token = read('authToken')
  const sentAt = Date.now()
  const attended = isAttended(sentAt)
  return {
    url: `/api${fillPath(endpoint.url, params)}${queryString(query)}`,
    headers: {
      Accept: 'application/json',
      'Accept-Language': currentLanguage(),
      ...(body === undefined
        ? {}
        : { 'Content-Type': body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(attended ? {} : { [unattendedHeader]: '1' }),
    },
    settle: (answer, text) => {
      if (answer.status >= 200 && answer.status < 300) {
        // The server renewed the session before its answer came, and while that is on its way a machine may sleep for hours.
        if (token && attended) write('rodada.lastCall', String(sentAt))
        return parseReply(answer, text) as Reply<E>
      }
      const problem = readProblem(answer, text.trim())
      // A late refusal of an older session must not end the one that another tab has just begun.
      if (answer.status === 401 && read('authToken') === token) endSession()
      throw problem
    },
  }
}

/** Clears the session and leaves for /login, which says why: the rule for every 401. */
export function endSession(): void {
  if (read('authToken') !== null) noteSessionEnd()
  clearSession()
  if (location.pathname !== '/login') onUnauthorized()
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    // fetch rejects with a TypeError when no reply arrived at all.
    if (reason instanceof TypeError) throw new CallError(t('errors.network'), { id: 'network' })
    throw new CallError(t('errors.unknown'))
  }
}

function parseReply({ status }: Answer, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError(t('errors.unknown'), { status })
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    throw new CallError(t('errors.network'), { id: 'network' })
  }
}

/** The error of a reply that is not 2xx: the body's message or error, else its text, else the status line. */
function readProblem(answer: Answer, text: string): CallError {
  const body = parseObject(text)
  const message = firstText(body?.message, body?.error)
  const fallback = answer.status === 401 ? t('texts:unauthorized') : statusLine(answer)
  return new CallError(message ?? (body === null && text !== '' ? text : fallback), {
    status: answer.status,
    id: firstText(body?.error) ?? 'unknown',
    fields: readFields(body?.fields),
    current: body?.current,
    twoFactor: firstText(body?.two_factor),
  })
}

const statusLine = ({ status, statusText }: Answer): string => t('errors.status', { status, statusText })

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function readFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const fillPath = (url: string, params: object = {}): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name] ?? '')))

function queryString(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}
