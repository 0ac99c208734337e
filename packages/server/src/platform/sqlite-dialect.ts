import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'

/** SQL texts repeat; a prepared statement costs more than running it. Bounded because list filters make new texts. */
const preparedStatements = 500

/**
 * Kysely on Node's own SQLite. One connection, one user at a time: a query outside the transaction that holds it waits,
 * so using the outer `db` inside a transaction waits for ever.
 */
export function nodeSqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite rolls back DDL; saying so makes the migrator wrap migrations, and a failed one leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: string
  #connection: NodeSqliteConnection | undefined
  #lock: Promise<void> = Promise.resolve()
  #unlock: (() => void) | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    this.#connection = new NodeSqliteConnection(this.#file)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const previous = this.#lock
    let unlock = () => {}
    this.#lock = new Promise((resolve) => {
      unlock = resolve
    })
    await previous
    this.#unlock = unlock
    if (!this.#connection) throw new Error('database is closed')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#unlock?.()
  }

  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    // Immediate: a transaction that reads first and writes later would otherwise fail when it cannot upgrade.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
    this.#connection = undefined
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    // FULL: an acknowledged write survives a power cut, not only a killed process. A log of up to 16 MB: moving it into the
    // database stops everybody for some milliseconds, so it happens four times rarer than by default.
    this.#database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma wal_autocheckpoint = 4000;
      pragma foreign_keys = on;
      pragma busy_timeout = 5000;
      pragma cache_size = -65536;
      pragma temp_store = memory;
    `)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, reads } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (reads) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered; the interface asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): { statement: StatementSync; reads: boolean } {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const entry = { statement, reads: statement.columns().length > 0 }
    const oldest = this.#statements.size >= preparedStatements ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    this.#statements.set(sql, entry)
    return entry
  }
}
