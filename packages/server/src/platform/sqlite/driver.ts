import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import type { SqliteStore } from './store.ts'

/** Reports are written as raw SQL, which says what it is by its words only. Taken for a read by mistake, a write would fail, not happen. */
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
  /** Gives the writer to the next; undefined outside a transaction. */
  let endTurn: (() => void) | undefined
  const release = (): void => {
    endTurn?.()
    endTurn = undefined
  }

  return {
    begin: async (): Promise<void> => {
      endTurn = await takeTurn()
      // Immediate: a transaction that reads first and writes later would otherwise fail when it cannot upgrade.
      writer.run('begin immediate')
    },
    /** @throws what made the commit fail; Kysely rolls back then */
    commit: async (): Promise<void> => {
      writer.run('commit')
      log.noteCommit()
      // Before the disk is awaited, so that those who come meanwhile share the next flush.
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
      // In a transaction that SQLite has ended, each statement from here on would be committed alone.
      if (endTurn && !writer.inTransaction()) throw new Error('the transaction has ended')
      if (endTurn) return runOn(writer)
      try {
        if (isRead(query)) return runOn(reader())
        return await whileWritesWait(() => {
          // Noted also of one that fails: it may have done its work before.
          log.noteCommit()
          return runOn(writer)
        })
      } finally {
        // Also what was read, or refused, may depend on a change that a power cut would still take back.
        if (!early) await log.flush()
      }
    },
    streamQuery: () => {
      throw new Error('streaming is not supported')
    },
  }
}
