import { Worker } from 'node:worker_threads'
import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import { tellStatement } from '../statements.ts'

export type Question = { id: number; sql: string; parameters: readonly unknown[] }
/** `ms` is how long the statement took. */
export type Answer = { id: number; ms: number } & ({ rows: unknown[] } | { failed: { message: string; code: string | undefined } })

/** How many threads read one file: one network's searches are in one of them, and another network's in the other. */
export const readThreads = 2

/** An idle thread keeps memory for nothing, and starting one takes some fifty milliseconds. */
const idleMs = 60_000

type Asked = { resolve: (result: QueryResult<unknown>) => void; reject: (error: Error) => void }

/**
 * A thread that reads a SQLite file by itself, one statement after another, begun at the first. What is read there may take seconds, while
 * the event loop goes on.
 * @param onQuery hears how long each statement took, in milliseconds
 */
function createReadThread(path: string, onQuery: ((ms: number) => void) | undefined) {
  /** What it was asked is its own: a thread that ends fails nothing that the next one was asked meanwhile. */
  let thread: { worker: Worker; asked: Map<number, Asked> } | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const end = async (): Promise<void> => {
    const ending = thread
    thread = undefined
    clearTimeout(idle)
    await ending?.worker.terminate()
  }

  const start = () => {
    const asked = new Map<number, Asked>()
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: path })
    const started = { worker, asked }
    worker.on('message', (answer: Answer) => {
      const { resolve, reject } = asked.get(answer.id) ?? {}
      asked.delete(answer.id)
      onQuery?.(answer.ms)
      if ('failed' in answer) reject?.(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
      else resolve?.({ rows: answer.rows })
      if (asked.size === 0 && thread === started) idle = setTimeout(() => void end(), idleMs).unref()
    })
    const fail = (cause?: Error) => {
      if (thread === started) thread = undefined
      for (const { reject } of asked.values()) reject(new Error('the thread that reads has ended', { cause }))
      asked.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail())
    return started
  }

  return {
    /** What it was asked and has not answered. */
    waiting: () => thread?.asked.size ?? 0,
    run: (sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> => {
      // Here, and not in the thread, where nobody listens.
      tellStatement(sql, parameters)
      clearTimeout(idle)
      thread ??= start()
      last += 1
      const id = last
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
      thread.asked.set(id, { resolve, reject })
      thread.worker.postMessage({ id, sql, parameters } satisfies Question)
      return promise
    },
    /** Ends the thread, which the next question begins again. What it was asked fails. */
    end,
  }
}

type ReadThreads = ReturnType<typeof createReadThreads>

/**
 * Threads that read a SQLite file by themselves. What is asked goes to the first of those with the least to do, so that the second begins only when
 * the first is busy.
 * @param onQuery hears how long each statement took, in milliseconds
 */
export function createReadThreads(path: string, onQuery: ((ms: number) => void) | undefined) {
  const threads = Array.from({ length: readThreads }, () => createReadThread(path, onQuery))
  return {
    run: (sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> =>
      threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one)).run(sql, parameters),
    /** Ends the threads, which the next questions begin again. What they were asked fails. */
    end: async (): Promise<void> => {
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

/** Kysely's way to the threads: single statements that read. @param flush resolves when the disk has everything */
export const readThreadDriver = ({ run, end }: ReadThreads, flush: () => Promise<void>): Driver => {
  const refuse = async () => {
    throw new Error('what is read beside the event loop has no transactions')
  }
  return {
    init: async () => {},
    acquireConnection: async () => ({
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
        try {
          return (await run(sql, parameters)) as QueryResult<Row>
        } finally {
          // It may depend on a change that a power cut would undo.
          await flush()
        }
      },
      streamQuery: () => {
        throw new Error('streaming is not supported')
      },
    }),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: end,
  }
}
