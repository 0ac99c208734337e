import { Kysely } from 'kysely'
import { NodeSqliteDriver, nodeSqliteDialect, type SqliteFile } from './dialect.ts'

export { damagedText, requireSound, saysDamaged } from './check.ts'
export type { SqliteFile } from './dialect.ts'
export { copySqlite, optimizeSqlite, sealSqlite } from './upkeep.ts'

/** `early` does not wait for the disk after a statement; `flushed` resolves when the disk has everything committed so far. */
export type OpenedSqlite<Schema> = { db: Kysely<Schema>; early: Kysely<Schema>; flushed: () => Promise<void>; file: SqliteFile }

/**
 * Opens a SQLite file at the first query, and creates it where there is none. The rest of the server imports this file of the
 * folder and no other.
 * @param onQuery hears how long each statement and each wait for the disk took, in milliseconds
 */
export function openSqlite<Schema>(path: string, onQuery?: (ms: number) => void): OpenedSqlite<Schema> {
  const file = new NodeSqliteDriver(path, onQuery)
  return {
    db: new Kysely<Schema>({ dialect: nodeSqliteDialect(file) }),
    early: new Kysely<Schema>({ dialect: nodeSqliteDialect(file.early) }),
    flushed: () => file.flushed(),
    file,
  }
}
