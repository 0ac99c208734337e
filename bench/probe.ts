/**
 * Loaded into every server under test before its own code: answers what only the process itself can know. With
 * BENCH_PROFILE=<folder> it also leaves a CPU profile of each measured stretch there.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { basename, join } from 'node:path'

export type Question = 'memory' | 'begin' | 'end'
/** In bytes: `rss` now, after a full collection when memory was asked for; `peak`, its highest since 'begin', looked at every few milliseconds. */
export type Vitals = { rss: number; peak: number; cpuMs: number }
const lookEveryMs = 5

const folder = process.env.BENCH_PROFILE
const profiler = folder ? new Session() : undefined
profiler?.connect()

process.on('message', async (question: Question) => {
  if (question === 'memory') await collect()
  const { user, system } = process.cpuUsage()
  if (question === 'begin') watch()
  if (question === 'begin') await profiler?.post('Profiler.enable')
  if (question === 'begin') await profiler?.post('Profiler.start')
  if (question === 'end' && profiler && folder) {
    const { profile } = await profiler.post('Profiler.stop')
    writeFileSync(join(folder, `${basename(process.argv[1] ?? '', '.ts')}-${Date.now()}.cpuprofile`), JSON.stringify(profile))
  }
  if (question === 'end') clearInterval(watching)
  const rss = process.memoryUsage.rss()
  process.send?.({ rss, peak: Math.max(peak, rss), cpuMs: (user + system) / 1000 } satisfies Vitals)
})

let peak = 0
let watching: NodeJS.Timeout | undefined
function watch(): void {
  clearInterval(watching)
  peak = 0
  watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, lookEveryMs)
}

/** Several turns, each giving back what it freed: a collection frees handles whose memory only the next one collects. */
async function collect(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
