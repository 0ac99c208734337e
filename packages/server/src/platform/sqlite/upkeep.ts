import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

export type SqliteTask = { task: 'check' | 'optimize' | 'seal'; path: string }
/** `problems` is empty when the file is sound. */
export type SqliteTaskResult = { problems: string[]; sha256: string }

/** Pages that are copied between two looks at the event loop: 4 MB. */
const pagesAtOnce = 1000

async function inThread(task: SqliteTask): Promise<SqliteTaskResult> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task })
  try {
    // 'error' rejects.
    const [result] = await once(worker, 'message')
    return result as SqliteTaskResult
  } finally {
    await worker.terminate()
  }
}

/** Reads all of a file while it is used. @throws when it is damaged, which the next start then knows */
export const checkSqlite = async (path: string): Promise<void> => {
  await inThread({ task: 'check', path })
}

/** Renews the planner's statistics and frees unused space, while no one writes. */
export const optimizeSqlite = (path: string): Promise<SqliteTaskResult> => inThread({ task: 'optimize', path })

/** Makes a copy one file and checks it; `problems` says what is wrong with it. */
export const sealSqlite = (path: string): Promise<SqliteTaskResult> => inThread({ task: 'seal', path })

/**
 * Copies the state of a database at one moment while others go on writing. An older copy of the same name is replaced, and a failed copy is
 * removed.
 * @param onProgress called with percent
 */
export async function copySqlite(source: string, target: string, onProgress: (percent: number) => void = () => {}): Promise<void> {
  await rm(target, { force: true })
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    // One read transaction for all steps: without it each write of another connection would restart the copy.
    database.exec('begin; select count(*) from sqlite_master')
    await backup(database, target, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(Math.round(((totalPages - remainingPages) / Math.max(totalPages, 1)) * 100)),
    })
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    database.close()
  }
}
