import type { Readable } from 'node:stream'
import type { Body, BodyInput, Endpoint, Params, ParamsInput, Query, QueryInput } from '@rodada/contract/core/endpoint'
import { fieldTexts } from '@rodada/contract/core/errors'
import type { Language } from '@rodada/contract/core/languages'
import { limits, unattendedHeader } from '@rodada/contract/core/limits'
import { tokenMayCall, tokenScope } from '@rodada/contract/core/token-reach'
import { texts } from '@rodada/contract/texts/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { createCostlyTurns, expectingRows } from '../limits/costly-turns.ts'
import { countedAs } from '../limits/person-limit.ts'
import type { PersonTurns } from '../limits/person-turns.ts'
import { keepBusy, measured } from '../work-time.ts'
import { networkOf } from './addresses.ts'
import { bodyAsItArrives, discardBody } from './arriving-body.ts'
import { languageOf, sendError } from './error-replies.ts'
import { AppError, allow, forbidden, invalid, notFound, unauthorized } from './errors.ts'
import { giveTime } from './late-bodies.ts'
import { createPackAnswer, PackedAnswer, SharedAnswer } from './shared-answers.ts'
import type { BookBody } from './unfinished-bodies.ts'
import type { Authenticate, OpenAddress, Token, Viewer } from './viewer.ts'
import { writeAnswer } from './write-answer.ts'

/** What another call is asked within one. */
type Asked<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: ParamsInput<E> } : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: QueryInput<E> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: BodyInput<E> } : { body?: undefined })

/** What a JSON call answers, before it is written. */
type Entity<E extends Endpoint> = z.input<E['reply']>

/**
 * Makes another call of the contract as the same caller: what their token may, their input, their rights and their limits count as if they had
 * sent it. @throws AppError what the call would answer
 */
export type CallWithin = <E extends Endpoint>(endpoint: E, asked: Asked<E>) => Promise<Entity<E>>

export type RouteContext<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Always there on endpoints that ask for a session. */
  viewer: E['access'] extends 'open' ? Viewer | undefined : Viewer
  /** The client's network for the limits, from the address that TRUST_PROXY says. */
  address: string
  /** What the client says it is; empty when it says nothing. */
  userAgent: string
  /** The header of that name; empty when the request has none. */
  cookie: string
  /** Scheme, host and port of the request's address, as TRUST_PROXY lets us know them. The client can choose them. */
  origin: string
  setHeader: (name: string, value: string) => void
  /** A header of the request; undefined when it has none of that name. */
  header: (name: string) => string | undefined
  /** Recognises the caller once more, for a call that took long. @throws AppError 401 */
  again: () => Promise<Viewer>
  /** What else the caller asks by this call. */
  callWithin: CallWithin
  /** Counts characters of a file that is made while it is sent, as those of answers are counted. */
  charge: (characters: number) => Promise<void>
  /** The language of the account, else the one that the client asks for. */
  language: Language
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the account behind the request; null when nobody was recognised. */
    accountLanguage: Language | null
    /** Who is asking, known before the body is read; undefined when nobody has been recognised. */
    viewer: Viewer | undefined
    /** Whether the whole request had arrived when its sender was recognised. */
    wasWhole: boolean
    /** When that was, on the clock of `performance`. */
    recognisedAt: number
    /** What is done for the request; undefined before that begins. */
    work: Promise<unknown> | undefined
  }
}

/**
 * A file that is streamed to the client. `size` in bytes, where it is known in advance. `status` and `headers` are those of a part, or of a
 * file whose type is its own; without `content` the client has it already.
 */
export type Download = {
  name: string
  content: Readable | undefined
  size?: number
  status?: 200 | 206 | 304
  headers?: Record<string, string>
}

/** What a call answers that speaks another protocol. Without a text it has no body. */
export type ForeignAnswer = { status: number; text: string | undefined; headers?: Record<string, string> }

