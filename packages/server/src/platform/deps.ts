import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../migrations/schema.ts'
import type { Config } from './config.ts'
import type { EarlyDatabase, Engine } from './database.ts'
import type { LogStore } from './log-store.ts'
import type { Outbox } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Realtime } from './realtime.ts'
import type { RedisClient } from './redis.ts'
import type { SqliteFile } from './sqlite/sqlite.ts'
import type { Events } from './work.ts'

/** What every feature is given. One of these exists per process. */
export type Deps = {
  config: Config
  db: Kysely<Schema>
  early: EarlyDatabase<Schema>
  engine: Engine
  events: Events
  io: Realtime
  limits: RateLimits
  outbox: Outbox
  outgoing: Outgoing
  log: FastifyBaseLogger
  /** Names this process among those that share the database. */
  processId: string
  /** The same for people: host and port. */
  processName: string
  /** The SQLite file; undefined on PostgreSQL. */
  file: SqliteFile | undefined
  redis: RedisClient | undefined
  logs: LogStore
}

/** The instant of now as it is stored: ISO 8601 UTC. */
export const instant = (offsetMs = 0): string => new Date(Date.now() + offsetMs).toISOString()
