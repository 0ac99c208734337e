import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { lockDataFolder } from './data-folder.ts'
import { isDatabaseThere, type LockOrder, migrate, openDatabase, sqlitePath } from './database.ts'
import type { Deps } from './deps.ts'
import type { Registry } from './feature.ts'
import { createArrivals } from './files/arrivals.ts'
import { createDiskSpace } from './files/disk-space.ts'
import { createDiskStore } from './files/disk-store.ts'
import { createS3Store } from './files/s3-store.ts'
import { boundConnections } from './http/address-connections.ts'
import { bindRoutes } from './http/http.ts'
import { trackConnections } from './http/http-connections.ts'
import { createHttp, type OnAnswer, type Readiness } from './http/http-server.ts'
import { boundBodies } from './http/late-bodies.ts'
import { createOutgoing } from './http/outgoing.ts'
import { createTurns } from './http/turns.ts'
import { createBodyBooks } from './http/unfinished-bodies.ts'
import type { Authenticate, SignedAddresses } from './http/viewer.ts'
import { createJobs } from './jobs.ts'
import { callPlaces } from './limits/call-turns.ts'
import { createPersonTurns } from './limits/person-turns.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createSearchTurns } from './limits/search-turn-queries.ts'
import { createLogStore } from './logs/log-store.ts'
import type { Outbox } from './mail/outbox.ts'
import { createProcesses } from './realtime/processes.ts'
import { authenticateSockets, createRealtime } from './realtime/realtime.ts'
import { createReconnectAll } from './realtime/reconnect-all.ts'
import { type BoundEvent, createBindEvents, handleEvents } from './realtime/socket-events.ts'
import { boundUnread } from './realtime/unread.ts'
import { createParts } from './redis/parts.ts'
import { createPubSub } from './redis/pub-sub.ts'
import { connectRedis } from './redis/redis.ts'
import { secretFor } from './secrets/generated-secret.ts'
import { createPasswords } from './secrets/passwords.ts'
import { checkSqlite, isKnownDamaged, requireSound } from './sqlite/sqlite.ts'
import { listenFailure } from './start-failure.ts'
import { version } from './version.ts'
import { createEvents } from './work.ts'

const mailMs = 2_000
const lossCheckMs = 1_000
const unreadMs = 500

/** How long a stop waits for requests under way. Milliseconds, well below what serve.ts grants for all of it. */
const requestGraceMs = 5_000
/** Calls that are worked on at one time. SQLite answers one question after another; PostgreSQL has ten connections unless told otherwise, and votes keep two of them. */
const callsAtOnce = { sqlite: 4, postgres: 8 }

export type App = {
  /** Where it listens, http://host:port. */
  url: string
  deps: Deps
  /** Does the periodic work now instead of at its next turn. */
  runJobs: () => Promise<void>
  /** From now on the periodic work is done only when `runJobs` asks for it. */
  pauseJobs: () => Promise<void>
  /** Stops taking work, finishes what is under way and closes. Safe to call twice. */
  stop: () => Promise<void>
}

/** What app.ts hands to the platform. */
export type Surroundings = {
  migrations: Parameters<typeof migrate>[1]
  lockOrder: LockOrder
  /** Who a token belongs to. */
  authenticate: (db: Deps['db']) => Authenticate
  createAddresses: (platform: Pick<Deps, 'config' | 'db'>) => SignedAddresses
  createOutbox: (platform: Pick<Deps, 'config' | 'db' | 'log'>) => Outbox
  onAnswer: OnAnswer
  onQuery: (seconds: number) => void
}

/** A server that is put together and does not listen yet. */
export type PreparedServer = {
  registry: Registry
  /**
   * Listens (health answers 503), migrates, and then serves.
   * @throws when the port is taken, the database does not answer, or a migration fails; what was opened is closed again.
   */
  start: () => Promise<App>
}