/** What a handler returns: the reply's entity, perhaps one that others get too, or the file of a call that is a download. */
type Result<E extends Endpoint> = E extends { download: string }
  ? Download
  : E extends { foreign: true }
    ? ForeignAnswer
    : Entity<E> | SharedAnswer<Entity<E>>

/**
 * Declares one endpoint of the contract. What the handler returns is filtered to the declared reply. `place`: an address outside of the API, and
 * what is asked there before anything else.
 */
export type Route = <E extends Endpoint>(
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<Result<E>>,
  place?: { at: string; before: (request: FastifyRequest) => void },
) => void

/** Counts the body that a request may send, for as long as it arrives. */
export const book = ({ raw, routeOptions, viewer }: FastifyRequest, bookBody: BookBody | undefined): void =>
  bookBody?.(raw, routeOptions.bodyLimit ?? limits.bodyBytes, viewer?.userId)

/** A file is streamed, seldom and slowly. */
const takesTurns = ({ download, upload }: Endpoint): boolean => !download && upload !== 'stream'
/** What concerns only the own account, by its person: a program has no line of its own there. */
const isOwn = ({ token }: Viewer, { url }: Endpoint): boolean => token === null && url.startsWith('/auth/')

/** How many times as long as a call kept the process busy its place stays empty: with two places, half of the time is everybody else's. */
const [restOfBusy, restOfLarge] = [3, 1]

/** How long a caller stays recognised without another look at their session. Milliseconds. */
const recognisedMs = 1000

/**
 * Binds `route` to a server: authenticate, wait for the person's turn, read the body, parse, handle, filter.
 * @param options.openAddress finds out whose session an address was signed for
 */
