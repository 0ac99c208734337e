import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { PersonSummary } from '@rodada/contract/fields'
import { keepJournal } from './features/activities/listeners.ts'
import { activityRoutes } from './features/activities/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { accountRoutes } from './features/auth/account-routes.ts'
import { avatarRoutes } from './features/auth/avatar-routes.ts'
import { tellTwoFactorReset } from './features/auth/commands.ts'
import { deleteStaleConfirmations } from './features/auth/confirmation-queries.ts'
import { confirmationRoutes } from './features/auth/confirmation-routes.ts'
import { deleteStaleLoginDevices } from './features/auth/device-queries.ts'
import { createAccountMails } from './features/auth/mails.ts'
import { deleteStaleAccess } from './features/auth/reset-queries.ts'
import { resetRoutes } from './features/auth/reset-routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { createAuthenticate, endExpiredSessions, endSockets } from './features/auth/sessions.ts'
import { sessionSockets } from './features/auth/socket.ts'
import { deleteStaleChallenges, sealTwoFactors } from './features/auth/two-factor-queries.ts'
import { twoFactorRoutes } from './features/auth/two-factor-routes.ts'
import { listRoutes } from './features/boards/list-routes.ts'
import { createBoardLive } from './features/boards/live.ts'
import { createBoardMails } from './features/boards/mails.ts'
import { memberRoutes } from './features/boards/member-routes.ts'
import { createOverview, overviewSockets } from './features/boards/overview.ts'
import { boardRoutes } from './features/boards/routes.ts'
import { boardSockets } from './features/boards/socket.ts'
import { createWrite } from './features/boards/write.ts'
import { attachmentRoutes } from './features/cards/attachment-routes.ts'
import { boardCardRoutes } from './features/cards/board-routes.ts'
import { checklistRoutes } from './features/cards/checklist-routes.ts'
import { commentRoutes } from './features/cards/comment-routes.ts'
import { listenToBoards } from './features/cards/listeners.ts'
import { showPersonAnew } from './features/cards/people.ts'
import { cardRoutes } from './features/cards/routes.ts'
import { indexWaitingCards } from './features/cards/search-queries.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { deleteStaleStates } from './features/github/account-queries.ts'
import { createGithub } from './features/github/commands.ts'
import { runImports } from './features/github/import-page.ts'
import { githubCallback } from './features/github/oauth.ts'
import { refreshLinks } from './features/github/refresh.ts'
import { githubRoutes } from './features/github/routes.ts'
import { githubWebhook } from './features/github/webhook.ts'
import { deleteOldDeliveries } from './features/github/webhook-queries.ts'
import { createOperations } from './features/maintenance/commands.ts'
import { maintenanceJobs } from './features/maintenance/jobs.ts'
import { retentionRoutes } from './features/maintenance/retention-routes.ts'
import { maintenanceRoutes } from './features/maintenance/routes.ts'
import { notificationJobs } from './features/notifications/jobs.ts'
import { createInstanceKeys } from './features/notifications/keys.ts'
import { createNotificationLetters } from './features/notifications/letters.ts'
import { notifyOfEvents } from './features/notifications/listeners.ts'
import { createPush } from './features/notifications/push.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { roomJobs } from './features/rooms/jobs.ts'
import { createLobby } from './features/rooms/lobby.ts'
import { leaveTables, showAtTablesAnew } from './features/rooms/people.ts'
import { createRoster } from './features/rooms/roster.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { countOpenRooms } from './features/rooms/seated.ts'
import { roomSockets } from './features/rooms/socket.ts'
import { createSlackDelivery } from './features/slack/delivery.ts'
import { tellChannels } from './features/slack/listeners.ts'
import { slackRoutes } from './features/slack/routes.ts'
import { loadSprint } from './features/sprints/commands.ts'
import { listenToCards } from './features/sprints/listeners.ts'
import { reportRoutes } from './features/sprints/report-routes.ts'
import { sprintRoutes } from './features/sprints/routes.ts'
import { taskRoutes } from './features/sprints/task-routes.ts'
import { createMetrics } from './features/system/metrics.ts'
import { systemRoutes } from './features/system/routes.ts'
import { migrations } from './migrations/all.ts'
import type { Schema } from './migrations/schema.ts'
import { boundConnections } from './platform/address-connections.ts'
import { answerInTurn } from './platform/answers-in-turn.ts'
import type { Config } from './platform/config.ts'
import { lockDataFolder } from './platform/data-folder.ts'
import { isDatabaseThere, migrate, openDatabase, sqlitePath } from './platform/database.ts'
import type { Deps } from './platform/deps.ts'
import { secretFor } from './platform/generated-secret.ts'
import { bindRoutes, createHttp, type Readiness, serveWeb } from './platform/http.ts'
import { trackConnections } from './platform/http-connections.ts'
import { createJobs } from './platform/jobs.ts'
import { createLogStore } from './platform/log-store.ts'
import { createOutbox } from './platform/mail.ts'
import { createOutgoing } from './platform/outgoing.ts'
import { createPersonTurns } from './platform/person-turns.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { authenticateSockets, createRealtime, handleEvents } from './platform/realtime.ts'
import { closeRedis, connectRedis, createLossCheck } from './platform/redis.ts'
import { createReunion } from './platform/reunion.ts'
import { createSecretBox } from './platform/secret-box.ts'
import { requireSound } from './platform/sqlite-check.ts'
import { listenFailure } from './platform/start-failure.ts'
import { createBodyBooks } from './platform/unfinished-bodies.ts'
import { version } from './platform/version.ts'
import { createEvents } from './platform/work.ts'

