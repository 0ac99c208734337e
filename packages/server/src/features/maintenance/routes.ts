import { Readable } from 'node:stream'
import { type LogEntry, maintenanceApi } from '@rodada/contract/instance/maintenance'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import type { LogLine } from '../../platform/logs/log-store.ts'
import { addAudit } from '../audit/queries.ts'
import { forgetCounts } from '../boards/capacity-queries.ts'
import { deleteBackup, listBackups, openBackup } from './backup-files.ts'
import { backupFolder, filesOfBackups, type Operations } from './commands.ts'
import { listProcesses } from './database-queries.ts'
import { listOperations } from './operation-queries.ts'
import { getBackupSettings, updateBackupSettings } from './settings-queries.ts'
import { systemStatus } from './status.ts'

/** The data and the operations of 'Sistema', for administrators. */
export function maintenanceRoutes(route: Route, deps: Deps, operations: Operations): void {
  const { db, file, logs, processes } = deps
  const folder = backupFolder(deps)
  const clearOwn = () => ({ statements: file?.forget() ?? 0, counts: forgetCounts(db) })
  processes.on('cachesCleared', clearOwn)

  route(maintenanceApi.status, () => systemStatus(deps))
  route(maintenanceApi.operations, () => listOperations(db))
  route(maintenanceApi.operate, (context) => operations.begin(context.body.kind, context))

  route(maintenanceApi.clearCache, async (context) => {
    await addAudit(db, context, { kind: 'cache.cleared' })
    processes.tell('cachesCleared')
    return { processes: (await listProcesses(db)).length, ...clearOwn() }
  })

  route(maintenanceApi.backups, async () => ({
    available: file !== undefined,
    files: filesOfBackups(deps),
    backups: file ? await listBackups(folder) : [],
    settings: await getBackupSettings(db),
  }))
  route(maintenanceApi.updateBackupSettings, (context) =>
    db.transaction().execute(async (trx) => {
      const settings = await updateBackupSettings(trx, context.body)
      const details = { nightly: String(settings.nightly), keep: settings.keep }
      await addAudit(trx, context, { kind: 'backup.settings_changed', details })
      return settings
    }),
  )
  route(maintenanceApi.downloadBackup, async (context) => {
    const { backupId } = context.params
    const download = await openBackup(folder, backupId)
    // Before the first byte is sent.
    await addAudit(db, context, { kind: 'backup.downloaded', subject: backupId })
    return download
  })
  route(maintenanceApi.deleteBackup, async (context) => {
    const { backupId } = context.params
    await deleteBackup(folder, backupId)
    await addAudit(db, context, { kind: 'backup.deleted', subject: backupId })
    return {}
  })

  route(maintenanceApi.logs, async ({ query }) => {
    // One more than asked for tells whether there is a next page.
    const lines = logs.read({ ...query, limit: query.limit + 1 })
    const shown = lines.slice(0, query.limit)
    return { process: deps.processName, entries: shown.map(entryOf), next: lines.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
  })
  route(maintenanceApi.exportLogs, async (context) => {
    await addAudit(db, context, { kind: 'logs.exported' })
    const lines = logs.read({ ...context.query, limit: Number.POSITIVE_INFINITY }).reverse()
    const name = `rodada-registros-${new Date().toISOString().slice(0, 10)}.ndjson`
    return { name, content: Readable.from(lines.map((line) => `${JSON.stringify({ process: deps.processName, ...entryOf(line) })}\n`)) }
  })
}

const entryOf = ({ id, time, level, message, facts }: LogLine): LogEntry => ({ id, time, level, message, facts })
