import { existsSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { Body, Endpoint, Params, Query } from '@rodada/contract/endpoint'
import { fieldTexts } from '@rodada/contract/errors'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { z } from 'zod'
import type { Config } from './config.ts'
import { AppError, allow, invalid, notFound, unauthorized } from './errors.ts'
import { networkOf } from './rate-limits.ts'
import type { Authenticate, Viewer } from './viewer.ts'

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
}

/** Declares one endpoint of the contract. What the handler returns is filtered to the declared reply. */
export type Route = <E extends Endpoint>(endpoint: E, handler: (context: RouteContext<E>) => Promise<z.input<E['reply']>>) => void

/** 'starting' until the database is migrated, 'draining' from the first stop signal on: both answer 503. */
export type Readiness = { state: 'starting' | 'ready' | 'draining' }

/** The HTTP server with error replies, security headers and compression, not yet listening and without routes. */
export async function createHttp(config: Config, readiness: Readiness): Promise<FastifyInstance> {
  const http: FastifyInstance = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    // Whoever sends a request byte by byte does not hold a connection for ever.
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // What fails before a route is found: a broken address, or bytes that are not HTTP.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply)
    },
    clientErrorHandler: refuseBytes,
  })
  // An empty body is 'no body', not a syntax error: DELETE and POST without payload often carry the JSON header.
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return http.getDefaultJsonParser('error', 'error')(request, body as string, done)
  })

  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine and React set style attributes; nothing that a person types ever becomes one.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    // HSTS would lock people out of an installation without TLS.
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Quick settings: what they give up in size (a few percent) costs less on the wire than the best ones cost before it.
  await http.register(compress, {
    threshold: 1024,
    zlibOptions: { level: 2 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  })

  http.addHook('onRequest', async (request) => {
    if (readiness.state !== 'ready' && request.url.startsWith('/api/')) throw new AppError('unavailable', texts.starting, { retryAfter: 1 })
  })
  http.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  return http
}

/** Binds `route` to a server: parse, authenticate, handle, filter. */
export function bindRoutes(http: FastifyInstance, authenticate: Authenticate): Route {
  return (endpoint, handler) => {
    http.route({
      method: endpoint.method,
      url: `/api${endpoint.url}`,
      handler: async (request, reply) => {
        const viewer = await authenticate(bearerToken(request))
        if (endpoint.access !== 'open' && !viewer) throw unauthorized()
        if (endpoint.access === 'admin') allow(viewer?.role === 'admin')
        const context = {
          params: parse(endpoint.params, request.params, notFound),
          query: parse(endpoint.query, request.query),
          body: parse(endpoint.body, request.body ?? {}),
          viewer,
          address: networkOf(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
        }
        // The checks above make the context what the types promise; TypeScript cannot follow the conditional types.
        const result = await handler(context as never)
        reply.header('cache-control', 'no-store')
        return endpoint.reply.parse(result)
      },
    })
  }
}

/** Serves the built web with its files cached for ever and every other page answered by index.html. */
export async function serveWeb(http: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html')
  if (existsSync(index)) {
    await http.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // The build left a compressed twin beside each file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api') && !request.url.startsWith('/assets/')
    if (isPage && existsSync(index)) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendError(notFound(), request, reply)
  })
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
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
  if (shown.retryAfter !== undefined) reply.header('retry-after', shown.retryAfter)
  return reply.code(shown.status).header('cache-control', 'no-store').send(shown.toReply())
}

/** Answers, on the bare connection, what the HTTP parser could not read. */
function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const shown =
    error.code === 'HPE_HEADER_OVERFLOW' ? new AppError('too_large', texts.tooLarge) : new AppError('invalid', texts.invalidInput)
  const body = JSON.stringify(shown.toReply())
  const head = `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\nContent-Type: application/json; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

/** Errors of the framework become ours; whatever is unknown becomes 'unexpected' without its internals. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return new AppError('unexpected', texts.unexpected)
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return new AppError('too_large', texts.tooLarge)
  // A path segment longer than any id leads nowhere.
  if (status === 414) return notFound()
  if (status !== undefined && status >= 400 && status < 500) return new AppError('invalid', texts.invalidInput)
  return new AppError('unexpected', texts.unexpected)
}
