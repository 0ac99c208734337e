import { Worker } from 'node:worker_threads'
import type { CompiledQuery, Driver, QueryResult } from 'kysely'

export type Question = { id: number; sql: string; parameters: readonly unknown[] }
/** `ms` is how long the statement took. */
export type Answer = { id: number; ms: number } & ({ rows: unknown[] } | { failed: { message: string; code: string | undefined } })

/** An idle thread keeps memory for nothing, and starting one takes some fifty milliseconds. */
const idleMs = 60_000

type Asked = { resolve: (result: QueryResult<unknown>) => void; reject: (error: Error) => void }

/**
 * A thread that reads a SQLite file by itself, one statement after another, begun at the first. What is read there may take seconds, while
 * the event loop goes on.
 * @param onQuery hears how long each statement took, in milliseconds
 */
export function createReadThread(path: string, onQuery: ((ms: number) => void) | undefined) {
  const asked = new Map<number, Asked>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const end = async (): Promise<void> => {
    const ending = worker
    worker = undefined
    clearTimeout(idle)
    await ending?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: path })
    started.on('message', (answer: Answer) => {
      const { resolve, reject } = asked.get(answer.id) ?? {}
      asked.delete(answer.id)
      onQuery?.(answer.ms)
      if ('failed' in answer) reject?.(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
      else resolve?.({ rows: answer.rows })
      if (asked.size === 0) idle = setTimeout(() => void end(), idleMs).unref()
    })
    const fail = (cause?: Error) => {
      if (worker === started) worker = undefined
      for (const { reject } of asked.values()) reject(new Error('the thread that reads has ended', { cause }))
      asked.clear()
    }
    started.on('error', fail)
    started.on('exit', () => fail())
    return started
  }

  return {
    run: (sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> => {
      clearTimeout(idle)
      worker ??= start()
      last += 1
      const id = last
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
      asked.set(id, { resolve, reject })
      worker.postMessage({ id, sql, parameters } satisfies Question)
      return promise
    },
    /** Ends the thread, which the next question begins again. What it was asked fails. */
    end,
  }
}

type ReadThread = ReturnType<typeof createReadThread>

/** Kysely's way to the thread: single statements that read. @param flush resolves when the disk has everything */
export const readThreadDriver = ({ run, end }: ReadThread, flush: () => Promise<void>): Driver => {
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
