import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** SQL texts repeat; a prepared statement costs more than running it. Bounded because list filters make new texts. */
const preparedStatements = 500

/** A statement with what its question marks stand for. */
export type SqliteQuery = { sql: string; parameters: readonly unknown[] }
/** The rows that it returned or, of one that returns none, how many it changed. */
export type SqliteResult<Row> = { rows: Row[]; numAffectedRows?: bigint; insertId?: bigint }

/** `columns` names what a statement returns; empty when it returns no rows. */
type Prepared = { statement: StatementSync; columns: string[] }

/** One connection to the SQLite file. Everything on it happens at once: a statement is done when its call returns. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  readonly #onQuery: ((ms: number) => void) | undefined

  constructor(file: string, { readOnly, onQuery }: { readOnly: boolean; onQuery?: ((ms: number) => void) | undefined }) {
    this.#onQuery = onQuery
    this.#database = new DatabaseSync(file, { readOnly })
    if (!readOnly) this.#database.exec('pragma journal_mode = wal')
    // NORMAL: a commit does not wait for the disk. `LogFlush` does, beside it and before anything is acknowledged, which then outlives a
    // power cut too. A log of up to 16 MB: moving it into the database stops everybody for some milliseconds, so it
    // happens four times rarer than by default.
    this.#database.exec(`
      pragma synchronous = normal;
      pragma wal_autocheckpoint = 4000;
      pragma foreign_keys = on;
      pragma busy_timeout = 5000;
      pragma cache_size = -65536;
      pragma temp_store = memory;
    `)
    // A log is left by a process that died, of a disk that refused a flush perhaps: what is read of it then is in memory only, and
    // flushing it again does nothing. Written into the database anew it is on the disk, or this start fails.
    if (!readOnly) this.#database.exec('pragma wal_checkpoint(truncate)')
  }

  /** Whether a transaction is open. SQLite ends one by itself after some errors, such as a full disk. */
  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  run<Row>(query: SqliteQuery): SqliteResult<Row> {
    if (!this.#onQuery) return this.#run(query)
    const began = performance.now()
    try {
      return this.#run(query)
    } finally {
      this.#onQuery(performance.now() - began)
    }
  }

  #run<Row>({ sql, parameters }: SqliteQuery): SqliteResult<Row> {
    const { statement, columns } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (columns.length > 0) return { rows: rowsOf<Row>(columns, statement.all(...values)) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** A statement without parameters or result. */
  do(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  /** Lets go of what is only kept to be quick. @returns how many statements there were */
  forget(): number {
    const { size } = this.#statements
    this.#statements.clear()
    this.#database.exec('pragma shrink_memory')
    return size
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    // Put back at the end: the one that was not used for longest is at the front.
    if (known) this.#statements.delete(sql)
    const entry = known ?? this.#compile(sql)
    this.#statements.set(sql, entry)
    const oldest = this.#statements.size > preparedStatements ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    return entry
  }

  #compile(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    return { statement, columns: statement.columns().map(({ name }) => name) }
  }
}

/**
 * Rows as objects. Those that node:sqlite makes are dictionaries: the 5,000 cards of a board take half as long to read this way,
 * and a tenth of the time to go through.
 */
function rowsOf<Row>(columns: readonly string[], rows: readonly unknown[]): Row[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    let index = 0
    for (const name of columns) row[name] = (values as unknown[])[index++]
    return row as Row
  })
}
