import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Done, Id, Instant, PageSize, PersonSummary, Search } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'

/** Long actions of administrators; one runs at a time in the whole installation. */
export const operationKinds = ['backup', 'optimize'] as const
export const OperationKind = z.enum(operationKinds)
export type OperationKind = z.infer<typeof OperationKind>

/** Why an operation failed. 'interrupted': its process ended in the middle of it. */
export const operationFailures = ['disk_full', 'damaged', 'interrupted', 'unexpected'] as const

export const Operation = z.object({
  id: z.int(),
  kind: OperationKind,
  state: z.enum(['running', 'done', 'failed']),
  /** Percent; 0 also where it cannot be told. */
  progress: z.int(),
  /** Who began it; null when the program did. */
  user: PersonSummary.nullable(),
  started_at: Instant,
  ended_at: Instant.nullable(),
  result: z.object({
    failure: z.enum(operationFailures).optional(),
    /** Of a backup: its id and size in bytes. */
    backup: z.string().optional(),
    size: z.number().optional(),
    /** Of an optimised database: what it took before and after, in bytes. */
    before: z.number().optional(),
    after: z.number().optional(),
  }),
})
export type Operation = z.infer<typeof Operation>

/** The name of a backup's file without its ending; the instant in it is UTC. 'before': what a restore put aside. */
export const backupId = /^rodada-(\d{8})-(\d{6})-(manual|nightly|before)$/
export const BackupId = z.string().max(60).regex(backupId)

export const Backup = z.object({
  id: z.string(),
  kind: z.enum(['manual', 'nightly', 'before']),
  created_at: Instant,
  /** Bytes. */
  size: z.number(),
  /** Null for a file whose sum is not beside it. */
  sha256: z.string().nullable(),
})
export type Backup = z.infer<typeof Backup>

export const backupKeepMax = 100
export const BackupSettings = z.object({
  /** A backup each night, at three in the time zone of Brasília. */
  nightly: z.boolean(),
  /** How many are kept; older ones are deleted after each new one. What a restore put aside does not count. */
  keep: z
    .int({ error: texts.backupKeepInvalid })
    .min(1, { error: texts.backupKeepInvalid })
    .max(backupKeepMax, { error: texts.backupKeepInvalid }),
})
export type BackupSettings = z.infer<typeof BackupSettings>
export const defaultBackupSettings: BackupSettings = { nightly: false, keep: 10 }

/** Where the files of cards are: beside the backups, which hold them; or in their folder or a bucket, and no backup holds them. */
const BackupFiles = z.enum(['beside', 'folder', 'bucket'])
export type BackupFiles = z.infer<typeof BackupFiles>

const Backups = z.object({
  /** False on PostgreSQL, whose own tools make backups. */
  available: z.boolean(),
  files: BackupFiles,
  backups: z.array(Backup),
  settings: BackupSettings,
})

export const SystemStatus = z.object({
  version: z.string(),
  node: z.string(),
  /** The process that answers. */
  process: z.object({ name: z.string(), uptime_seconds: z.number(), memory: z.number() }),
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    /** Bytes on the disk. */
    size: z.number(),
    /** Milliseconds that a small question took. */
    latency: z.number(),
  }),
  /** Null where none is set up. `latency` is null while it does not answer. */
  redis: z.object({ version: z.string(), memory: z.number(), latency: z.number().nullable() }).nullable(),
  processes: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      sockets: z.int(),
      started_at: z.string(),
      /** Exact to five seconds. */
      seen_at: Instant,
      current: z.boolean(),
    }),
  ),
  rooms: z.int(),
  mail: z.object({
    enabled: z.boolean(),
    /** Emails that are to be sent, and how many of them were tried in vain before. */
    waiting: z.int(),
    failing: z.int(),
  }),
  /** Files on cards, and the bytes that are stored for them: equal ones once. */
  files: z.object({ count: z.int(), size: z.number() }),
  /** Bytes that are free where the data is kept; null where that cannot be told. */
  disk_free: z.number().nullable(),
})
export type SystemStatus = z.infer<typeof SystemStatus>

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export const LogEntry = z.object({
  id: z.int(),
  time: Instant,
  level: z.enum(logLevels),
  message: z.string(),
  /** What the line says beside its message: JSON, or empty. */
  facts: z.string(),
})
export type LogEntry = z.infer<typeof LogEntry>

const logFilters = {
  /** The lowest that is shown. */
  level: z.enum(logLevels).optional(),
  q: Search.optional(),
  from: Instant.optional(),
  until: Instant.optional(),
}
export const LogFilter = z.object(logFilters)
export type LogFilter = z.infer<typeof LogFilter>

const BackupParams = z.object({ backupId: BackupId })

export const maintenanceApi = {
  status: { method: 'GET', url: '/admin/system', access: 'admin', summary: 'Versão, saúde e tamanho de cada parte', reply: SystemStatus },
  operations: {
    method: 'GET',
    url: '/admin/operations',
    access: 'admin',
    summary: 'As últimas ações demoradas, a mais nova primeiro; a que está em curso com o seu progresso',
    reply: z.array(Operation),
  },
  operate: {
    method: 'POST',
    url: '/admin/operations',
    access: 'admin',
    summary: 'Começa uma cópia de segurança ou otimiza o banco; 409 enquanto outra ação corre',
    body: z.object({ kind: OperationKind }),
    reply: Operation,
  },
  clearCache: {
    method: 'POST',
    url: '/admin/cache/clear',
    access: 'admin',
    summary: 'Esvazia o que os processos guardam para responder mais rápido',
    /** Processes that were told, and what the one that answers let go of. */
    reply: z.object({ processes: z.int(), statements: z.int(), counts: z.int() }),
  },
  backups: {
    method: 'GET',
    url: '/admin/backups',
    access: 'admin',
    summary: 'As cópias de segurança, a mais nova primeiro',
    reply: Backups,
  },
  updateBackupSettings: {
    method: 'PUT',
    url: '/admin/backups/settings',
    access: 'admin',
    summary: 'Muda a cópia de cada noite e quantas ficam',
    body: BackupSettings.partial(),
    reply: BackupSettings,
  },
  downloadBackup: {
    method: 'GET',
    url: '/admin/backups/:backupId/file',
    access: 'admin',
    summary: 'O arquivo SQLite de uma cópia de segurança',
    params: BackupParams,
    download: 'application/octet-stream',
    reply: z.string(),
  },
  deleteBackup: {
    method: 'DELETE',
    url: '/admin/backups/:backupId',
    access: 'admin',
    summary: 'Exclui uma cópia de segurança',
    params: BackupParams,
    reply: Done,
  },
  logs: {
    method: 'GET',
    url: '/admin/logs',
    access: 'admin',
    summary: 'As últimas linhas do registro do processo que responde, a mais nova primeiro; `next` vai em `before`',
    query: z.object({ ...logFilters, before: Id.optional(), limit: PageSize }),
    reply: z.object({ process: z.string(), entries: z.array(LogEntry), next: z.int().nullable() }),
  },
  exportLogs: {
    method: 'GET',
    url: '/admin/logs/export',
    access: 'admin',
    summary: 'As mesmas linhas, um objeto JSON em cada uma, a mais antiga primeiro',
    query: LogFilter,
    download: 'application/x-ndjson; charset=utf-8',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>