export function bindRoutes(
  http: FastifyInstance,
  authenticate: Authenticate,
  { turns, bookBody, openAddress }: { turns?: PersonTurns; bookBody?: BookBody; openAddress?: OpenAddress } = {},
): Route {
  const packAnswer = createPackAnswer()
  const handlers = new Map<Endpoint, (context: never) => Promise<unknown>>()
  const [takeBusyTurn, takeLargeTurn] = [createCostlyTurns(), createCostlyTurns()]
  /** @throws AppError 401 or 403 when the caller may not call this at all */
  const admit = async (request: FastifyRequest, endpoint: Endpoint): Promise<void> => {
    const { signed } = endpoint
    const how = { unattended: request.headers[unattendedHeader] === '1', address: networkOf(request.ip) }
    const token = bearerToken(request)
    const viewer = signed && token === undefined ? await openAddress?.(request.url, how.address) : await authenticate(token, how)
    request.viewer = viewer
    request.accountLanguage = viewer?.language ?? null
    permit(viewer, endpoint, request.params)
    request.wasWhole = request.raw.complete
    request.recognisedAt = performance.now()
  }
  /** @returns false when nobody waits for the answer any more */
  const takeTurn = async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<boolean> => {
    const { viewer } = request
    if (!viewer || !turns || !takesTurns(endpoint)) return true
    return turns.take(viewer, {
      writes: tokenScope(endpoint) === 'write',
      own: isOwn(viewer, endpoint),
      reply: reply.raw,
      work: () => request.work,
    })
  }
  return (endpoint, handler, place) => {
    handlers.set(endpoint, handler)
    const answer = async (request: FastifyRequest, reply: FastifyReply, onBusy: (ms: number) => void) => {
      // The session or a right may have ended while the call waited or the body was sent slowly.
      const isLate = !request.wasWhole || performance.now() - request.recognisedAt > recognisedMs
      if (isLate) await admit(request, endpoint)
      const { viewer } = request
      const read = () => ({
        params: parse(endpoint.params, request.params, notFound),
        query: parse(endpoint.query, request.query),
        body: bodyOf(endpoint, request),
      })
      const surroundings = {
        viewer: request.viewer,
        address: networkOf(request.ip),
        userAgent: request.headers['user-agent'] ?? '',
        cookie: request.headers.cookie ?? '',
        origin: `${request.protocol}://${request.host}`,
        setHeader: (name: string, value: string) => void reply.header(name, value),
        header: (name: string) => request.headers[name]?.toString(),
        again: async () => {
          await admit(request, endpoint)
          return request.viewer
        },
        charge: async (characters: number) => viewer && turns?.charge(viewer, characters),
        language: languageOf(request),
      }
      const callWithin: CallWithin = async (other, { params, query, body }) => {
        const call = handlers.get(other)
        if (!call || other.download || other.upload || other.foreign) throw new Error(`${other.url} is no call that another one makes`)
        // A token that was revoked while the first of many calls was made makes no more of them.
        if (performance.now() - request.recognisedAt > recognisedMs) await admit(request, endpoint)
        permit(request.viewer, other, params)
        if (request.viewer && tokenScope(other) === 'write') await turns?.wrote(request.viewer)
        const asked = keepBusy(() => ({
          params: parse(other.params, params, notFound),
          query: parse(other.query, query ?? {}),
          body: parse(other.body, body ?? {}),
        }))
        const answer = await call({ ...asked, ...surroundings, callWithin, viewer: request.viewer, setHeader: () => {} } as never)
        return (answer instanceof SharedAnswer ? await answer.make() : answer) as Entity<typeof other>
      }
      const result = await measured(
        async () => {
          // Counted, too: it is the caller who says how much there is to look at.
          const context = { ...keepBusy(read), ...surroundings, callWithin }
          // What the schema left out of it would be held for as long as the handler waits.
          request.body = undefined
          // The checks above make the context what the types promise; TypeScript cannot follow the conditional types.
          const result = await handler(context as never)
          if (endpoint.download || endpoint.foreign) return result
          if (!(result instanceof SharedAnswer)) return writeAnswer(endpoint.reply, result)
          const write = async () => writeAnswer(endpoint.reply, await result.make())
          return packAnswer({ route: endpoint.url, key: result.key, accepts: request.headers['accept-encoding'], write })
        },
        (ms) => {
          onBusy(ms)
          if (viewer) turns?.worked(viewer, ms)
        },
      )
      reply.header('cache-control', 'no-store')
      if (endpoint.download) return sendFile(reply, endpoint.download, result as Download)
      reply.type('application/json; charset=utf-8')
      if (endpoint.foreign) {
        const { status, text, headers = {} } = result as ForeignAnswer
        if (viewer) await turns?.charge(viewer, text?.length ?? 0)
        if (text === undefined) reply.removeHeader('content-type')
        return reply.code(status).headers(headers).send(text)
      }
      if (result instanceof PackedAnswer) {
        if (viewer) await turns?.charge(viewer, result.cost)
        if (result.encoding !== 'identity') reply.header('content-encoding', result.encoding)
        return reply.header('vary', 'accept-encoding').send(result.bytes)
      }
      const text = String(result)
      if (viewer) await turns?.charge(viewer, text.length)
      return reply.send(text)
    }
    /** As `answer`, in the turn of a costly call when the caller kept the process busy lately, and in that of a large answer when it has many rows. */
    const answerInTurn = async (request: FastifyRequest, reply: FastifyReply) => {
      const ends: ((busyMs: number) => void)[] = []
      let busyMs = 0
      const work = () =>
        answer(request, reply, (ms) => {
          busyMs = ms
        })
      try {
        const { viewer } = request
        if (!viewer || !turns || !takesTurns(endpoint)) return await work()
        const costly = isOwn(viewer, endpoint) ? undefined : turns.costlyLine(viewer)
        const who = countedAs(viewer)
        if (costly) ends.push(await takeBusyTurn({ line: costly.line, who, rest: costly.isOwn ? 0 : restOfBusy }))
        let large: Promise<unknown> | undefined
        const begin = async (rows: number) => {
          large ??= takeLargeTurn({ line: viewer.address, who, rest: restOfLarge, size: rows }).then((end) => ends.push(end))
          await large
        }
        return await expectingRows(begin, work)
      } finally {
        for (const end of ends) end(busyMs)
      }
    }
    const options: RouteOptions = {
      method: endpoint.method,
      url: place?.at ?? `/api${endpoint.url}`,
      // A HEAD request would appear in the audit log as a download.
      ...(endpoint.download && { exposeHeadRoute: false }),
      // A part of a file, and one that a client saves, are those bytes and no others.
      ...(endpoint.signed && { compress: false }),
      // Before the body is read, so that a caller without a session sends none, and what waits for a turn is in no memory as objects: those
      // of 256 KB of JSON take 5 MB.
      onRequest: async (request, reply) => {
        place?.before(request)
        await admit(request, endpoint)
        // Its beginning is in memory while the call waits.
        book(request, bookBody)
        if (!(await takeTurn(request, reply, endpoint))) reply.hijack()
      },
      handler: (request, reply) => {
        request.work = answerInTurn(request, reply)
        return request.work
      },
    }
    if (endpoint.upload === 'stream') takeStream(http, options)
    else if (endpoint.upload) takeFile(http, options, endpoint.upload)
    else http.route(options)
    if (endpoint.alias) http.route({ ...options, url: `/api${endpoint.alias}` })
  }
}

