import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { sqliteDriver } from './driver.ts'
import { readThreadDriver } from './read-thread.ts'
import { openStore, type SqliteStore } from './store.ts'

export { damagedText, isKnownDamaged, requireSound, saysDamaged } from './check.ts'
export { readThreads } from './read-thread.ts'
export { checkSqlite, copySqlite, optimizeSqlite, sealSqlite } from './upkeep.ts'

/** What upkeep needs of an open file beside queries. */
export type SqliteFile = Pick<SqliteStore, 'path' | 'whileWritesWait' | 'forget'>

/**
 * Opens a SQLite file, and creates it where there is none. There is one writer: a write through `db` inside a transaction waits for ever.
 * @param onQuery hears how long each statement and each wait for the disk took, in milliseconds
 * @returns `early`, whose single statements do not wait for the disk, `flushed`, which resolves when the disk has everything, and `reads`, which
 * reads in threads
 */
export function openSqlite<Schema>(path: string, onQuery?: (ms: number) => void) {
  const store = openStore(path, onQuery)
  const on = (createDriver: () => Driver) => kyselyOn<Schema>(createDriver)
  return {
    db: on(() => sqliteDriver(store, false)),
    early: on(() => sqliteDriver(store, true)),
    reads: on(() => readThreadDriver(store.threads, store.log.flush)),
    flushed: store.log.flush,
    file: store,
  }
}

const kyselyOn = <Schema>(createDriver: () => Driver): Kysely<Schema> =>
  new Kysely({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver,
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

class Adapter extends SqliteAdapter {
  /** SQLite can roll back DDL. With this the migrator uses a transaction, and a failed migration leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver has its own queue, in which reads do not wait for a transaction. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
