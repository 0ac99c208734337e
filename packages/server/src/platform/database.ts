import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Kysely,
  type KyselyPlugin,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Config } from './config.ts'
import { StartRefusal } from './http/errors.ts'
import { createReplicaReads, type ReadsServed } from './postgres/replica.ts'
import { openSqlite, type SqliteFile } from './sqlite/sqlite.ts'
import { tellStatement } from './statements.ts'
import { addBusyTime } from './work-time.ts'

/** Where the SQLite file is. */
export const sqlitePath = (dataDir: string): string => join(dataDir, 'rodada.sqlite')

/** A database that gives no connection within this time counts as away. */
const connectWithinMs = 10_000
/** The primary is there for what a replica does not answer. */
const replicaWithinMs = 1_000

/** Health checks give up after a second or two themselves. */
const answerWithinMs = 1_000

/** SQLSTATEs of a PostgreSQL that stops, starts or is full, and the system's errors for a host that is not reached. */
const awayCodes = /^(?:08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** pg's own errors of a connection that ended or did not come about have no code. */
const awayMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed))/

/** Whether an error means that the database was away. A statement that it refused is another error. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? awayCodes.test(code) : awayMessages.test(error.message)
}

/**
 * Whether PostgreSQL undid a transaction because it and another one waited for each other. Most lock what they share in one order; rows that
 * several statements reach by different conditions, such as people's notifications, have none. The same transaction may succeed at once.
 */
export const isDeadlock = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '40P01'

/** About what reading a row of an answer, and each value in it, takes, in milliseconds. Measured with rows of 1, 8 and 25 columns. */
const rowMs = 0.0015
const valueMs = 0.000_35

/** PostgreSQL looks things up in a process of its own, but reading its answers keeps this one busy: it is counted as SQLite's work is. */
const countReading: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const [row] = result.rows
    if (row) addBusyTime(result.rows.length * (rowMs + Object.keys(row).length * valueMs))
    return result
  },
}

/** The tables. The platform knows none of them: migrations/all.ts adds them to this type. */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to from elsewhere
export interface Schema {}

/** The database or a transaction of it: queries take either as their first argument. */
export type Db = Kysely<Schema> | Transaction<Schema>

/** How the few statements that differ between the two databases are told apart. */
export type Engine = 'sqlite' | 'postgres'

/**
 * `reads` is for what may take long to read, single statements only: with SQLite in a thread of its own, with PostgreSQL from a replica where there
 * is one, which `served` counts. `file` is there on SQLite only.
 */
type Opened = {
  db: Kysely<Schema>
  reads: Kysely<Schema>
  served: Readonly<ReadsServed> | undefined
  early: EarlyDatabase
  engine: Engine
  file: SqliteFile | undefined
}

/**
 * The database for writers that need not wait for the disk: a single statement on `db` is done once it is committed, and everything
 * committed is on the disk when `flushed` resolves. PostgreSQL does both at once, and has no `flushed`.
 */
export type EarlyDatabase = { db: Kysely<Schema>; flushed: (() => Promise<void>) | undefined }

/**
 * Opens PostgreSQL when the configuration names it, else the SQLite file in the data folder, which is created.
 * PostgreSQL is connected lazily: a wrong address shows at the first query.
 * @param onQuery hears how long each statement took, in milliseconds
 * @param onLost hears when the database went away during a statement, which it may have done or not
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseConnections' | 'databaseReadUrl'>>,
  onQuery?: (ms: number) => void,
  onLost?: () => void,
): Promise<Opened> {
  if (config.databaseUrl) {
    const { Pool, types } = (await import('pg')).default
    const poolOf = (connectionString: string, connectionTimeoutMillis: number) => {
      const pool = new Pool({
        connectionString,
        max: config.databaseConnections,
        types: parsersFrom(types),
        connectionTimeoutMillis,
        keepAlive: true,
      })
      // An idle connection that the database drops is replaced at the next query; without a listener it ends the process.
      pool.on('error', () => {})
      // The pool takes its own listener off a connection in use; its query is told anyway, so a restarted database ends no process.
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    }
    const pool = poolOf(config.databaseUrl, connectWithinMs)
    const over = (pool: PostgresPool, lost?: () => void) => {
      const log = (event: LogEvent) => {
        onQuery?.(event.queryDurationMillis)
        tellStatement(event.query.sql, event.query.parameters)
        if (event.level === 'error' && isDatabaseAway(event.error)) lost?.()
      }
      return new Kysely<Schema>({ dialect: new PooledDialect({ pool }), log, plugins: [countReading] })
    }
    const db = over(pool, onLost)
    const replica = config.databaseReadUrl ? createReplicaReads(pool, poolOf(config.databaseReadUrl, replicaWithinMs)) : undefined
    // People who are connected miss nothing when a replica goes.
    const reads = replica ? over(replica.pool) : db
    return { db, reads, served: replica?.served, early: { db, flushed: undefined }, engine: 'postgres', file: undefined }
  }
  // The folder holds accounts and secrets, so other users of the machine may not read it.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  // Measured by the connection itself: Kysely's own log takes a tenth of the processor at 2,000 votes a second.
  const { db, reads, early, flushed, file } = openSqlite<Schema>(sqlitePath(config.dataDir), onQuery)
  return { db, reads, served: undefined, early: { db: early, flushed }, engine: 'sqlite', file }
}

/** Whether the database answers within a second. */
export async function isDatabaseThere(db: Kysely<Schema>): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, pause(answerWithinMs, false, { ref: false })])
}

