import { openConnection } from './connection.ts'
import { createLogFlush } from './log-flush.ts'
import { createReadThreads } from './read-thread.ts'

export type SqliteStore = ReturnType<typeof openStore>

/**
 * A SQLite file with a connection that writes, for one user at a time, one that reads while a transaction is open on the first, and those of
 * two threads.
 */
export function openStore(path: string, onQuery: ((ms: number) => void) | undefined) {
  const writer = openConnection(path, { readOnly: false, onQuery })
  const reader = openConnection(path, { readOnly: true, onQuery })
  const threads = createReadThreads(path, onQuery)
  const log = createLogFlush(`${path}-wal`, onQuery)
  let turn = Promise.resolve()

  /** Resolves when the writer is free, with the function that gives it back. First come, first served. */
  const takeTurn = async (): Promise<() => void> => {
    const previous = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    await previous
    return resolve
  }
  const whileWritesWait = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const endTurn = await takeTurn()
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
  return {
    path,
    writer,
    log,
    threads,
    takeTurn,
    /** Runs `work` while every write waits. Nothing in it may write through the database. */
    whileWritesWait,
    /** The writer has the pages in its cache, but would show what is not committed yet. */
    reader: () => (writer.inTransaction() ? reader : writer),
    /** Clears prepared statements and cached pages. @returns how many statements there were */
    forget: (): number => writer.forget() + reader.forget(),
    /** Waits for work under way and for the disk. */
    close: () =>
      whileWritesWait(async () => {
        await log.flush()
        await threads.end()
        log.close()
        // The last connection to close moves the log into the database, which a reader cannot do.
        reader.close()
        writer.close()
      }),
  }
}
