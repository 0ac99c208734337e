import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, IncomingMessage, type OutgoingHttpHeaders, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { Body, Endpoint, Params, Query } from '@rodada/contract/core/endpoint'
import { fieldTexts } from '@rodada/contract/core/errors'
import { type Language, languages } from '@rodada/contract/core/languages'
import { limits, unattendedHeader } from '@rodada/contract/core/limits'
import { systemApi } from '@rodada/contract/instance/system'
import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { texts } from '@rodada/contract/texts/texts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController, type RouteOptions } from 'fastify'
import helmet from 'helmet'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { passingFailure } from '../failures.ts'
import type { PersonTurns } from '../limits/person-turns.ts'
import type { LogStore } from '../logs/log-store.ts'
import { measured } from '../work-time.ts'
import { networkOf } from './addresses.ts'
import { answerInTurn } from './answers-in-turn.ts'
import { bodyAsItArrives, discardBody } from './arriving-body.ts'
import { AppError, allow, invalid, notFound, unauthorized } from './errors.ts'
import { createHostCheck } from './hosts.ts'
import { languageFromHeader } from './languages.ts'
import { giveTime } from './late-bodies.ts'
import type { BookBody } from './unfinished-bodies.ts'
import type { Authenticate, OpenAddress, Viewer } from './viewer.ts'

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

/** What a handler returns: the reply's entity, or the file of a call that is a download. */
type Result<E extends Endpoint> = E extends { download: string } ? Download : z.input<E['reply']>

/** Declares one endpoint of the contract. What the handler returns is filtered to the declared reply. */
export type Route = <E extends Endpoint>(endpoint: E, handler: (context: RouteContext<E>) => Promise<Result<E>>) => void

/** 'starting' until the database is migrated, 'draining' from the first stop signal on: both answer 503. */
export type Readiness = { state: 'starting' | 'ready' | 'draining' }

/** An answer that was sent. `route` is the pattern of its route and never the address itself; empty when no route matched. */
export type Answer = { method: string; route: string; status: number; seconds: number }
export type OnAnswer = (answer: Answer) => void

/** What a supervisor asks to learn that the process is there, whether or not it serves. */
const livePath = `/api${systemApi.live.url}`

/** Longer than the proxies in front keep a connection, so that none sends a request into one that just closes. Milliseconds. */
const keepAliveTimeout = 72_000

