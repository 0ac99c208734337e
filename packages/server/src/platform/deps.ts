import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { EarlyDatabase, Engine, Schema } from './database.ts'
import type { Arrivals } from './files/arrivals.ts'
import type { DiskSpace } from './files/disk-space.ts'
import type { FileStore } from './files/store.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { SignedAddresses } from './http/viewer.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { SearchTurns } from './limits/search-turn-queries.ts'
import type { LogStore } from './logs/log-store.ts'
import type { Outbox } from './mail/outbox.ts'
import type { ReadsServed } from './postgres/replica.ts'
import type { Processes } from './realtime/processes.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Parts } from './redis/parts.ts'
import type { Redis } from './redis/redis.ts'
import type { Passwords } from './secrets/passwords.ts'
import type { SqliteFile } from './sqlite/sqlite.ts'
import type { Events } from './work.ts'

/** What every feature is given. One of these exists per process. */
export type Deps = {
  addresses: SignedAddresses
  config: Config
  db: Kysely<Schema>
  /** For what may take long to read, single statements only: with SQLite the event loop goes on meanwhile, and PostgreSQL may have a replica for it. */
  reads: Kysely<Schema>
  /** Where `reads` read, with a replica. */
  readsServed: Readonly<ReadsServed> | undefined
  early: EarlyDatabase
  engine: Engine
  events: Events
  io: Realtime
  limits: RateLimits
  outbox: Outbox
  outgoing: Outgoing
  /** What each process knows a part of. */
  parts: Parts
  passwords: Passwords
  processes: Processes
  searchInTurn: SearchTurns
  log: FastifyBaseLogger
  /** Names this process among those that share the database. */
  processId: string
  /** The same for people: host and port. */
  processName: string
  /** The SQLite file; undefined on PostgreSQL. */
  file: SqliteFile | undefined
  /** The files of cards: where they arrive, where they stay, and how much room there is. */
  files: { arrivals: Arrivals; store: FileStore; disk: DiskSpace }
  redis: Redis | undefined
  logs: LogStore
}

/** The instant of now as it is stored: ISO 8601 UTC. */
export const instant = (offsetMs = 0): string => new Date(Date.now() + offsetMs).toISOString()
