import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of some megabytes that only processes started `within` it see, and that goes with the process that holds it. */
export type SmallDisk = {
  /** Where it is for those within. */
  folder: string
  /** The same for the test. */
  outside: string
  /** Command that runs what follows it where the disk is. */
  within: string[]
  /** Takes all the room that there is. */
  fill: () => void
  /** Gives it back. */
  free: () => void
  remove: () => Promise<void>
}

/** As root, and otherwise as somebody who is root among their own processes, where the system allows that. */
const ways = [
  { unshare: ['-m'], enter: ['-m'] },
  { unshare: ['-Urm'], enter: ['-U', '-m', '--preserve-credentials'] },
]

/** @returns the disk, or why this machine cannot make one */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | { impossible: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'rodada-disk-'))
  const problems: string[] = []
  for (const { unshare, enter } of ways) {
    const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "${folder}" && echo mounted && exec sleep infinity`
    const holder = spawn('unshare', [...unshare, 'sh', '-c', mount], { stdio: ['ignore', 'pipe', 'pipe'] })
    const problem = await problemOf(holder)
    if (problem === undefined) return diskOf(holder, folder, enter)
    problems.push(`unshare ${unshare.join(' ')}: ${problem}`)
  }
  rmSync(folder, { recursive: true })
  return { impossible: problems.join('; ') }
}

/** undefined once it is mounted. */
function problemOf(holder: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    holder.stdout?.once('data', () => resolve(undefined))
    holder.stderr?.on('data', (chunk) => (said += String(chunk)))
    holder.once('error', (error) => resolve(error.message))
    holder.once('close', (code) => resolve(said.trim() || `ended with ${code}`))
  })
}

function diskOf(holder: ChildProcess, folder: string, enter: string[]): SmallDisk {
  const outside = `/proc/${holder.pid}/root${folder}`
  const filler = join(outside, 'filler')
  return {
    folder,
    outside,
    within: ['nsenter', '-t', String(holder.pid), ...enter],
    fill: () => {
      const file = openSync(filler, 'a')
      try {
        for (const size of [1024 * 1024, 4096]) while (writes(file, Buffer.alloc(size)));
      } finally {
        closeSync(file)
      }
    },
    free: () => unlinkSync(filler),
    remove: async () => {
      const gone = once(holder, 'exit')
      holder.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writes(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
