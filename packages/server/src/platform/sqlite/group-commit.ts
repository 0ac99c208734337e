import type { SqliteConnection, SqliteQuery, SqliteResult } from './connection.ts'
import type { LogFlush } from './log-flush.ts'

/** Transactions that are committed together, or not at all. */
type Group = PromiseWithResolvers<void>

/** A transaction that has its turn on the connection, within a group. */
export type Member = { group: Group; endTurn: () => void }

const savepoint = 'savepoint member'
const keep = 'release member'
const undo = 'rollback to member'

/**
 * Writes of one SQLite file. Transactions have the connection one after another, each within a savepoint; those of one turn
 * of the event loop are committed together, and share one flush of the disk. Each is done only when that flush is.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #log: LogFlush
  #turn: Promise<void> = Promise.resolve()
  #group: Group | undefined

  constructor(connection: SqliteConnection, log: LogFlush) {
    this.#connection = connection
    this.#log = log
  }

  /** Whether the connection holds changes that may still be lost. Nobody else may see them yet. */
  get isPending(): boolean {
    return this.#group !== undefined
  }

  /** Waits for the connection and begins a transaction on it. The caller ends it with `commit` or `rollback`. */
  async begin(): Promise<Member> {
    const endTurn = await this.#takeTurn()
    try {
      const group = this.#group ?? this.#open()
      this.#connection.do(savepoint)
      return { group, endTurn }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Runs a statement of a transaction. */
  run<Row>({ group }: Member, query: SqliteQuery): SqliteResult<Row> {
    if (group !== this.#group) throw new Error('the transaction ended with the group it was in')
    try {
      return this.#connection.run(query)
    } catch (error) {
      this.#noticeLoss(error)
      throw error
    }
  }

  /** Ends a transaction. Resolves once it is on the disk. @throws what made the commit fail; then nothing of it happened. */
  async commit({ group, endTurn }: Member): Promise<void> {
    try {
      if (group === this.#group) this.#connection.do(keep)
    } catch (error) {
      this.#lose(error)
    } finally {
      endTurn()
    }
    await group.promise
    await this.#log.flush()
  }

  /**
   * Takes back what a transaction did. Safe after a commit that failed. Resolves with the group: what was read in it may be that
   * of a neighbour that is not on the disk yet.
   */
  async rollback({ group, endTurn }: Member): Promise<void> {
    try {
      if (group !== this.#group) return
      this.#connection.do(undo)
      this.#connection.do(keep)
    } catch (error) {
      this.#lose(error)
    } finally {
      endTurn()
    }
    await group.promise.catch(() => {})
    await this.#log.flush()
  }

  /** A statement that is a transaction by itself. It joins the open group. Resolves once it is committed, which is before it is on the disk. */
  async runAlone<Row>(query: SqliteQuery): Promise<SqliteResult<Row>> {
    const endTurn = await this.#takeTurn()
    const group = this.#group
    let result: SqliteResult<Row>
    try {
      result = this.#connection.run<Row>(query)
    } catch (error) {
      this.#noticeLoss(error)
      throw error
    } finally {
      // Also when it failed: it may have done its work, and fail at telling it.
      if (!group) this.#log.noteCommit()
      endTurn()
    }
    await group?.promise
    return result
  }

  /** Does something that takes its time while nothing is under way: whoever comes meanwhile waits. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const endTurn = await this.#takeTurn()
      try {
        if (!this.#group) return await work()
      } finally {
        endTurn()
      }
      await this.#group?.promise.catch(() => {})
    }
  }

  #open(): Group {
    // Immediate: a transaction that reads first and writes later would otherwise fail when it cannot upgrade.
    this.#connection.do('begin immediate')
    const group = Promise.withResolvers<void>()
    // Whoever was rolled back does not wait for it.
    group.promise.catch(() => {})
    this.#group = group
    // In the check phase every request that had arrived in this turn of the event loop has been read, and joined.
    setImmediate(() => void this.#close(group))
    return group
  }

  async #close(group: Group): Promise<void> {
    const endTurn = await this.#takeTurn()
    try {
      if (group !== this.#group) return
      this.#connection.do('commit')
      this.#log.noteCommit()
      this.#group = undefined
      group.resolve()
    } catch (error) {
      this.#lose(error)
    } finally {
      endTurn()
    }
  }

  /** Ends the group without a trace: what could not be kept or taken back must not be committed with the next one. */
  #lose(error: unknown): void {
    if (this.#connection.inTransaction) this.#connection.do('rollback')
    this.#noticeLoss(error)
  }

  /** After some errors SQLite has ended the whole transaction: everybody in the group must hear that nothing happened. */
  #noticeLoss(error: unknown): void {
    if (!this.#group || this.#connection.inTransaction) return
    this.#group.reject(error)
    this.#group = undefined
  }

  async #takeTurn(): Promise<() => void> {
    const previous = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await previous
    return resolve
  }
}
