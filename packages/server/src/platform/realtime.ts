import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { BoardClientEvents, BoardPeople, BoardServerEvents } from '@rodada/contract/board-events'
import type { PersonSummary } from '@rodada/contract/fields'
import { findLanguage, type Language } from '@rodada/contract/languages'
import { limits } from '@rodada/contract/limits'
import type { NotificationServerEvents } from '@rodada/contract/notifications'
import { realtimeSettings } from '@rodada/contract/room-settings'
import type { RoomClientEvents, RoomServerEvents } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import { translate } from '@rodada/contract/translate'
import { Server, type Socket } from 'socket.io'
import type { Config } from './config.ts'
import { passingFailure } from './failures.ts'
import { createHostCheck } from './hosts.ts'
import { isEncoded, type Readiness } from './http.ts'
import { languageFromHeader } from './languages.ts'
import { countConnections } from './open-connections.ts'
import { networkOf } from './rate-limits.ts'
import { adapterClient, type RedisClient } from './redis.ts'
import type { BookBody } from './unfinished-bodies.ts'
import type { Authenticate, Viewer } from './viewer.ts'

/** What processes tell each other; none of it reaches a client. */
export type ProcessEvents = {
  /** A room's people or facts changed: whoever has sockets there shows it. */
  roomChanged: (change: { roomId: number; deck: string[] | null }) => void
  /** Who has a board open: whoever has sockets there tells them, if it is news. */
  boardPeople: (payload: { boardId: number } & BoardPeople) => void
  /** Boards changed: whoever has sockets there that look at many at once tells them. */
  boardsChanged: (change: { boardIds: number[]; anybody: boolean }) => void
  /** An account's rights changed: its sockets must ask again for what they look at. */
  accountChanged: (change: { userId: number }) => void
  /** Whoever administers had the caches cleared. */
  cachesCleared: () => void
  /** Some of all these may not have arrived. */
  eventsMissed: () => void
  /** A person has a new name or picture. */
  personChanged: (person: PersonSummary) => void
}

/** `Seated` is filled by the rooms feature; the platform only carries it. */
export type SocketData = {
  viewer: Viewer | undefined
  address: string
  language: Language
  unattended: boolean
  seated?: unknown
  work?: Promise<void>
}

type ClientEvents = RoomClientEvents & BoardClientEvents
type ServerEvents = RoomServerEvents & BoardServerEvents & NotificationServerEvents
export type Realtime = Server<ClientEvents, ServerEvents, ProcessEvents, SocketData>
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, SocketData>

/**
 * Events that Redis keeps for a process that is behind, some 200 bytes each. The adapter's own 10,000 are half a second of
 * votes at full speed: a process that stood still for longer missed some.
 */
const mostEvents = 50_000

/** All connections of an account. */
export const userChannel = (userId: number): string => `user:${userId}`

/** Socket.IO on the HTTP server; with Redis, events reach the sockets of every process. */
export async function createRealtime(options: {
  server: HttpServer
  config: Config
  readiness: Readiness
  redis: RedisClient | undefined
  bookBody: BookBody
  /** Redis was away, and is back. */
  onReturn: () => void
}): Promise<Realtime> {
  const { server, config, readiness, redis, bookBody, onReturn } = options
  // Loaded by those who have a Redis: a laptop starts without it.
  const adapters = redis && (await import('@socket.io/redis-streams-adapter'))
  const io: Realtime = new Server(server, {
    path: realtimeSettings.path,
    transports: [...realtimeSettings.transports],
    pingInterval: realtimeSettings.pingInterval,
    pingTimeout: realtimeSettings.pingTimeout,
    upgradeTimeout: realtimeSettings.upgradeTimeout,
    connectTimeout: realtimeSettings.connectTimeout,
    maxHttpBufferSize: limits.socketMessageBytes,
    perMessageDeflate: false,
    serveClient: false,
    cors: { origin: false },
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers.origin, request.headers.host, config)),
    // Both: what processes ask each other goes by the channels, and installations may share one Redis.
    ...(adapters && {
      adapter: adapters.createAdapter(adapterClient(redis, onReturn), {
        streamName: `${config.redisPrefix}:events`,
        maxLen: mostEvents,
        channelPrefix: config.redisPrefix,
      }),
    }),
  })
  const isServed = createHostCheck(config)
  const connectionsBehind = countConnections(io, config.trustProxy)
  // As the API does: a balancer asks another process, a page tries again. `allowRequest` could only say 403, which is no
  // news of a start. Connections from before finish what they have under way.
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (!isServed(request)) return refuse(response, 421)
    if (isEncoded(request.headers)) return refuse(response, 415)
    if (!bookBody(request, limits.socketMessageBytes)) return refuse(response, 429, 1)
    const isNew = !new URLSearchParams(request.url?.split('?')[1]).has('sid')
    if (isNew && readiness.state !== 'ready') return refuse(response, 503, 1)
    if (isNew && connectionsBehind(request) >= config.socketsPerAddress) return refuse(response, 429, 30)
    // As the API does, a client that asks first is told to go on only now.
    if (request.method === 'POST' && request.headers.expect !== undefined) response.writeContinue()
    next()
  })
  return io
}

