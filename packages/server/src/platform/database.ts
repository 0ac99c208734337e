import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Config } from './config.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

/** Name of the SQLite file inside DATA_DIR. */
const sqliteFile = 'rodada.sqlite'

/** The database or a transaction of it: queries take either as their first argument. */
export type Database<Schema> = Kysely<Schema> | Transaction<Schema>

/** How the few statements that differ between the two databases are told apart. */
export type Engine = 'sqlite' | 'postgres'

/**
 * Opens PostgreSQL when the configuration names it, else the SQLite file in the data folder, which is created.
 * Connects lazily: a wrong address shows at the first query.
 */
export function openDatabase<Schema>(config: Pick<Config, 'databaseUrl' | 'dataDir'>): { db: Kysely<Schema>; engine: Engine } {
  if (config.databaseUrl) {
    const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 10, types: parsers })
    // An idle connection that the database drops is replaced at the next query; without a listener it ends the process.
    pool.on('error', () => {})
    // The pool takes its own listener off a connection in use; its query is told anyway, so a restarted database ends no process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), engine: 'postgres' }
  }
  // Accounts and secrets: nobody else on the machine reads a folder that we make.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  return { db: new Kysely<Schema>({ dialect: nodeSqliteDialect(join(config.dataDir, sqliteFile)) }), engine: 'sqlite' }
}

/**
 * Brings the schema up to date. Several processes may call it at once: the migrator holds a lock.
 * @throws the first migration's error; what that migration did is rolled back.
 */
export async function migrate<Schema>(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Counts and sums arrive as numbers and dates as written, so that both databases give the same values. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}