/** @throws AppError 401, 403 or 404 when somebody may not make a call at all */
function permit(viewer: Viewer | undefined, endpoint: Endpoint, params: unknown): void {
  if (endpoint.access !== 'open' && !viewer) throw unauthorized()
  if (viewer?.token) confine(viewer.token, endpoint, params)
  if (endpoint.access === 'admin') allow(viewer?.role === 'admin')
}

/**
 * What a token may call at all, by the declaration of the call alone, so that nothing of a new one is open by accident. The queries ask for the
 * board of whatever a call is about; where its address names the board, that is known already.
 * @throws AppError 403 or 404
 */
function confine(token: Token, endpoint: Endpoint, params: unknown): void {
  if (!tokenMayCall(token, endpoint)) throw forbidden(texts.tokenRefused)
  const { boardId } = (params ?? {}) as { boardId?: unknown }
  if (token.boardIds && boardId !== undefined && !token.boardIds.includes(Number(boardId))) throw notFound()
}

function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.upload === 'stream') return bodyAsItArrives(request.raw)
  return endpoint.upload ? (request.body ?? new Uint8Array()) : parse(endpoint.body, request.body ?? {})
}

/** A route whose handler reads the body as it arrives, and may be sent it slowly. */
function takeStream(http: FastifyInstance, options: RouteOptions): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
    scope.addHook('preParsing', async ({ raw }) => giveTime(raw, limits.uploadMs))
    scope.setErrorHandler((error, request, reply) => {
      // A client that is refused before the body was looked at may be sending it.
      discardBody(request.raw)
      return sendError(error, request, reply)
    })
    // What one holds of memory while it arrives, whatever its size.
    scope.route({ ...options, bodyLimit: limits.connectionBytes })
  })
}

/** A route whose body is a file of any declared type; the handler looks at the content. Other routes still read JSON only. */
function takeFile(http: FastifyInstance, options: RouteOptions, { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string }): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => {
      const isLarge = (error as { statusCode?: number }).statusCode === 413
      return sendError(isLarge ? new AppError('too_large', tooLarge) : error, request, reply)
    })
    scope.route({ ...options, bodyLimit: maxBytes })
  })
}

/** The name is plain ASCII and our own, so it needs no encoding. */
function sendFile(reply: FastifyReply, type: string, { name, content, size, status = 200, headers = {} }: Download): FastifyReply {
  reply.code(status).type(type).header('content-disposition', `attachment; filename="${name}"`).headers(headers)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(content)
}

/** What a client sends as `Authorization: Bearer …`, the scheme in any case (RFC 9110). */
export function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7) : undefined
}

function parse(schema: z.ZodType | undefined, value: unknown, onError?: () => AppError): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw onError?.() ?? invalid(fieldTexts(parsed.error))
}