/** The HTTP server with error replies, security headers and compression, not yet listening and without routes. */
export async function createHttp(
  config: Config,
  readiness: Readiness,
  { logs, onAnswer, bookBody }: { logs?: Pick<LogStore, 'write'>; onAnswer?: OnAnswer; bookBody?: BookBody } = {},
): Promise<FastifyInstance> {
  const isServed = createHostCheck(config)
  // An upgrade can only be cut off. Handled as a plain request, it is told the reason.
  const shouldUpgradeCallback = (request: IncomingMessage) => isForSocketIo(request) && isServed(request) && !isEncoded(request.headers)
  const http: FastifyInstance = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'], ...(logs && { stream: logs }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    serverFactory: (handle) => {
      const server = createServer(
        // A client that sends its request byte by byte holds no connection for ever; most bodies have less time (late-bodies.ts).
        {
          requestTimeout: limits.uploadMs,
          headersTimeout: 10_000,
          connectionsCheckingInterval: 5_000,
          keepAliveTimeout,
          shouldUpgradeCallback,
        },
        answerInTurn(handle),
      )
      // A client that does not read its answer holds none either.
      return server.setTimeout(60_000)
    },
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // What fails before a route is found: a broken address, or bytes that are not HTTP.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply)
    },
    clientErrorHandler: refuseBytes,
  })
  // An empty body is 'no body', not a syntax error: DELETE and POST without payload often carry the JSON header.
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    // Otherwise bytes that are not UTF-8 would be stored as �.
    if (!isUtf8(body as Buffer)) return done(new AppError('invalid', texts.invalidInput), undefined)
    return http.getDefaultJsonParser('error', 'error')(request, body.toString(), done)
  })

  // Fastify's own parser gives a text to handlers that expect JSON.
  http.removeContentTypeParser('text/plain')

  // The body that mail programs send at one click (RFC 8058) adds nothing to the address.
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  http.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))

  // Quick settings: the few percent that better ones save cost more time than they save on the wire.
  await http.register(compress, {
    threshold: 1024,
    // Requests are never unpacked: a few kilobytes can become gigabytes.
    globalDecompression: false,
    zlibOptions: { level: 2 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  })

  const safe = securityHeaders(config)
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(safe)
  })
  http.decorateRequest('accountLanguage', null)
  http.decorateRequest('viewer', undefined)
  http.decorateRequest('wasWhole', false)
  http.decorateRequest('recognisedAt', 0)
  http.addHook('onRequest', async ({ headers, raw }) => {
    if (!isServed(raw)) throw new AppError('misdirected', texts.otherHost)
    if (isEncoded(headers)) throw new AppError('invalid', texts.encodedBody, { status: 415 })
  })
  // Node would tell every client to go on and send its body, also a client that is refused without it.
  const waiting = new WeakSet<IncomingMessage>()
  http.server.on('checkContinue', (request, response) => {
    waiting.add(request)
    http.server.emit('request', request, response)
  })
  http.addHook('preParsing', async (request, reply) => {
    book(request, bookBody)
    if (waiting.delete(request.raw)) reply.raw.writeContinue()
  })
  http.addHook('onResponse', (request, reply, done) => {
    onAnswer?.({
      method: request.method,
      route: request.routeOptions.url ?? '',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
  http.addHook('onRequest', async (request) => {
    const mayAnswer = readiness.state === 'ready' || !request.url.startsWith('/api/') || request.routeOptions.url === livePath
    if (!mayAnswer) throw new AppError('unavailable', texts.starting, { retryAfter: 1 })
  })
  http.setErrorHandler((error, request, reply) => {
    if (isRefusedPath(error, request)) reply.callNotFound()
    else sendError(error, request, reply)
  })
  return http
}

/** Whether a request's body is compressed. None is ever unpacked. */
export const isEncoded = ({ 'content-encoding': encoding }: IncomingHttpHeaders): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'

/** Socket.IO takes every upgrade and leaves foreign ones without an answer; as a plain request they get the usual one. */
const isForSocketIo = ({ headers, url }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url !== undefined && url.startsWith(realtimeSettings.path)

/** Headers that every reply has, built once. */
function securityHeaders(config: Config): OutgoingHttpHeaders {
  const reply = new ServerResponse(new IncomingMessage(new Socket()))
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine and React set style attributes; nothing that a person types ever becomes one.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // The page's own WebSocket is covered. Any other connection would let an injected script send out what it has read.
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    // HSTS would lock people out of an installation without TLS, and other hosts below its name are not ours to bind.
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  write(reply.req, reply, () => {})
  // Our pages use none of these, so an injected script may not use them either.
  reply.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()')
  return reply.getHeaders()
}

const book = ({ raw, routeOptions, viewer }: FastifyRequest, bookBody: BookBody | undefined): void =>
  bookBody?.(raw, routeOptions.bodyLimit ?? limits.bodyBytes, viewer?.userId)

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
  /** @throws AppError 401 or 403 when the caller may not call this at all */
  const admit = async (request: FastifyRequest, { access, signed }: Endpoint): Promise<void> => {
    const how = { unattended: request.headers[unattendedHeader] === '1', address: networkOf(request.ip) }
    const token = bearerToken(request)
    const viewer = signed && token === undefined ? await openAddress?.(request.url, how.address) : await authenticate(token, how)
    request.viewer = viewer
    request.accountLanguage = viewer?.language ?? null
    if (access !== 'open' && !viewer) throw unauthorized()
    if (access === 'admin') allow(viewer?.role === 'admin')
    request.wasWhole = request.raw.complete
    request.recognisedAt = performance.now()
  }
  /** @returns false when nobody waits for the answer any more */
  const takeTurn = async ({ viewer }: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<boolean> => {
    // A file is streamed, seldom and slowly.
    if (!viewer || !turns || endpoint.download || endpoint.upload === 'stream') return true
    return turns.take(viewer, { writes: endpoint.method !== 'GET', own: endpoint.url.startsWith('/auth/'), reply: reply.raw })
  }
  return (endpoint, handler) => {
    const options: RouteOptions = {
      method: endpoint.method,
      url: `/api${endpoint.url}`,
      // A HEAD request would appear in the audit log as a download.
      ...(endpoint.download && { exposeHeadRoute: false }),
      // A part of a file, and one that a client saves, are those bytes and no others.
      ...(endpoint.signed && { compress: false }),
      // Before the body is read, so that a caller without a session sends none, and what waits for a turn is in no memory as objects: those
      // of 256 KB of JSON take 5 MB.
      onRequest: async (request, reply) => {
        await admit(request, endpoint)
        // Its beginning is in memory while the call waits.
        book(request, bookBody)
        if (!(await takeTurn(request, reply, endpoint))) reply.hijack()
      },
      handler: async (request, reply) => {
        // The session or a right may have ended while the call waited or the body was sent slowly.
        const isLate = !request.wasWhole || performance.now() - request.recognisedAt > recognisedMs
        if (isLate) await admit(request, endpoint)
        const { viewer } = request
        const context = {
          params: parse(endpoint.params, request.params, notFound),
          query: parse(endpoint.query, request.query),
          body: bodyOf(endpoint, request),
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
          language: languageOf(request),
        }
        // What the schema left out of it would be held for as long as the handler waits.
        request.body = undefined
        // The checks above make the context what the types promise; TypeScript cannot follow the conditional types.
        const result = await measured(
          () => handler(context as never),
          (ms) => viewer && turns?.worked(viewer.userId, ms),
        )
        reply.header('cache-control', 'no-store')
        if (endpoint.download) return sendFile(reply, endpoint.download, result as Download)
        const text = JSON.stringify(endpoint.reply.parse(result))
        if (viewer) await turns?.charge(viewer.userId, text.length)
        return reply.type('application/json; charset=utf-8').send(text)
      },
    }
    if (endpoint.upload === 'stream') takeStream(http, options)
    else if (endpoint.upload) takeFile(http, options, endpoint.upload)
    else http.route(options)
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
      // Whoever is refused before the body was looked at may be sending it.
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

/**
 * Addresses that have no page: those of the API, of built files, and all that look like a file's name. No page has an address with an
 * extension or with a part that begins with a dot.
 */
const pageless = /^\/(?:api|assets)(?:\/|$)|\/\.|\.[a-z\d]+$/i

/** The pattern that every address outside of the API matches. */
const anyFile = '/*'

/** Whether the web folder has nothing at an address and @fastify/static says so by an error, as it does for a folder. */
function isRefusedPath(error: unknown, { routeOptions }: FastifyRequest): boolean {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return routeOptions.url === anyFile && !preservedStatuses.has(status) && status < 500
}

/** Serves the built web with its files cached for ever and every other page answered by index.html. */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      // The build wrote a compressed twin beside each file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')
  // The plugin takes this address for a folder. It refuses it to clients that accept nothing compressed, and serves it to none.
  if (isBuilt) http.get('/', (_request, reply) => sendPage(reply))
  // Browsers ask for it when a document names no icon.
  if (isBuilt) http.get('/favicon.ico', (_request, reply) => reply.redirect('/mark.svg', 301))
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const [path = ''] = request.url.split('?')
    const isPage = isRead && !pageless.test(path)
    // Nothing is returned: each promise that a reply passes through adds listeners to it, and Node warns of so many.
    if (isPage && isBuilt) sendPage(reply)
    else sendError(notFound(), request, reply)
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

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = toAppError(error)
  if (shown.status >= 500 && shown.id !== 'unavailable') request.log.error({ err: error, url: request.routeOptions.url }, 'request failed')
  // The size of the file, when a range beyond it was asked for.
  const range = (error as { headers?: Record<string, string> }).headers?.['Content-Range']
  if (shown.status === 416 && range !== undefined) reply.header('content-range', range)
  if (shown.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter)
  if (shown.id === 'too_large') {
    // The framework would close the connection, and a client that is still sending would see a broken connection instead of the answer. So
    // the rest is read and thrown away, for as long as a request may take.
    reply.removeHeader('connection')
    request.raw.resume()
  }
  return reply
    .code(shown.status)
    .header('cache-control', 'no-store')
    .send(shown.toReply(languageOf(request)))
}

const languageOf = (request: FastifyRequest): Language => request.accountLanguage ?? languageFromHeader(request.headers['accept-language'])

/** Answers, on the bare connection, what the HTTP parser could not read. */
function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections ahead of need. If one that sent nothing in time got an answer, the browser could take it for that of the
  // request it sends just then; closed without one, it asks again on another connection.
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) return void socket.destroy()
  const shown =
    error.code === 'HPE_HEADER_OVERFLOW' ? new AppError('too_large', texts.tooLarge) : new AppError('invalid', texts.invalidInput)
  const body = JSON.stringify(shown.toReply(languages[0]))
  const head = `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\nContent-Type: application/json; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

/** Refusals that HTTP defines for conditions, types and ranges, which programs act on. */
const preservedStatuses = new Set([412, 415, 416])

/** Errors of the framework become ours; every unknown error becomes 'unexpected' without its internals. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const passing = passingFailure(error)
  if (passing) return passing
  if (error instanceof z.ZodError) return new AppError('unexpected', texts.unexpected)
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return new AppError('too_large', texts.tooLarge)
  // A path segment longer than any id matches no route.
  if (status === 414) return notFound()
  if (status !== undefined && preservedStatuses.has(status)) return new AppError('invalid', texts.invalidInput, { status })
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid', texts.invalidInput)
  return new AppError('unexpected', texts.unexpected)
}
