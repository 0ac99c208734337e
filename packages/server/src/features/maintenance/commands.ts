import { join } from 'node:path'
import type { Backup, BackupFiles, Operation, OperationKind } from '@rodada/contract/instance/maintenance'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { conflict } from '../../platform/http/errors.ts'
import { optimizeSqlite, type SqliteFile } from '../../platform/sqlite/sqlite.ts'
import { type Act, type Actor, addAudit } from '../audit/queries.ts'
import { DamagedCopy, listBackups, makeBackup, newBackupId, pruneBackups } from './backup-files.ts'
import { measureDatabase, vacuumTables } from './database-queries.ts'
import { beginOperation, endOperation, failOrphans, getOperation, tellProgress } from './operation-queries.ts'
import { getBackupSettings } from './settings-queries.ts'

export type Operations = {
  /** Begins an operation and returns while it runs. @throws AppError 409 while another runs, or on PostgreSQL for a backup */
  begin: (kind: OperationKind, actor: Actor) => Promise<Operation>
  /** Resolves when the operations of this process have ended. */
  settled: () => Promise<void>
}

/** Where backups are. */
export const backupFolder = (deps: Pick<Deps, 'config'>): string => join(deps.config.dataDir, 'backups')

/** Where the files of cards are, as seen from the backups. */
export const filesOfBackups = ({ config, file }: Pick<Deps, 'config' | 'file'>): BackupFiles =>
  config.files.bucket ? 'bucket' : file ? 'beside' : 'folder'

type Outcome = { result: Operation['result']; acts: Act[] }
type OnProgress = (percent: number) => void

export function createOperations(deps: Deps): Operations {
  const { db, engine, file, processId, log } = deps
  const under = new Set<Promise<void>>()

  const work: Record<OperationKind, (actor: Actor, onProgress: OnProgress) => Promise<Outcome>> = {
    backup: async ({ viewer }, onProgress) => {
      if (!file) throw new Error('backups are made of SQLite files')
      return backUp(deps, file, viewer ? 'manual' : 'nightly', onProgress)
    },
    optimize: async (_, onProgress) => {
      const before = await measureDatabase(db, file)
      // On SQLite writes wait meanwhile; on PostgreSQL nobody waits.
      if (file) await file.whileWritesWait(() => optimizeSqlite(file.path))
      else await vacuumTables(db, async (percent) => onProgress(percent))
      const result = { before, after: await measureDatabase(db, file) }
      return { result, acts: [{ kind: 'database.optimized', details: result }] }
    },
  }

  const run = async (id: number, kind: OperationKind, actor: Actor) => {
    try {
      let told = 0
      const { result, acts } = await work[kind](actor, (percent) => {
        if (percent <= told) return
        told = percent
        tellProgress(db, id, percent).catch((error: unknown) => log.warn({ err: error }, 'progress not told'))
      })
      await db.transaction().execute(async (trx) => {
        if (!(await endOperation(trx, id, 'done', result))) return
        for (const act of acts) await addAudit(trx, actor, act)
      })
      log.info({ operation: kind, ...result }, 'operation done')
    } catch (error) {
      log.error({ err: error, operation: kind }, 'operation failed')
      await endOperation(db, id, 'failed', { failure: failureOf(error) })
    }
  }

  return {
    begin: async (kind, actor) => {
      if (kind === 'backup' && !file) throw conflict(texts.backupsByPostgres)
      await failOrphans(db, processId, engine === 'sqlite')
      const id = await beginOperation(db, { kind, processId, userId: actor.viewer?.userId ?? null })
      if (id === undefined) throw conflict(texts.operationRunning)
      const begun = await getOperation(db, id)
      const turn = run(id, kind, actor)
        .catch((error: unknown) => log.error({ err: error, operation: kind }, 'the end of an operation was not kept'))
        .finally(() => under.delete(turn))
      under.add(turn)
      return begun
    },
    settled: async () => {
      await Promise.all(under)
    },
  }
}

async function backUp(deps: Deps, file: SqliteFile, kind: Backup['kind'], onProgress: OnProgress): Promise<Outcome> {
  const folder = backupFolder(deps)
  const taken = new Set((await listBackups(folder)).map((backup) => backup.id))
  let id = newBackupId(kind)
  for (let later = 1; taken.has(id); later++) id = newBackupId(kind, new Date(Date.now() + later * 1000))
  const { dir, bucket } = deps.config.files
  const { size, missing } = await makeBackup({ source: file.path, folder, id, files: bucket ? undefined : dir, onProgress })
  if (missing.length > 0) deps.log.error({ missing }, 'files of cards are not where they were stored')
  const { keep } = await getBackupSettings(deps.db)
  const deleted = await pruneBackups(folder, keep)
  return {
    result: { backup: id, size },
    acts: [
      { kind: 'backup.made', subject: id, details: { size } },
      ...deleted.map((old) => ({ kind: 'backup.deleted', subject: old, details: { keep } }) as const),
    ],
  }
}

/** SQLITE_FULL and SQLITE_CORRUPT */
const [full, corrupt] = [13, 11]

function failureOf(error: unknown): NonNullable<Operation['result']['failure']> {
  const { code, errcode } = error as { code?: string; errcode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === full || code === '53100') return 'disk_full'
  return error instanceof DamagedCopy || errcode === corrupt ? 'damaged' : 'unexpected'
}
