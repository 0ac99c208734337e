import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { SqliteConnection } from './connection.ts'
import { GroupCommit, type Member } from './group-commit.ts'
import { LogFlush } from './log-flush.ts'

/**
 * Kysely on Node's own SQLite. Writes happen one after another: one outside the transaction that has its turn waits, so a
 * write through the outer `db` inside a transaction waits for ever. Reads outside a transaction answer with what is on the disk.
 */
export function nodeSqliteDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back DDL; saying so makes the migrator wrap migrations, and a failed one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver has its own queue, which lets reads pass. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Reports are written as raw SQL, which says what it is by its words only. Taken for a read by mistake, a write would fail, not happen. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' && /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete|replace)\b/i.test(sql))

type File = { writer: SqliteConnection; reader: SqliteConnection; commits: GroupCommit; log: LogFlush }

/** What upkeep needs of the file beside queries. */
export type SqliteFile = {
  /** Where it is. */
  path: string
  /** Does something while every write waits for it; reads go on. Nothing that it calls may write through the database. */
  whileWritesWait: <T>(work: () => Promise<T>) => Promise<T>
  /** Lets go of prepared statements and cached pages. @returns how many statements there were */
  forget: () => number
}

export class NodeSqliteDriver implements Driver, SqliteFile {
  readonly path: string
  readonly #onQuery: ((ms: number) => void) | undefined
  readonly #log: LogFlush
  #file: File | undefined

  /** @param onQuery hears how long each statement and each wait for the disk took, in milliseconds */
  constructor(path: string, onQuery?: (ms: number) => void) {
    this.path = path
    this.#onQuery = onQuery
    this.#log = new LogFlush(path, onQuery)
  }

  async whileWritesWait<T>(work: () => Promise<T>): Promise<T> {
    return this.#file ? this.#file.commits.hold(work) : work()
  }

  forget(): number {
    return this.#file ? this.#file.writer.forget() + this.#file.reader.forget() : 0
  }

  /** Resolves when everything committed so far is on the disk. */
  async flushed(): Promise<void> {
    await this.#log.flush()
  }

  /**
   * The same file for those who can go on before the disk has what they wrote: a statement alone is done once it is committed.
   * Whoever tells somebody that it is safe awaits `flushed` first.
   */
  get early(): Driver {
    const { beginTransaction, commitTransaction, rollbackTransaction, releaseConnection } = this
    return {
      init: async () => {},
      acquireConnection: async () => new Lease(this.#opened(), { early: true }),
      releaseConnection,
      beginTransaction,
      commitTransaction,
      rollbackTransaction,
      destroy: async () => {},
    }
  }

  async init(): Promise<void> {
    const writer = new SqliteConnection(this.path, { readOnly: false, onQuery: this.#onQuery })
    const reader = new SqliteConnection(this.path, { readOnly: true, onQuery: this.#onQuery })
    this.#file = { writer, reader, log: this.#log, commits: new GroupCommit(writer, this.#log) }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Lease(this.#opened(), { early: false })
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(lease: DatabaseConnection): Promise<void> {
    await leased(lease).begin()
  }

  async commitTransaction(lease: DatabaseConnection): Promise<void> {
    await leased(lease).commit()
  }

  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    await leased(lease).rollback()
  }

  async destroy(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.commits.hold(async () => {
      await file.log.close()
      // The last to close moves the log into the database, which a reader cannot.
      file.reader.close()
      file.writer.close()
    })
  }

  #opened(): File {
    if (!this.#file) throw new Error('database is closed')
    return this.#file
  }
}

const leased = (connection: DatabaseConnection): Lease => {
  if (connection instanceof Lease) return connection
  throw new Error('not a connection of this driver')
}

/** What one user of the database holds: nothing until they write or begin a transaction. */
class Lease implements DatabaseConnection {
  readonly #file: File
  readonly #early: boolean
  #member: Member | undefined

  constructor(file: File, { early }: { early: boolean }) {
    this.#file = file
    this.#early = early
  }

  async begin(): Promise<void> {
    this.#member = await this.#file.commits.begin()
  }

  async commit(): Promise<void> {
    const member = this.#end()
    if (member) await this.#file.commits.commit(member)
  }

  async rollback(): Promise<void> {
    const member = this.#end()
    if (member) await this.#file.commits.rollback(member)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, commits, log } = this.#file
    if (this.#member) return commits.run(this.#member, query)
    // The writer's connection has the pages at hand, but must not show what is not committed yet.
    try {
      return isRead(query) ? (commits.isPending ? reader : writer).run(query) : await commits.runAlone(query)
    } finally {
      // What was read too, or refused, may speak of a neighbour's change that a power cut would still take back.
      if (!this.#early && !log.isDone) await log.flush()
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered; the interface asks for the method
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  #end(): Member | undefined {
    const member = this.#member
    this.#member = undefined
    return member
  }
}
