import type { Readable } from 'node:stream'
import type { Body, BodyInput, Endpoint, Params, ParamsInput, Query, QueryInput } from '@rodada/contract/core/endpoint'
import { fieldTexts } from '@rodada/contract/core/errors'
import type { Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { tokenScope } from '@rodada/contract/core/token-reach'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { keepBusy, measured } from '../work-time.ts'
import { networkOf } from './addresses.ts'
import { createAdmit, permit, wasLongAgo } from './admission.ts'
import { bodyAsItArrives, discardBody } from './arriving-body.ts'
import { languageOf, sendError } from './error-replies.ts'
import { AppError, invalid, notFound } from './errors.ts'
import { giveTime } from './late-bodies.ts'
import { createPackAnswer, PackedAnswer, SharedAnswer } from './shared-answers.ts'
import type { Turns } from './turns.ts'
import type { BookBody } from './unfinished-bodies.ts'
import type { Authenticate, OpenAddress, Viewer } from './viewer.ts'
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

/**
 * Binds `route` to a server: authenticate, wait for the person's turn, read the body, parse, handle, filter.
 * @param options.openAddress finds out whose session an address was signed for
 */
export function bindRoutes(
  http: FastifyInstance,
  authenticate: Authenticate,
  { turns, bookBody, openAddress }: { turns?: Turns; bookBody?: BookBody; openAddress?: OpenAddress } = {},
): Route {
  const packAnswer = createPackAnswer()
  const handlers = new Map<Endpoint, (context: never) => Promise<unknown>>()
  const admit = createAdmit(authenticate, openAddress)
  return (endpoint, handler, place) => {
    handlers.set(endpoint, handler)
    const answer = async (request: FastifyRequest, reply: FastifyReply, onBusy: (ms: number) => void) => {
      // It may have waited, or its body been sent slowly.
      if (!request.wasWhole || wasLongAgo(request)) await admit(request, endpoint)
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
        if (wasLongAgo(request)) await admit(request, endpoint)
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
        if (turns && !(await turns.take(request, reply, endpoint))) reply.hijack()
      },
      handler: (request, reply) => {
        const work = (onBusy: (ms: number) => void) => answer(request, reply, onBusy)
        request.work = turns ? turns.work(request, endpoint, work) : work(() => {})
        return request.work
      },
    }
    if (endpoint.upload === 'stream') takeStream(http, options)
    else if (endpoint.upload) takeFile(http, options, endpoint.upload)
    else http.route(options)
    if (endpoint.alias) http.route({ ...options, url: `/api${endpoint.alias}` })
  }
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

function parse(schema: z.ZodType | undefined, value: unknown, onError?: () => AppError): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw onError?.() ?? invalid(fieldTexts(parsed.error))
}
