import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { limits } from '@rodada/contract/core/limits'
import type { ReadJob, ReadResult } from './read-import.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./read-import.ts', import.meta.url))

/** What reading one file may take: bytes of memory, and time, which the files of others wait for. */
const maxMemory = 300_000_000
/** Of the processor, half a minute for any file and the rest by its size: on a busy machine a sound file takes longer, and no more of it. */
const maxCpuMs = (fileBytes: number): number => 30_000 + Math.ceil((4 * 60_000 * fileBytes) / limits.importBytes)
/** By the clock, whatever holds it up. Milliseconds. */
const maxMs = 10 * 60_000
/** Of which as much is for objects, in megabytes: a program that has more memory fills it before it looks for what nobody needs. */
const heapMb = 128

const flags = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8']

/** How large what waits while a file is read may become. A file of Trello takes half as much again as it has. */
const scratchBytes = (fileBytes: number): number => 3 * fileBytes + 64_000_000

/** What a file takes of the disk until it is read: where it is kept, a copy to read from, what waits, and what was read. */
export const diskBytes = (fileBytes: number): number => 2 * fileBytes + 2 * scratchBytes(fileBytes)

/** What the program says at most: the head of a board with a thousand people, and options of fields. */
const maxBuffer = 32 * 1024 * 1024

/** What is asked of a reading, of a file of so many bytes. */
type Asked = Omit<ReadJob, 'maxCpuMs' | 'maxMemory' | 'maxScratch'> & { bytes: number }

/** Where the code that it runs is kept compiled (decision 0040), and none of the server's secrets. */
const readerEnv = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/**
 * Reads a file of unknown origin in a program of its own. One that brings the parser down, or that it never ends, takes nothing with it; and its
 * memory and its processor are not the server's.
 * @param signal ends it before its end
 */
export async function readFile({ bytes, ...asked }: Asked, signal: AbortSignal): Promise<ReadResult> {
  const job: ReadJob = { ...asked, maxCpuMs: maxCpuMs(bytes), maxMemory, maxScratch: scratchBytes(bytes) }
  try {
    const { stdout } = await run(process.execPath, [...flags, program, JSON.stringify(job)], {
      timeout: maxMs,
      killSignal: 'SIGKILL',
      maxBuffer,
      signal,
      env: readerEnv(),
    })
    return JSON.parse(stdout) as ReadResult
  } catch (error) {
    signal.throwIfAborted()
    const { killed, signal: ended, stderr = '' } = error as { killed?: boolean; signal?: string; stderr?: string }
    // It ends itself when it has no memory left for objects.
    if (killed || ended === 'SIGKILL' || ended === 'SIGABRT') return { problem: { kind: 'too_costly' } }
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
