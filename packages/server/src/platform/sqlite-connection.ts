import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** SQL texts repeat; a prepared statement costs more than running it. Bounded because list filters make new texts. */
const preparedStatements = 500

/** A statement with what its question marks stand for. */
export type SqliteQuery = { sql: string; parameters: readonly unknown[] }
/** The rows that it returned or, of one that returns none, how many it changed. */
export type SqliteResult<Row> = { rows: Row[]; numAffectedRows?: bigint; insertId?: bigint }

/** One connection to the SQLite file. Everything on it happens at once: a statement is done when its call returns. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(file: string, { readOnly }: { readOnly: boolean }) {
    this.#database = new DatabaseSync(file, { readOnly })
    if (!readOnly) this.#database.exec('pragma journal_mode = wal')
    // FULL: an acknowledged write survives a power cut, not only a killed process. A log of up to 16 MB: moving it into the
    // database stops everybody for some milliseconds, so it happens four times rarer than by default.
    this.#database.exec(`
      pragma synchronous = full;
      pragma wal_autocheckpoint = 4000;
      pragma foreign_keys = on;
      pragma busy_timeout = 5000;
      pragma cache_size = -65536;
      pragma temp_store = memory;
    `)
  }

  /** Whether a transaction is open. SQLite ends one by itself after some errors, such as a full disk. */
  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  run<Row>({ sql, parameters }: SqliteQuery): SqliteResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** A statement without parameters or result. */
  do(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    const known = this.#statements.get(sql)
    // Put back at the end: the one that was not used for longest is at the front.
    if (known) this.#statements.delete(sql)
    const entry = known ?? this.#compile(sql)
    this.#statements.set(sql, entry)
    const oldest = this.#statements.size > preparedStatements ? this.#statements.keys().next().value : undefined
    if (oldest !== undefined) this.#statements.delete(oldest)
    return entry
  }

  #compile(sql: string): { statement: StatementSync; returnsRows: boolean } {
    const statement = this.#database.prepare(sql)
    return { statement, returnsRows: statement.columns().length > 0 }
  }
}
