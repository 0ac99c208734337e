import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReadJob, ReadResult } from './read-import.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'read-import.ts')

/** What reading one file may take: milliseconds, and bytes of memory. */
const bounds = { maxMs: 5 * 60_000, maxMemory: 300_000_000 }
/** Of which as much is for objects, in megabytes: a program that has more memory fills it before it looks for what nobody needs. */
const heapMb = 128

const flags = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8']

/** What the program says at most: the head of a board with a thousand people, and options of fields. */
const maxBuffer = 32 * 1024 * 1024

/**
 * Reads a file of unknown origin in a program of its own. One that brings the parser down, or that it never ends, takes nothing with it; and its
 * memory and its processor are not the server's.
 * @param signal ends it before its end
 */
export async function readFile(job: Omit<ReadJob, 'maxMemory'>, signal: AbortSignal): Promise<ReadResult> {
  try {
    const { stdout } = await run(process.execPath, [...flags, program, JSON.stringify({ ...job, maxMemory: bounds.maxMemory })], {
      timeout: bounds.maxMs,
      killSignal: 'SIGKILL',
      maxBuffer,
      signal,
    })
    return JSON.parse(stdout) as ReadResult
  } catch (error) {
    signal.throwIfAborted()
    const { killed, signal: ended, stderr = '' } = error as { killed?: boolean; signal?: string; stderr?: string }
    if (killed || ended === 'SIGKILL') return { problem: { kind: 'too_costly' } }
    return {
      problem: {
        kind: 'unexpected',
        detail: stderr
          .trim()
          .split('\n')
          .findLast((line) => /Error/.test(line))
          ?.slice(0, 300),
      },
    }
  }
}
