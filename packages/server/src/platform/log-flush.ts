import { closeSync, fdatasync, openSync } from 'node:fs'

const failedText = (reason: string) =>
  `O disco não gravou o que recebeu (${reason}). O processo termina aqui, para não confirmar o que pode se perder. Confira o disco e inicie de novo.`

/** A flush under way, and how many commits it brings to the disk. */
type Flush = { commits: number; done: Promise<void> }

/**
 * Brings what a SQLite connection committed to the disk, in a thread of its own: the connection runs with `synchronous = normal`,
 * which leaves commits in the system's memory, where they outlive this process but not a power cut. One flush serves everything
 * that was committed before it began.
 */
export class LogFlush {
  readonly #path: string
  #handle: number | undefined
  #committed = 0
  #flushed = 0
  #running: Flush | undefined
  #next: Promise<void> | undefined

  /** @param file the database; its write-ahead log, which is what is flushed, lies beside it as long as it is open */
  constructor(file: string) {
    this.#path = `${file}-wal`
  }

  /** Something was committed. */
  noteCommit(): void {
    this.#committed += 1
  }

  /** Whether everything that was committed is on the disk. */
  get isDone(): boolean {
    return this.#flushed === this.#committed
  }

  /** Resolves when everything committed so far is on the disk. */
  async flush(): Promise<void> {
    if (this.isDone) return
    if (this.#running?.commits === this.#committed) return this.#running.done
    this.#next ??= this.#afterRunning()
    return this.#next
  }

  /** Ends it; the file is closed at its next flush at the latest. Nothing may be committed any more. */
  async close(): Promise<void> {
    await this.flush()
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.done
    this.#next = undefined
    const commits = this.#committed
    const done = this.#flush().then(() => {
      this.#flushed = commits
      this.#running = undefined
    })
    this.#running = { commits, done }
    await done
  }

  #flush(): Promise<void> {
    this.#handle ??= openSync(this.#path, 'r+')
    const { promise, resolve } = Promise.withResolvers<void>()
    fdatasync(this.#handle, (error) => {
      // The system has forgotten what it could not write: asked again, it would say that all is well. Whoever waits must not be
      // told so, and a new process reads what is really there.
      if (error) throw new Error(failedText(error.message), { cause: error })
      resolve()
    })
    return promise
  }
}
