import type { FastifyBaseLogger } from 'fastify'

/** Whether the process stops. Work that would go on until nothing is left begins no further piece then: another process has it, or the next start. */
export type IsStopping = () => boolean

type Run = (isStopping: IsStopping) => Promise<void>

export type Jobs = {
  /** Says what to do every so many milliseconds, once `start` was called. */
  every: (ms: number, name: string, run: Run) => void
  /** To be called once, when there is a migrated database to work on. */
  start: () => void
  /** Waits for what is under way, and runs every job once, now. */
  runAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Periodic work of this process. A run never overlaps itself, and a failed one is logged and tried at the next turn. */
export function createJobs(log: FastifyBaseLogger): Jobs {
  const jobs: { ms: number; name: string; run: Run }[] = []
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
  let stopping = false
  return {
    every: (ms, name, run) => {
      jobs.push({ ms, name, run })
    },
    start: () => {
      for (const { ms, name, run } of jobs) {
        let busy = false
        const timer = setInterval(() => {
          if (busy) return
          busy = true
          const turn = run(() => stopping)
            .catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'))
            .finally(() => {
              busy = false
              running.delete(turn)
            })
          running.add(turn)
        }, ms)
        timers.push(timer.unref())
      }
    },
    runAll: async () => {
      // What is under way, or begins meanwhile, may have taken some of the work.
      await Promise.all(running)
      for (const { run } of jobs) await run(() => false)
      await Promise.all(running)
    },
    stop: async () => {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
