import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { dayOf, defaultTimeZone, startOfDay } from '../../platform/time.ts'
import { itself } from '../audit/queries.ts'
import { removePartial } from './backup-files.ts'
import { backupFolder, type Operations } from './commands.ts'
import { deleteOldOperations, failOrphans, hasBegunByItself } from './operation-queries.ts'
import { deleteOld } from './retention-queries.ts'
import { getBackupSettings } from './settings-queries.ts'

const tidyMs = 10_000
const nightMs = 5 * 60_000
const nightHour = 3
const retentionMs = 10 * 60_000

/** @returns what to do before the first request: operations of processes that died have failed */
export function maintenanceJobs(deps: Deps, operations: Operations, jobs: Jobs): () => Promise<void> {
  const { db, engine, file, processId } = deps
  const tidy = () => failOrphans(db, processId, engine === 'sqlite')
  jobs.every(tidyMs, 'operations', tidy)
  jobs.every(nightMs, 'operation tidying', () => deleteOldOperations(db))
  jobs.every(retentionMs, 'retention', () => deleteOld(db, new Date()))
  jobs.every(nightMs, 'nightly backup', async () => {
    if (!file || !(await getBackupSettings(db)).nightly) return
    if (await isDue(deps)) await operations.begin('backup', itself).catch(unlessRunning)
  })
  return async () => {
    await tidy()
    if (file) await removePartial(backupFolder(deps))
  }
}

/** Whether tonight's backup has not begun. A failed one is not repeated before the next night. */
async function isDue({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const now = new Date()
  const due = new Date(Date.parse(startOfDay(dayOf(now, defaultTimeZone), defaultTimeZone)) + nightHour * 3_600_000)
  return now >= due && !(await hasBegunByItself(db, 'backup', due.toISOString()))
}

function unlessRunning(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
