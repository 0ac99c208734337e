import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { BoardClientEvents, BoardServerEvents } from '@rodada/contract/boards/events'
import { findLanguage, type Language } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import type { EstimationServerEvents } from '@rodada/contract/estimations/estimations'
import type { NotificationServerEvents } from '@rodada/contract/notifications/notifications'
import type { RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { RoomServerEvents } from '@rodada/contract/rooms/rooms'
import { realtimeSettings } from '@rodada/contract/rooms/settings'
import { texts } from '@rodada/contract/texts/texts'
import { translate } from '@rodada/contract/texts/translate'
import { Server, type Socket } from 'socket.io'
import type { Config } from '../config.ts'
import { passingFailure } from '../failures.ts'
import { networkOf } from '../http/addresses.ts'
import { isText } from '../http/forms.ts'
import { createHostCheck, originIn } from '../http/hosts.ts'
import { isEncoded, type Readiness } from '../http/http-server.ts'
import { languageFromHeader } from '../http/languages.ts'
import type { BookBody } from '../http/unfinished-bodies.ts'
import type { Authenticate, Viewer } from '../http/viewer.ts'
import type { PubSub } from '../redis/pub-sub.ts'
import { countConnections, WebSockets } from './open-connections.ts'

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
type ServerEvents = RoomServerEvents & BoardServerEvents & NotificationServerEvents & EstimationServerEvents
export type Realtime = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>

/** All connections of an account, but for those of programs that are confined to some boards. */
export const userChannel = (userId: number): string => `user:${userId}`
/** Those. */
export const confinedChannel = (userId: number): string => `confined:${userId}`
/** The connections of all programs of an account. */
export const programsChannel = (userId: number): string => `programs:${userId}`

/** The connections to this process that are in a channel. */
export function connectedHere(io: Realtime, channel: string): RealtimeSocket[] {
  const { adapter, sockets } = io.of('/')
  return [...(adapter.rooms.get(channel) ?? [])].flatMap((id) => (sockets.get(id) as RealtimeSocket | undefined) ?? [])
}

/** Socket.IO on the HTTP server; with Redis, events reach the sockets of every process. */
export async function createRealtime(options: {
  server: HttpServer
  config: Config
  readiness: Readiness
  pubSub: PubSub | undefined
  bookBody: BookBody
}): Promise<Realtime> {
  const { server, config, readiness, pubSub, bookBody } = options
  // Loaded only with Redis, so that a laptop starts without it.
  const adapters = pubSub && (await import('@socket.io/redis-adapter'))
  const io: Realtime = new Server(server, {
    path: realtimeSettings.path,
    transports: [...realtimeSettings.transports],
    wsEngine: WebSockets,
    pingInterval: realtimeSettings.pingInterval,
    pingTimeout: realtimeSettings.pingTimeout,
    upgradeTimeout: realtimeSettings.upgradeTimeout,
    connectTimeout: realtimeSettings.connectTimeout,
    maxHttpBufferSize: limits.socketMessageBytes,
    perMessageDeflate: false,
    serveClient: false,
    cors: { origin: false },
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers.origin, request.headers.host, config)),
    // A channel of Redis for each channel of sockets, so that a process hears what its people look at. Installations may share one Redis.
    ...(adapters && { adapter: adapters.createShardedAdapter(pubSub, pubSub, { channelPrefix: config.redisPrefix }) }),
  })
  const isServed = createHostCheck(config)
  const connectionsBehind = countConnections(io, config.trustProxy)
  // A balancer then asks another process, and a page tries again. `allowRequest` can only answer 403, which does not say that the server is
  // starting. Connections from before finish what they have under way.
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    // One that was sent ahead of an answer, see `answerInTurn`: its own would wait in the memory, a thousand of them for one packet.
    if (response.socket === null) return void request.socket.destroy()
    if (!isServed(request)) return refuse(response, 421)
    if (isEncoded(request.headers)) return refuse(response, 415)
    bookBody(request, limits.socketMessageBytes)
    // As Engine.IO reads the address: of several the last counts, and an empty one is none.
    const { sid, j } = Object.fromEntries(new URL(request.url ?? '', 'https://socket.io').searchParams)
    // JSONP, which no client of today asks for: its bodies are forms, and all of each is decoded.
    if (j !== undefined) return refuse(response, 400)
    const isNew = !sid
    if (isNew && readiness.state !== 'ready') return refuse(response, 503, 1)
    if (isNew && connectionsBehind(request) >= config.socketsPerAddress) return refuse(response, 429, 30)
    // A client that asks first is told to go on only now, as the API does.
    if (request.method === 'POST' && request.headers.expect !== undefined) response.writeContinue()
    next()
  })
  // A page goes over to a WebSocket once. Each try may be asked about for seconds, and each question is answered.
  io.engine.on('connection', (connection: Socket['conn']) => {
    let asked = 0
    connection.on('upgrading', () => {
      asked += 1
      if (asked > 1) connection.close(true)
    })
  })
  // Before Engine.IO, which reads all parameters of whatever comes.
  for (const event of ['request', 'upgrade'] as const) server.prependListener(event, dropUnreadable)
  return io
}

/**
 * Takes the parameters from an address of sockets when they are no text (percent-encoded UTF-8); without them it is refused. Each one that
 * is read costs an exception, and an address has room for thousands.
 */
function dropUnreadable(request: IncomingMessage): void {
  const { url = '' } = request
  const end = url.indexOf('?')
  if (end !== -1 && url.startsWith(realtimeSettings.path) && !isText(url.slice(end))) request.url = url.slice(0, end)
}

function refuse(response: ServerResponse, status: number, retryAfter?: number): void {
  // Two calls: the response of an upgrade is Engine.IO's own, and its calls cannot be chained.
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
  response.end()
}

/** Browsers send the page's origin: a foreign page must not use a person's session. Programs send none. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, config: Config): boolean {
  if (!origin) return true
  const given = originIn(origin)
  if (!given) return false
  return given.host === host || (config.publicUrl !== undefined && given.origin === new URL(config.publicUrl).origin)
}

/**
 * Whether a connection has a socket, or is about to, and how often it asked for one. Socket.IO makes another socket for every request that
 * comes before the first is granted, so a single message could make thousands.
 */
type Entry = { address: string; inside: boolean; times: number }

/** No page connects and disconnects more often than this over one connection. */
const mostEntries = 100

/** Refuses an invalid token and ends the socket. A socket without a token is a guest's. */
export function authenticateSockets(io: Realtime, authenticate: Authenticate, trustProxy: Config['trustProxy']): void {
  // The key is not the request, which is dropped; one connection may enter again.
  const entries = new WeakMap<object, Entry>()
  io.use(async (socket, next) => {
    const { conn } = socket
    const { token, language, unattended }: { token?: unknown; language?: unknown; unattended?: unknown } = socket.handshake.auth
    // Processes tell each other the handshakes of their sockets. The token is removed so that it stays in this process.
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
        typeof token === 'string' && token !== ''
          ? await authenticate(token, { unattended: unattended === true, address: entry.address })
          : undefined
      // A page sends the language that it shows. For programs the account's language counts.
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
    // The upgrade request holds headers and buffers that nothing needs any more. They are most of an idle socket's memory.
    if (entry.times === 1) conn.on('upgrade', () => dropRequest(socket))
    dropRequest(socket)
    next()
  })
}

function dropRequest(socket: RealtimeSocket): void {
  if (socket.conn.transport.name === 'websocket') Object.assign(socket.conn, { request: null })
}
