import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import type { SqliteStore } from './store.ts'

/** Reports are raw SQL, recognised by its first words. A write that was taken for a read would fail instead of happening. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' && /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete|replace)\b/i.test(sql))

/** Kysely's way to a store. With `early`, a statement outside a transaction is done before the disk has it. */
export const sqliteDriver = (store: SqliteStore, early: boolean): Driver => ({
  init: async () => {},
  acquireConnection: async () => leaseOf(store, early),
  beginTransaction: (lease: Lease) => lease.begin(),
  commitTransaction: (lease: Lease) => lease.commit(),
  rollbackTransaction: (lease: Lease) => lease.rollback(),
  releaseConnection: async (lease: Lease) => lease.release(),
  destroy: store.close,
})

type Lease = ReturnType<typeof leaseOf>

/** What one user of the store holds: nothing until they write or begin a transaction. */
function leaseOf({ writer, reader, log, takeTurn, whileWritesWait }: SqliteStore, early: boolean) {
  /** Gives the writer to the next user; undefined outside a transaction. */
  let endTurn: (() => void) | undefined
  const release = (): void => {
    endTurn?.()
    endTurn = undefined
  }

  return {
    begin: async (): Promise<void> => {
      endTurn = await takeTurn()
      // Immediate: a transaction that reads first and writes later would otherwise fail when another one wrote in between.
      writer.run('begin immediate')
    },
    /** @throws what made the commit fail; Kysely then rolls back */
    commit: async (): Promise<void> => {
      writer.run('commit')
      log.noteCommit()
      // Before the wait for the disk, so that commits meanwhile share the next flush.
      release()
      await log.flush()
    },
    rollback: async (): Promise<void> => {
      if (endTurn && writer.inTransaction()) writer.run('rollback')
      release()
      await log.flush()
    },
    release,
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const runOn = (connection: SqliteStore['writer']) => connection.run<Row>(query.sql, query.parameters)
      // When SQLite has ended the transaction by itself, each further statement would be committed alone.
      if (endTurn && !writer.inTransaction()) throw new Error('the transaction has ended')
      if (endTurn) return runOn(writer)
      try {
        if (isRead(query)) return runOn(reader())
        return await whileWritesWait(() => {
          // Also for a failed statement, which may have written before it failed.
          log.noteCommit()
          return runOn(writer)
        })
      } finally {
        // A read or a refusal also waits: it may depend on a change that a power cut would undo.
        if (!early) await log.flush()
      }
    },
    streamQuery: () => {
      throw new Error('streaming is not supported')
    },
  }
}
