import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from 'redis'
import { adminRoutes } from './features/admin/routes.ts'
import { accountRoutes } from './features/auth/account-routes.ts'
import { createAccountMails } from './features/auth/mails.ts'
import { deleteStaleAccess } from './features/auth/reset-queries.ts'
import { resetRoutes } from './features/auth/reset-routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { createAuthenticate, endExpiredSessions, endSockets } from './features/auth/sessions.ts'
import { sessionSockets } from './features/auth/socket.ts'
import { deleteStaleChallenges } from './features/auth/two-factor-queries.ts'
import { twoFactorRoutes } from './features/auth/two-factor-routes.ts'
import { listRoutes } from './features/boards/list-routes.ts'
import { createBoardLive } from './features/boards/live.ts'
import { memberRoutes } from './features/boards/member-routes.ts'
import { showPersonAnew } from './features/boards/people.ts'
import { boardRoutes } from './features/boards/routes.ts'
import { boardSockets } from './features/boards/socket.ts'
import { checklistRoutes } from './features/cards/checklist-routes.ts'
import { commentRoutes } from './features/cards/comment-routes.ts'
import { cardRoutes } from './features/cards/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { roomJobs } from './features/rooms/jobs.ts'
import { createLobby } from './features/rooms/lobby.ts'
import { createRoster } from './features/rooms/roster.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { roomSockets } from './features/rooms/socket.ts'
import { loadSprint } from './features/sprints/commands.ts'
import { reportRoutes } from './features/sprints/report-routes.ts'
import { sprintRoutes } from './features/sprints/routes.ts'
import { taskRoutes } from './features/sprints/task-routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { migrations } from './migrations/all.ts'
import type { Schema } from './migrations/schema.ts'
import type { Config } from './platform/config.ts'
import { migrate, openDatabase } from './platform/database.ts'
import type { Deps } from './platform/deps.ts'
import { bindRoutes, createHttp, type Readiness, serveWeb } from './platform/http.ts'
import { createJobs } from './platform/jobs.ts'
import { createOutbox } from './platform/mail.ts'
import { createRateLimits, type RedisClient } from './platform/rate-limits.ts'
import { authenticateSockets, createRealtime, handleEvents } from './platform/realtime.ts'

const webFolder = join(import.meta.dirname, '../../web/dist')
const sessionSweepMs = 60_000
const tidyMs = 3_600_000
const mailMs = 2_000

export type App = {
  /** Where it listens, http://host:port. */
  url: string
  deps: Deps
  /** Does the periodic work now instead of at its next turn. */
  runJobs: () => Promise<void>
  /** Stops taking work, finishes what is under way, says goodbye. Safe to call twice. */
  stop: () => Promise<void>
}

/**
 * Puts the parts together and starts them: listen (health answers 503), migrate, open the doors.
 * @throws when the port is taken, the database does not answer, or a migration fails; whatever was opened is closed again.
 */
export async function startApp(config: Config): Promise<App> {
  const readiness: Readiness = { state: 'starting' }
  const http = await createHttp(config, readiness)
  const { log } = http
  const { db, engine } = openDatabase<Schema>(config)
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, (error) => log.error({ err: error }, 'redis')) : undefined

  const limits = createRateLimits({ redis, prefix: config.redisPrefix, factor: config.rateLimitFactor })
  const io = createRealtime({ server: http.server, config, readiness, redis })
  const outbox = createOutbox({ config, db, log })
  const deps: Deps = { config, db, engine, io, limits, outbox, log, processId: randomUUID() }
  const jobs = createJobs(log)

  const authenticate = createAuthenticate(db)
  const route = bindRoutes(http, authenticate)
  const roster = createRoster(deps)
  const lobby = createLobby(deps, jobs)
  const live = createBoardLive(deps)
  const mails = createAccountMails(deps)
  authRoutes(route, deps, mails)
  resetRoutes(route, deps, mails)
  twoFactorRoutes(route, deps, mails)
  accountRoutes(route, deps, mails, (person) => showPersonAnew(deps, live, person))
  roomRoutes(route, deps, lobby)
  boardRoutes(route, deps, live)
  listRoutes(route, deps, live)
  memberRoutes(route, deps, live)
  cardRoutes(route, deps, live.publish)
  commentRoutes(route, deps, live.publish)
  checklistRoutes(route, deps, live.publish)
  sprintRoutes(route, deps, live.publish)
  taskRoutes(route, deps, live.publish)
  reportRoutes(route, deps)
  adminRoutes(route, deps, { ...live, endSockets: (sessionIds) => endSockets(deps, sessionIds), loadSprint })
  dashboardRoutes(route, deps)
  systemRoutes(route, http, deps)
  await serveWeb(http, webFolder)

  authenticateSockets(io, authenticate, config.trustProxy)
  sessionSockets(deps)
  const rooms = roomSockets(deps, roster, lobby, live.publish)
  const events = new Map([...rooms.events, ...boardSockets(deps, live, jobs)])
  io.on('connection', (socket) => handleEvents(socket, events, log))
  const presence = roomJobs(deps, roster, jobs)
  jobs.every(sessionSweepMs, 'sessions', () => endExpiredSessions(deps))
  jobs.every(tidyMs, 'account tidying', () => deleteStaleAccess(db))
  jobs.every(tidyMs, 'login tidying', () => deleteStaleChallenges(db))
  jobs.every(mailMs, 'mail', outbox.deliver)

  const close = async () => {
    await jobs.stop()
    await io.close()
    await http.close()
    await db.destroy()
    await redis?.close()
  }
  try {
    await http.listen({ port: config.port, host: config.host })
    await migrate(db, migrations)
    await presence.arrive()
  } catch (error) {
    await close()
    throw error
  }
  readiness.state = 'ready'

  let stopped: Promise<void> | undefined
  const stop = async () => {
    readiness.state = 'draining'
    // Only our own: those of the other processes stay where they are.
    io.local.disconnectSockets(true)
    await rooms.settled()
    await presence.depart()
    await close()
  }
  const { port } = http.server.address() as AddressInfo
  return { url: `http://${urlHost(config.host)}:${port}`, deps, runJobs: jobs.runAll, stop: () => (stopped ??= stop()) }
}

async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisClient> {
  const client: RedisClient = createClient({ url })
  client.on('error', onError)
  await client.connect()
  return client
}

const urlHost = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)
