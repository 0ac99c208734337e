import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefusal } from './http/errors.ts'

/** How long a start waits for the process before it to end. Milliseconds. */
const patienceMs = 3000

/**
 * Takes a data folder for this process until the returned function is called or the process ends, in whatever way: the operating system
 * holds the lock, through SQLite's own file locks. Two servers on one SQLite file would each have people and seats that the other does not
 * know.
 * @throws StartRefusal when another process has it
 */
export function lockDataFolder(dataDir: string): () => void {
  // The folder holds accounts and secrets, so other users of the machine may not read it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'rodada.lock'))
  try {
    lock.exec(`pragma busy_timeout = ${patienceMs}; pragma journal_mode = memory; begin exclusive`)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new StartRefusal(
      `Outra Rodada já usa a pasta ${dataDir}. Pare-a, ou escolha outra pasta com DATA_DIR (vários processos pedem PostgreSQL).`,
    )
  }
  return () => lock.close()
}

/** SQLITE_BUSY */
const busy = 5
