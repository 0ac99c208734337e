import { isUtf8 } from 'node:buffer'
import {
  createServer,
  type IncomingHttpHeaders,
  IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import { limits } from '@rodada/contract/core/limits'
import { systemApi } from '@rodada/contract/instance/system'
import { mcpPath } from '@rodada/contract/integrations/settings'
import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { texts } from '@rodada/contract/texts/texts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { LogStore } from '../logs/log-store.ts'
import { answerInTurn } from './answers-in-turn.ts'
import { compression } from './compression.ts'
import { refuseBytes, sendError } from './error-replies.ts'
import { AppError } from './errors.ts'
import { createHostCheck } from './hosts.ts'
import { book } from './http.ts'
import type { BookBody } from './unfinished-bodies.ts'
import { isRefusedPath } from './web-pages.ts'

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
          // Node would answer such requests past `answerInTurn`; without a host none is served.
          requireHostHeader: false,
        },
        answerInTurn(handle),
      )
      server.on('checkExpectation', answerInTurn(refuseExpectation))
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

  await http.register(compress, {
    threshold: 1024,
    // Requests are never unpacked: a few kilobytes can become gigabytes.
    globalDecompression: false,
    ...compression,
  })

  const safe = securityHeaders(config)
  http.addHook('onRequest', async (_request, reply) => {
    reply.headers(safe)
  })
  http.decorateRequest('accountLanguage', null)
  http.decorateRequest('viewer', undefined)
  http.decorateRequest('wasWhole', false)
  http.decorateRequest('recognisedAt', 0)
  http.decorateRequest('work', undefined)
  http.decorateRequest('leavePlace', undefined)
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
    const { url: route = request.url } = request.routeOptions
    // The route counts: an address may name the whole of itself, with its host.
    const asks = route.startsWith('/api/') || route === mcpPath || request.url.startsWith('/api/')
    const mayAnswer = readiness.state === 'ready' || !asks || route === livePath
    if (!mayAnswer) throw new AppError('unavailable', texts.starting, { retryAfter: 1 })
  })
  http.setErrorHandler((error, request, reply) => {
    if (isRefusedPath(error, request)) reply.callNotFound()
    else sendError(error, request, reply)
  })
  return http
}

/** What a client expects besides going on with its body is nothing that there is. */
const refuseExpectation: RequestListener = (_request, response) => {
  response.writeHead(417).end()
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