function refuse(response: ServerResponse, status: number, retryAfter?: number): void {
  // One by one: the response of an upgrade is Engine.IO's own, whose calls cannot be chained.
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
  response.end()
}

/** Browsers send the page's origin: another site's page must not drive a person's session. Programs send none. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, config: Config): boolean {
  if (!origin) return true
  const given = URL.parse(origin)
  if (!given) return false
  return given.host === host || (config.publicUrl !== undefined && given.origin === new URL(config.publicUrl).origin)
}

/**
 * Of one connection: whether it has a socket, or is about to, and how often it asked for one. Socket.IO makes one more for
 * every request that comes before the first is granted, so a single message could hold thousands.
 */
type Entry = { address: string; inside: boolean; times: number }

/** A connection that comes and goes more often than this is no page. */
const mostEntries = 100

/** Refuses a token that proves nothing and ends the socket; a missing token is a guest. */
export function authenticateSockets(io: Realtime, authenticate: Authenticate, trustProxy: Config['trustProxy']): void {
  // One connection may enter again after its request was dropped.
  const entries = new WeakMap<object, Entry>()
  io.use(async (socket, next) => {
    const { conn } = socket
    const { token, language, unattended }: { token?: unknown; language?: unknown; unattended?: unknown } = socket.handshake.auth
    // Processes tell each other the handshakes of their sockets: a token stays where it was shown.
    socket.handshake.auth = {}
    const entry = entries.get(conn) ?? { address: networkOf(proxyAddress(socket.request, trustProxy)), inside: false, times: 0 }
    entries.set(conn, entry)
    entry.times += 1
    if (entry.inside || entry.times > mostEntries) return conn.close()
    entry.inside = true
    socket.data.address = entry.address
    const claimedLanguage = findLanguage(language)
    socket.data.unattended = unattended === true
    socket.data.language = claimedLanguage ?? languageFromHeader(socket.handshake.headers['accept-language'])
    try {
      socket.data.viewer =
        typeof token === 'string' && token !== '' ? await authenticate(token, { unattended: unattended === true }) : undefined
      // A page says what it shows, which follows the account; programs need not.
      if (!claimedLanguage && socket.data.viewer) socket.data.language = socket.data.viewer.language
    } catch (error) {
      entry.inside = false
      const { message } = passingFailure(error) ?? { message: texts.unexpected }
      return next(new Error(translate(message, socket.data.language)))
    }
    socket.once('disconnect', () => {
      entry.inside = false
    })
    const claimed = token !== undefined && token !== null && token !== ''
    // The refusal is an event, as specified, so the connection is made first and ended right after.
    if (claimed && !socket.data.viewer) {
      socket.emit('auth_error', { message: translate(texts.authError, socket.data.language) })
      setImmediate(() => socket.disconnect(true))
    }
    // The upgrade request holds headers and buffers that nothing needs any more; most of an idle socket's memory.
    if (entry.times === 1) conn.on('upgrade', () => dropRequest(socket))
    dropRequest(socket)
    next()
  })
}

function dropRequest(socket: RealtimeSocket): void {
  if (socket.conn.transport.name === 'websocket') Object.assign(socket.conn, { request: null })
}
