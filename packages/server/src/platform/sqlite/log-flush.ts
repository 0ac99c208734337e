import { closeSync, fdatasync, openSync } from 'node:fs'

const failedText = (reason: string) =>
  `O disco não gravou o que recebeu (${reason}). O processo termina aqui, para não confirmar o que pode se perder. Confira o disco e inicie de novo.`

/**
 * Brings what was committed to the disk, in a thread of Node's pool, so that the event loop goes on. One flush serves everything that was
 * committed before it began.
 * @param path the write-ahead log, which exists while the database is open
 * @param onFlush hears how long each flush took, in milliseconds
 */
export function createLogFlush(path: string, onFlush: ((ms: number) => void) | undefined) {
  const handle = openSync(path, 'r+')
  let committed = 0
  let flushed = 0
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    const commits = committed
    const began = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    fdatasync(handle, (error) => {
      // After a failed flush the system takes the pages for written, and a second flush would succeed. So the process ends, and the next
      // one writes the whole log into the database before it goes on (`openConnection`).
      if (error) throw new Error(failedText(error.message), { cause: error })
      resolve()
    })
    await promise
    onFlush?.(performance.now() - began)
    flushed = commits
    running = undefined
  }

  return {
    noteCommit: (): void => {
      committed += 1
    },
    /** Resolves when everything committed so far is on the disk. */
    flush: async (): Promise<void> => {
      const wanted = committed
      while (flushed < wanted) {
        running ??= run()
        await running
      }
    },
    close: (): void => closeSync(handle),
  }
}
