/**
 * Reads a file of another tool and ends: `read-import.ts <job as JSON>`. Prints the head of what it read as JSON, or why it did not. The parsers are
 * loaded here and in no other program, because what they are given is anybody's.
 */
import { rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ImportSourceName } from '@rodada/contract/boards/import-settings'
import type { BundleHead } from '../bundle-model.ts'
import { type Problem, type ReadOptions, Unreadable } from '../model.ts'
import { readers } from '../sources/sources.ts'
import { createNotes, createSink, writeBundle } from './bundle.ts'
import { createScratch } from './scratch.ts'
import type { Bounds } from './watch.ts'

/** A file to read, and where to put what is read; `scratch` is a path for what waits meanwhile. */
export type ReadJob = Bounds & {
  source: ImportSourceName
  path: string
  into: string
  scratch: string
  maxScratch: number
  options: ReadOptions
}
export type ReadResult = { head: BundleHead } | { problem: Problem }

const job: ReadJob = JSON.parse(process.argv[2] ?? '')
// Before it gives way: a thread has the priority of the one that starts it, and this one has to look while the machine is busy.
new Worker(new URL('./watch.ts', import.meta.url), { workerData: job satisfies Bounds }).unref()
await giveWay()
process.stdout.write(JSON.stringify(await read()))

/** People who vote come first; and where memory ends, this program does before any other. */
async function giveWay(): Promise<void> {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
    await writeFile('/proc/self/oom_score_adj', '1000')
  } catch {
    // Where the system lets no program change it, the file takes its share.
  }
}

async function read(): Promise<ReadResult> {
  const scratch = createScratch(job.scratch, job.maxScratch)
  const notes = createNotes()
  const { sink, rest } = createSink(scratch, notes.note)
  try {
    await readers[job.source](job.path, sink, job.options)
    scratch.ready()
    return { head: await writeBundle(job.into, scratch, rest, notes) }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  } finally {
    scratch.close()
    await rm(job.scratch, { force: true })
  }
}
