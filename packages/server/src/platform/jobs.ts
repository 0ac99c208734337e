import type { FastifyBaseLogger } from 'fastify'

export type Jobs = {
  /** Says what to do every so many milliseconds, once `start` was called. */
  every: (ms: number, name: string, run: () => Promise<void>) => void
  /** To be called once, when there is a migrated database to work on. */
  start: () => void
  /** Waits for what is under way, and runs every job once, now. */
  runAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Periodic work of this process. A run never overlaps itself, and a failed one is logged and tried at the next turn. */
export function createJobs(log: FastifyBaseLogger): Jobs {
  const jobs: { ms: number; name: string; run: () => Promise<void> }[] = []
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
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
          const turn = run()
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
      for (const { run } of jobs) await run()
      await Promise.all(running)
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
