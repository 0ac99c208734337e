import type { FastifyBaseLogger } from 'fastify'

export type Jobs = {
  every: (ms: number, name: string, run: () => Promise<void>) => void
  /** Runs every job once, now, and waits for all of them. */
  runAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Periodic work of this process. A run never overlaps itself, and a failed one is logged and tried at the next turn. */
export function createJobs(log: FastifyBaseLogger): Jobs {
  const timers: NodeJS.Timeout[] = []
  const runs: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  return {
    every: (ms, name, run) => {
      runs.push(run)
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
    },
    runAll: async () => {
      for (const run of runs) await run()
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