/** Opens database, Redis and log, and builds what features register with. @throws when one of them cannot be opened */
export async function prepareServer(
  settings: Config,
  { migrations, lockOrder, authenticate, createAddresses, createOutbox, onAnswer, onQuery }: Surroundings,
): Promise<PreparedServer> {
  const config = { ...settings, secret: secretFor(settings) }
  const readiness: Readiness = { state: 'starting' }
  const folder = config.databaseUrl ? undefined : takeDataFolder(config.dataDir)
  const processName = `${hostname()}:${config.port}`
  const logs = createLogStore({
    folder: join(config.dataDir, 'logs'),
    name: processName,
    print: (line) => process.stdout.write(line),
  })
  const bookBody = createBodyBooks(config.trustProxy)
  const http = await createHttp(config, readiness, { logs, onAnswer, bookBody })
  const { log } = http
  let lostDatabase = false
  const { db, early, engine, file, reads, served } = await openDatabase(config, onQuery, () => {
    lostDatabase = true
  })
  const redis = config.redisUrls ? await connectRedis(config.redisUrls, `${config.redisPrefix}:asked`, log) : undefined

  const limits = createRateLimits({ redis, prefix: config.redisPrefix, factor: config.rateLimitFactor })
  const pubSub = redis && (await createPubSub(redis, log, () => reconnectAll.here()))
  const io = await createRealtime({ server: http.server, config, readiness, pubSub, bookBody })
  boundConnections(http.server, config)
  boundBodies(http.server)
  const endConnections = trackConnections(http.server)
  const endUnread = boundUnread(http.server, io, config)
  const processId = randomUUID()
  const processes = createProcesses({ io, pubSub, prefix: config.redisPrefix, processId })
  const reconnectAll = createReconnectAll({ io, log, processes })
  // It was away: what this process had to say meanwhile reached none.
  redis?.onBack(reconnectAll.everywhere)
  const outbox = createOutbox({ config, db, log })
  const addresses = createAddresses({ config, db })
  const files = {
    arrivals: createArrivals(join(config.files.dir, 'arriving')),
    store: config.files.bucket ? createS3Store(config.files.bucket) : createDiskStore(config.files.dir),
    disk: createDiskSpace(config.files),
  }
  const outgoing = createOutgoing({ hosts: config.outgoingHosts })
  const events = createEvents()
  const passwords = createPasswords(config.passwordCost)
  const deps: Deps = {
    ...{
      addresses,
      config,
      db,
      early,
      engine,
      events,
      file,
      files,
      redis,
      io,
      limits,
      outbox,
      outgoing,
      parts: createParts(redis, config.redisPrefix, processId),
      passwords,
      processes,
      reads,
      readsServed: served,
      searchInTurn: createSearchTurns(reads, engine, config.databaseConnections),
      log,
      logs,
      processId,
      processName,
    },
  }
  const jobs = createJobs(log)
  const authenticated = authenticate(db)
  const socketEvents = new Map<string, BoundEvent>()
  const tasks = { start: createTasks(), stop: createTasks(), close: createTasks() }
  const registry: Registry = {
    deps,
    http,
    route: bindRoutes(http, authenticated, {
      turns: createTurns(createPersonTurns(limits, config.rateLimitFactor), callPlaces(callsAtOnce[engine])),
      bookBody,
      openAddress: addresses.open,
    }),
    jobs,
    socketEvents: createBindEvents(socketEvents, limits),
    onStart: tasks.start.add,
    onStop: tasks.stop.add,
    onClose: tasks.close.add,
  }

  authenticateSockets(io, authenticated, config.trustProxy)
  jobs.every(unreadMs, 'unread', async () => {
    const ended = endUnread()
    if (ended > 0) log.warn({ ended }, 'connections of one network did not read, and were ended')
  })
  jobs.every(mailMs, 'mail', outbox.deliver)
  // A change may have been stored without its news being told.
  jobs.every(lossCheckMs, 'database', async () => {
    if (!lostDatabase || !(await isDatabaseThere(db))) return
    lostDatabase = false
    reconnectAll.here()
  })

  const close = async () => {
    await jobs.stop()
    await tasks.close.run()
    // Before Socket.IO closes the server, which waits for all connections.
    endConnections(requestGraceMs)
    await io.close()
    await http.close()
    if (served) await reads.destroy()
    await db.destroy()
    await pubSub?.close()
    await redis?.close()
    logs.close()
    folder?.release()
  }

  let stopped: Promise<void> | undefined
  const stop = async () => {
    readiness.state = 'draining'
    log.info('stopping')
    // Sockets of this process only.
    io.local.disconnectSockets(true)
    // They begin nothing more from here on; what they have under way is waited for below.
    void jobs.stop()
    // Without a database nothing can be said there; the other processes notice that this one is gone.
    await tasks.stop.run().catch((error: unknown) => log.error({ err: error }, 'stopping without a goodbye'))
    await close()
  }

  const start = async (): Promise<App> => {
    io.on('connection', (socket) => handleEvents(socket, socketEvents, deps))
    try {
      await http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
        throw listenFailure(error, config)
      })
      await migrate(db, migrations, lockOrder)
      await tasks.start.run()
    } catch (error) {
      await close()
      throw error
    }
    jobs.start()
    readiness.state = 'ready'
    log.info({ version, engine, process: processName }, 'ready')
    if (folder && !folder.isSound)
      void checkSqlite(sqlitePath(config.dataDir)).catch((error: unknown) => {
        // This ends the process, because whatever else is written would be lost with the rest. That it could not be read now says nothing.
        if (isKnownDamaged(sqlitePath(config.dataDir))) throw error
        log.warn({ err: error }, 'the database could not be checked')
      })
    const { port } = http.server.address() as AddressInfo
    return {
      url: `http://${urlHost(config.host)}:${port}`,
      deps,
      runJobs: jobs.runAll,
      pauseJobs: jobs.stop,
      stop: () => (stopped ??= stop()),
    }
  }
  return { registry, start }
}

/** Tasks that run one after another, in the order in which they were added. */
function createTasks() {
  const tasks: (() => Promise<unknown>)[] = []
  return {
    add: (task: () => Promise<unknown>): void => {
      tasks.push(task)
    },
    run: async (): Promise<void> => {
      for (const task of tasks) await task()
    },
  }
}

/**
 * A second server must not touch the SQLite file of the first, and no server may touch a damaged one.
 * @returns `isSound` is false for a large file of which only beginning and end were looked at
 */
function takeDataFolder(dataDir: string): { release: () => void; isSound: boolean } {
  const release = lockDataFolder(dataDir)
  try {
    return { release, isSound: requireSound(sqlitePath(dataDir)) }
  } catch (error) {
    release()
    throw error
  }
}

const urlHost = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host)
