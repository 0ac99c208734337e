import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './numbers.ts'

/**
 * How long this machine's disk takes to make one page durable, in milliseconds. No acknowledged vote can be faster, and a
 * bare server, which stores nothing, does not pay it.
 */
export function flushTimes(): { p50: number; p99: number } {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-bench-'))
  const file = openSync(join(folder, 'page'), 'w')
  const page = Buffer.alloc(4096, 1)
  const times = Float64Array.from({ length: 200 }, (_, i) => {
    const started = performance.now()
    writeSync(file, page, 0, page.length, (i % 50) * page.length)
    fdatasyncSync(file)
    return performance.now() - started
  }).sort()
  closeSync(file)
  rmSync(folder, { recursive: true })
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
