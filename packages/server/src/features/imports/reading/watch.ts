/**
 * The thread that ends the program it is in once it had its share of the processor, or has too much memory. A parser that is busy with one long text
 * lets no timer of its own thread run.
 */
import { workerData } from 'node:worker_threads'

/** Milliseconds of the processor, and bytes of memory, of the whole program. */
export type Bounds = { maxCpuMs: number; maxMemory: number }

/** How often they are looked at. Milliseconds. */
const lookMs = 200

const { maxCpuMs, maxMemory }: Bounds = workerData
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 > maxCpuMs || process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, lookMs)