/**
 * Brings the schema up to date. Several processes may call it at once: the migrator holds a lock.
 * @param lockOrder the order in which requests lock tables
 * @param patienceMs how long to wait for tables in use
 * @throws StartRefusal when a migration fails, and then none of them happened, or when the database is of a newer version
 */
export async function migrate(
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
  lockOrder: LockOrder,
  patienceMs = 60_000,
): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const patient = isPostgres ? besideOthers(migrations, lockOrder) : migrations
  const run = (on: Kysely<Schema>) => new Migrator({ db: on, provider: { getMigrations: async () => patient } }).migrateToLatest()
  const end = Date.now() + patienceMs
  for (;;) {
    const { error, results = [] } = await (isPostgres ? inOneTransaction(db, run) : run(db))
    if (!error) return
    if (busyCodes.has((error as { code?: string }).code)) {
      if (Date.now() > end) throw new StartRefusal(busyText, { cause: error })
      // Requests that wait for our locks get them now.
      await pause(lockTimeoutMs * (1 + Math.random()))
      continue
    }
    const failed = results.find(({ status }) => status === 'Error')
    if (failed) throw failedMigration(failed.migrationName, error)
    if (isPostgres && !(await mayCreate(db))) throw new StartRefusal(mayNotCreateText, { cause: error })
    const newer = await findUnknownMigration(db, migrations)
    if (newer === undefined) throw error
    throw new StartRefusal(
      `O banco é de uma versão mais nova da Rodada (${newer}). Inicie essa versão, ou restaure uma cópia feita com a de agora. Nada foi mudado.`,
    )
  }
}

/**
 * Leaves the lock of migrations to `inOneTransaction`. Kysely's own is of the session, and stays behind where a pooler lends each connection for one
 * transaction.
 */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PooledDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter()
  }
}

/** Migrates in one transaction of one connection, from the lock to the last migration. */
async function inOneTransaction(
  db: Kysely<Schema>,
  run: (trx: Kysely<Schema>) => Promise<MigrationResultSet>,
): Promise<MigrationResultSet> {
  let outcome: MigrationResultSet = {}
  try {
    await db.transaction().execute(async (trx) => {
      // Before Kysely makes its own tables, which two processes would do at once. By its number, so that a process of the version before waits, too.
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx)
      outcome = await run(trx)
      if (outcome.error) throw outcome.error
    })
  } catch (error) {
    outcome = { ...outcome, error }
  }
  return outcome
}

function failedMigration(name: string, error: unknown): StartRefusal {
  const message = error instanceof Error ? error.message : String(error)
  return new StartRefusal(
    `A atualização do banco de dados falhou em ${name} (${message}). Nada foi mudado: o banco está como a versão anterior o deixou. Volte a ela, ou instale uma que corrija isto, e inicie de novo.`,
    { cause: error },
  )
}

/** SQLSTATEs of a lock that did not come in time, and of a deadlock. */
const busyCodes: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])
/** Well below the second after which PostgreSQL looks for deadlocks. */
const lockTimeoutMs = 300
const busyText =
  'A atualização do banco de dados esperou por tabelas em uso e desistiu. Nada foi mudado: o banco está como a versão anterior o deixou. Espere terminar o que as segura, como uma cópia em andamento, e inicie de novo.'

/** Tables that requests lock before all others, in this order, and those that they lock last. */
export type LockOrder = { first: readonly string[]; last: readonly string[] }

/**
 * Processes of the version before keep working while this one migrates. If the migration held one table and waited for a second one, while
 * a request holds the second and wants the first, PostgreSQL would end one of them as a deadlock. So the migration locks every table before
 * it changes anything, in the order in which requests lock them (decision 0044 has the numbers). When a lock does not come soon, it
 * releases all, lets the requests through, and tries again.
 */
const besideOthers = (migrations: Record<string, Migration>, { first, last }: LockOrder): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => {
      const up: Migration['up'] = async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx)
        const { rows } = await sql<{ name: string }>`
          select relname as name from pg_class
          where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely_%'
          order by array_position(${first}::text[], relname::text) nulls last, relname = any(${last}::text[]), relname`.execute(trx)
        if (rows.length > 0) await sql`lock table ${sql.join(rows.map((row) => sql.table(row.name)))} in access exclusive mode`.execute(trx)
        await migration.up(trx)
      }
      return [name, { ...migration, up }]
    }),
  )

const mayNotCreateText =
  'A conta de DATABASE_URL não pode criar tabelas nesse banco. Faça dela a dona: alter database … owner to …, como quem administra o PostgreSQL. Nada foi mudado.'

/** Of PostgreSQL 15 on, only who owns a database makes tables in it. */
async function mayCreate(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`select has_schema_privilege(current_schema(), 'create') as may`.execute(db)
  return rows[0]?.may === true
}

/** A migration that only a newer version knows. */
async function findUnknownMigration(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name).find((name) => !Object.hasOwn(migrations, name))
}

/** Counts and sums arrive as numbers and dates as written, so that both databases give the same values. */
const parsersFrom = (types: typeof pg.types): pg.CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === types.builtins.INT8 || oid === types.builtins.NUMERIC) return Number
    if (oid === types.builtins.DATE) return (value: string) => value
    if (oid === types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    return types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
})
