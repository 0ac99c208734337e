import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addAudit, itself } from './features/audit/queries.ts'
import { newBackupId } from './features/maintenance/backup-files.ts'
import { bringObjects, objectFolder } from './features/maintenance/backup-objects.ts'
import { endWhatWasRevived } from './features/maintenance/restore-queries.ts'
import { lockOrder, migrations } from './migrations/all.ts'
import { lockDataFolder } from './platform/data-folder.ts'
import { migrate, openDatabase, sqlitePath } from './platform/database.ts'
import { isStorageFull, StartRefusal } from './platform/http/errors.ts'
import { copySqlite, sealSqlite } from './platform/sqlite/sqlite.ts'

/**
 * What a restore did: where the database is that was there before, if there was one; how many files of cards came back from beside the
 * backup, and which are nowhere.
 */
export type Restored = { putAside: string | undefined; files: { brought: number; missing: string[] } }

/**
 * Puts a backup in the place of the database of a data folder. Everything is done to a copy of it first; only when that is
 * whole, known and up to date does it take the place of the old one, which is kept among the backups. Everybody signs in again,
 * because sessions that ended since would be open again.
 * @param options.filesDir where files of cards are; false when they are in a bucket, which keeps its own copies
 * @throws StartRefusal when a server uses the folder, or the file is not a sound backup; nothing was changed then
 */
export async function restoreBackup(options: { file: string; dataDir: string; filesDir?: string | false }): Promise<Restored> {
  const { file, dataDir, filesDir = join(dataDir, 'files') } = options
  if (!existsSync(file)) throw new StartRefusal(`Não há arquivo em ${file}.`)
  const release = lockDataFolder(dataDir)
  const arriving = join(dataDir, 'restauracao')
  try {
    rmSync(arriving, { recursive: true, force: true })
    mkdirSync(arriving, { mode: 0o700 })
    await prepare(file, arriving)
    const backups = join(dataDir, 'backups')
    const beside = { from: objectFolder(dirname(file)), check: true }
    const files = filesDir ? await bringObjects(sqlitePath(arriving), { ...beside, to: filesDir }) : { brought: 0, missing: [] }
    const putAside = replace(sqlitePath(dataDir), sqlitePath(arriving), backups)
    // The one that was there may be wanted back. If it is damaged, nobody knows what it needs.
    if (putAside && filesDir) await bringObjects(putAside, { from: filesDir, to: objectFolder(backups) }).catch(() => undefined)
    return { putAside, files }
  } finally {
    rmSync(arriving, { recursive: true, force: true })
    release()
  }
}

/** Copies the backup into a folder of its own, checks it and brings it up to date. */
async function prepare(file: string, folder: string): Promise<void> {
  const copy = sqlitePath(folder)
  await copySqlite(file, copy).catch((error: unknown) => {
    if (isStorageFull(error)) throw error
    throw new StartRefusal(`Não foi possível ler ${file} como um banco da Rodada (${said(error)}). Nada foi mudado.`)
  })
  const { problems } = await sealSqlite(copy).catch((error: unknown) => {
    if (isStorageFull(error)) throw error
    return { problems: [said(error)] }
  })
  if (problems.length > 0) throw new StartRefusal(`A cópia está danificada (${problems[0]}). Nada foi mudado; use outra.`)
  requireOurs(copy)
  await bringUpToDate({ databaseUrl: undefined, dataDir: folder })
}

/**
 * What is left to do after `pg_restore` has put a dump into the place of the PostgreSQL database: the same as for a SQLite backup.
 * Every process must be stopped. @throws StartRefusal when the database is not one of this program
 */
export async function finishPostgresRestore(options: { databaseUrl: string; dataDir: string }): Promise<void> {
  const isOurs = await bringUpToDate(options)
  if (!isOurs) throw new StartRefusal('Não há uma Rodada neste banco. Confira DATABASE_URL e se o pg_restore terminou. Nada foi mudado.')
}

/** @returns whether the database is one of this program; nothing is done to others */
async function bringUpToDate(options: { databaseUrl: string | undefined; dataDir: string }): Promise<boolean> {
  const { db } = await openDatabase(options)
  try {
    if (!(await db.introspection.getTables()).some(({ name }) => name === 'users')) return false
    await migrate(db, migrations, lockOrder)
    await db.transaction().execute(async (trx) => {
      await endWhatWasRevived(trx)
      await addAudit(trx, itself, { kind: 'backup.restored' })
    })
    return true
  } finally {
    await db.destroy()
  }
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** That a database is one of this program, and not of a newer version of it. */
function requireOurs(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = new Set(
      database
        .prepare('select name from sqlite_master where type = ?')
        .all('table')
        .map(({ name }) => String(name)),
    )
    if (!['kysely_migration', 'instance', 'users', 'rooms'].every((name) => tables.has(name))) {
      throw new StartRefusal('Esse arquivo é um banco SQLite, mas não da Rodada. Nada foi mudado.')
    }
    const unknown = database
      .prepare('select name from kysely_migration')
      .all()
      .find(({ name }) => !Object.hasOwn(migrations, String(name)))
    if (unknown) {
      throw new StartRefusal(
        `A cópia é de uma versão mais nova da Rodada (${unknown.name}). Atualize a Rodada e tente de novo. Nada foi mudado.`,
      )
    }
  } finally {
    database.close()
  }
}

/** At no moment is there no database: the old one gets its second name before the new one takes its first. */
function replace(current: string, next: string, backups: string): string | undefined {
  let putAside: string | undefined
  if (existsSync(current)) {
    mkdirSync(backups, { recursive: true, mode: 0o700 })
    putAside = join(backups, `${newBackupId('before')}.sqlite`)
    closeLog(current)
    linkSync(current, putAside)
    // Of a damaged one that could not be opened: what is in them belongs to it.
    for (const rest of ['-wal', '-shm']) if (existsSync(current + rest)) renameSync(current + rest, putAside + rest)
  }
  renameSync(next, current)
  return putAside
}

/** Moves what is still in the log into the database, so that it is one file. */
function closeLog(path: string): void {
  try {
    const database = new DatabaseSync(path)
    try {
      database.exec('pragma wal_checkpoint(truncate)')
    } finally {
      database.close()
    }
  } catch {
    // It is damaged, which may be why somebody restores a backup: it is kept as it is.
  }
}
