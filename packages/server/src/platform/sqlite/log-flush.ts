import { closeSync, fdatasync, openSync } from 'node:fs'

const failedText = (reason: string) =>
  `O disco não gravou o que recebeu (${reason}). O processo termina aqui, para não confirmar o que pode se perder. Confira o disco e inicie de novo.`

/** A flush under way, and how many commits it brings to the disk. */
type Flush = { commits: number; done: Promise<void> }

/**
 * Brings what a SQLite connection committed to the disk, in a thread of Node's pool: the connection runs with `synchronous = normal`,
 * which leaves commits in the system's memory, where they outlive this process but not a power cut. One flush serves everything
 * that was committed before it began.
 */
export class LogFlush {
  readonly #path: string
  readonly #onFlush: ((ms: number) => void) | undefined
  #handle: number | undefined
  #committed = 0
  #flushed = 0
  #running: Flush | undefined
  #next: Promise<void> | undefined

  /**
   * @param file the database; its write-ahead log, which is what is flushed, lies beside it as long as it is open
   * @param onFlush hears how long each flush took, in milliseconds
   */
  constructor(file: string, onFlush?: (ms: number) => void) {
    this.#path = `${file}-wal`
    this.#onFlush = onFlush
  }

  /** Something was committed. */
  noteCommit(): void {
    this.#committed += 1
  }

  /** Whether everything that was committed is on the disk. */
  get isDone(): boolean {
    return this.#flushed === this.#committed
  }

  /** Resolves when everything committed so far is on the disk; callers that wait for the same flush, in the order they came. */
  async flush(): Promise<void> {
    if (this.isDone) return
    if (this.#running?.commits === this.#committed) return this.#running.done
    this.#next ??= this.#afterRunning()
    return this.#next
  }

  /** Flushes what is left and lets go of the file. Nothing may be committed any more. */
  async close(): Promise<void> {
    await this.flush()
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }

  #afterRunning(): Promise<void> {
    const before = this.#running?.done.catch(() => {}) ?? Promise.resolve()
    const done: Promise<void> = before.then(async () => {
      const commits = this.#committed
      this.#next = undefined
      this.#running = { commits, done }
      try {
        await this.#flush()
        this.#flushed = commits
      } finally {
        this.#running = undefined
      }
    })
    return done
  }

  #flush(): Promise<void> {
    this.#handle ??= openSync(this.#path, 'r+')
    const began = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    fdatasync(this.#handle, (error) => {
      // The system takes what it could not write for written from now on: asked again, it would say that all is well. Whoever waits
      // must not be told so. The next process writes all of the log anew before it goes on (`SqliteConnection`).
      if (error) throw new Error(failedText(error.message), { cause: error })
      this.#onFlush?.(performance.now() - began)
      resolve()
    })
    return promise
  }
}