const webFolder = join(import.meta.dirname, '../../web/dist')
const sessionSweepMs = 60_000
const tidyMs = 3_600_000
const mailMs = 2_000
const integrationMs = 2_000
const cardIndexMs = 2_000
const lossCheckMs = 1_000

/** How long a stop waits for requests that are under way. Milliseconds, well below what serve.ts grants the whole of it. */
const requestGraceMs = 5_000

export type App = {
  /** Where it listens, http://host:port. */
  url: string
  deps: Deps
  /** Does the periodic work now instead of at its next turn. */
  runJobs: () => Promise<void>
  /** From now on the periodic work is done only when `runJobs` asks for it. */
  holdJobs: () => Promise<void>
  /** Stops taking work, finishes what is under way, says goodbye. Safe to call twice. */
  stop: () => Promise<void>
}

/**
 * Puts the parts together and starts them: listen (health answers 503), migrate, open the doors.
 * @throws when the port is taken, the database does not answer or is damaged, or a migration fails; whatever was opened is closed again.
 */
export async function startApp(settings: Config): Promise<App> {
  const config = { ...settings, secret: secretFor(settings) }
  const readiness: Readiness = { state: 'starting' }
  const releaseFolder = config.databaseUrl ? () => {} : takeDataFolder(config.dataDir)
  const processName = `${hostname()}:${config.port}`
  const logs = createLogStore({
    folder: join(config.dataDir, 'logs'),
    name: processName,
    print: (line) => process.stdout.write(line),
  })
  const metrics = createMetrics()
  const bookBody = createBodyBooks(config.trustProxy)
  const http = await createHttp(config, readiness, { logs, onAnswer: metrics.answered, bookBody })
  const { log } = http
  let lostDatabase = false
  const { db, early, engine, file } = await openDatabase<Schema>(config, metrics.queried, () => {
    lostDatabase = true
  })
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : undefined

  const limits = createRateLimits({ redis, prefix: config.redisPrefix, factor: config.rateLimitFactor })
  const io = await createRealtime({ server: http.server, config, readiness, redis, bookBody, onReturn: () => reunion.everywhere() })
  boundConnections(http.server, config)
  const endConnections = trackConnections(http.server)
  answerInTurn(http.server)
  const reunion = createReunion(io, log)
  const outbox = createOutbox({ config, db, log })
  const outgoing = createOutgoing({ hosts: config.outgoingHosts })
  const processId = randomUUID()
  const events = createEvents()
  const deps: Deps = { config, db, early, engine, events, file, redis, io, limits, outbox, outgoing, log, logs, processId, processName }
  const jobs = createJobs(log)

  const authenticate = createAuthenticate(db)
  const route = bindRoutes(http, authenticate, createPersonTurns(limits, config.rateLimitFactor))
  const roster = createRoster(deps)
  const lobby = createLobby(deps, jobs)
  const live = createBoardLive(deps, createOverview(deps))
  const write = createWrite(deps, live.publish)
  // In the order of the floors: what a listener causes by itself is written down after what caused it.
  listenToBoards(events)
  keepJournal(events)
  listenToCards(events)
  notifyOfEvents(events)
  tellChannels(events)
  const mails = createAccountMails(deps)
  authRoutes(route, deps, mails)
  resetRoutes(route, deps, mails)
  twoFactorRoutes(route, deps, mails)
  confirmationRoutes(route, deps, mails)
  const shownAnew = async (person: PersonSummary, before: string | null) => {
    await showPersonAnew(deps, live, person)
    if (person.avatar_url !== before) await showAtTablesAnew(deps, roster, person, before)
  }
  accountRoutes(route, deps, mails, shownAnew)
  avatarRoutes(route, http, deps, shownAnew)
  roomRoutes(route, deps, lobby)
  boardRoutes(route, deps, live, write)
  listRoutes(route, write)
  memberRoutes(route, deps, live, createBoardMails(deps), write)
  boardCardRoutes(route, deps)
  cardRoutes(route, deps, write)
  commentRoutes(route, deps, write)
  checklistRoutes(route, deps, write)
  attachmentRoutes(route, deps, write)
  activityRoutes(route, deps)
  const github = createGithub(deps, write)
  githubRoutes(route, deps, github, write)
  githubWebhook(http, deps, live.publish)
  if (github) githubCallback(http, github)
  const slack = createSlackDelivery(deps)
  slackRoutes(route, deps, slack)
  sprintRoutes(route, deps, write)
  taskRoutes(route, deps, write)
  reportRoutes(route, deps)
  adminRoutes(route, deps, {
    write,
    accountChanged: live.accountChanged,
    leaveTables: (userId) => leaveTables(deps, roster, userId),
    endSockets: (sessionIds) => endSockets(deps, sessionIds),
    tellTwoFactorReset: (trx, userId) => tellTwoFactorReset(trx, mails, userId),
    loadSprint,
  })
  dashboardRoutes(route, deps)
  auditRoutes(route, deps)
  const keys = createInstanceKeys(deps)
  const push = createPush(deps, keys)
  notificationRoutes(route, http, deps, { keys, push, told: live.notified })
  notificationJobs(jobs, { deps, letters: createNotificationLetters(deps, keys), push, told: live.notified })
  const operations = createOperations(deps)
  maintenanceRoutes(route, deps, operations)
  retentionRoutes(route, deps)
  systemRoutes(route, http, deps, { metrics, countOpenRooms: () => countOpenRooms(io) })
  await serveWeb(http, webFolder)

  authenticateSockets(io, authenticate, config.trustProxy)
  sessionSockets(deps)
  const rooms = roomSockets(deps, roster, lobby, live.publish)
  const socketEvents = new Map([...rooms.events, ...boardSockets(deps, live, jobs), ...overviewSockets(deps)])
  io.on('connection', (socket) => handleEvents(socket, socketEvents, deps))
  const presence = roomJobs(deps, roster, jobs)
  const recover = maintenanceJobs(deps, operations, jobs)
  jobs.every(sessionSweepMs, 'sessions', () => endExpiredSessions(deps))
  jobs.every(tidyMs, 'account tidying', () => deleteStaleAccess(db))
  jobs.every(tidyMs, 'device tidying', () => deleteStaleLoginDevices(db))
  jobs.every(tidyMs, 'confirmation tidying', () => deleteStaleConfirmations(db))
  jobs.every(tidyMs, 'login tidying', () => deleteStaleChallenges(db))
  // What it stored without being able to say so was told to nobody.
  jobs.every(lossCheckMs, 'database', async () => {
    if (!lostDatabase || !(await isDatabaseThere(db))) return
    lostDatabase = false
    reunion.here()
  })
  if (redis) {
    const hasLost = createLossCheck(redis, config.redisPrefix)
    jobs.every(lossCheckMs, 'redis', async () => {
      if (await hasLost()) reunion.here()
    })
  }
  jobs.every(mailMs, 'mail', outbox.deliver)
  if (engine === 'sqlite') jobs.every(cardIndexMs, 'card index', () => indexWaitingCards(db))
  jobs.every(integrationMs, 'slack', slack.deliver)
  jobs.every(tidyMs, 'github tidying', async () => {
    await deleteStaleStates(db)
    await deleteOldDeliveries(db)
  })
  if (github) {
    jobs.every(integrationMs, 'github imports', () => runImports(github))
    jobs.every(integrationMs, 'github links', () => refreshLinks(github))
  }

  const close = async () => {
    await jobs.stop()
    await operations.settled()
    // Before Socket.IO closes the server, and waits for all of its connections.
    endConnections(requestGraceMs)
    await io.close()
    await http.close()
    await db.destroy()
    if (redis) await closeRedis(redis)
    logs.close()
    releaseFolder()
  }
  try {
    await http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenFailure(error, config)
    })
    await migrate(db, migrations)
    await sealTwoFactors(db, createSecretBox(config.secret))
    if (config.secret === undefined)
      log.warn('without SECRET the database keeps second factors, GitHub tokens and the addresses of Slack as they are')
    await presence.arrive()
    await recover()
  } catch (error) {
    await close()
    throw error
  }
  jobs.start()
  readiness.state = 'ready'
  log.info({ version, engine, process: processName }, 'ready')

  let stopped: Promise<void> | undefined
  const stop = async () => {
    readiness.state = 'draining'
    log.info('stopping')
    // Only our own: those of the other processes stay where they are.
    io.local.disconnectSockets(true)
    await rooms.settled()
    // Without a database nobody can be told; the others notice.
    await presence.depart().catch((error: unknown) => log.error({ err: error }, 'stopping without a goodbye'))
    await close()
  }
  const { port } = http.server.address() as AddressInfo
  return {
    url: `http://${urlHost(config.host)}:${port}`,
    deps,
    runJobs: jobs.runAll,
    holdJobs: jobs.stop,
    stop: () => (stopped ??= stop()),
  }
}

/** A second server on one SQLite file must not touch anything of it, and neither must the first when the file is damaged. */
function takeDataFolder(dataDir: string): () => void {
  const release = lockDataFolder(dataDir)
  try {
    requireSound(sqlitePath(dataDir))
    return release
  } catch (error) {
    release()
    throw error
  }
}

const urlHost = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)
