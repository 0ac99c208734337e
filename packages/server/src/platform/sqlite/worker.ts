import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { requireSoundInUse } from './check.ts'
import type { SqliteTask, SqliteTaskResult } from './upkeep.ts'

/** Work on the whole file runs in this thread, because it would stop the event loop. */
function perform({ task, path }: SqliteTask): SqliteTaskResult {
  switch (task) {
    case 'check':
      requireSoundInUse(path)
      return { problems: [], sha256: '' }
    case 'optimize':
      return optimize(path)
    case 'seal':
      return seal(path)
  }
}

function optimize(path: string): SqliteTaskResult {
  const database = new DatabaseSync(path, { timeout: 30_000 })
  try {
    // A sample is enough for the planner; a whole large table would take minutes.
    database.exec('pragma analysis_limit = 1000; analyze; vacuum; pragma wal_checkpoint(truncate); pragma optimize')
  } finally {
    database.close()
  }
  return { problems: [], sha256: '' }
}

/** Makes a copy one file, checks all of it, and flushes it to the disk. */
function seal(path: string): SqliteTaskResult {
  const problems: string[] = []
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma journal_mode = delete')
    for (const row of database.prepare('pragma integrity_check(10)').all()) {
      if (row.integrity_check !== 'ok') problems.push(String(row.integrity_check))
    }
    for (const row of database.prepare('pragma foreign_key_check').all()) problems.push(`foreign key of ${row.table}`)
  } finally {
    database.close()
  }
  return { problems, sha256: hashFile(path) }
}

function hashFile(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
    const part = Buffer.alloc(1024 * 1024)
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) hash.update(part.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

parentPort?.postMessage(perform(workerData as SqliteTask))
