import type { AuditKind } from '@rodada/contract/instance/audit'
import type { OperationKind } from '@rodada/contract/instance/maintenance'
import type { Generated } from 'kysely'

/** What the installation itself keeps: its settings, its processes, its emails to be sent, and who did what. */
export type InstanceTables = {
  instance: { id: number; created_at: string }
  instance_settings: { name: string; value: string }
  /** `value` is sealed. */
  instance_keys: { name: string; value: string }
  processes: {
    id: string
    seen_at: string
    /** Host and port. */
    name: Generated<string>
    version: Generated<string>
    sockets: Generated<number>
    started_at: Generated<string>
  }
  operations: {
    id: Generated<number>
    kind: OperationKind
    /** Held while it runs: there is one. */
    slot: string | null
    state: 'running' | 'done' | 'failed'
    /** Percent. */
    progress: Generated<number>
    process_id: string
    /** Null when the program began it by itself. */
    user_id: number | null
    /** JSON object. */
    result: Generated<string>
    started_at: string
    ended_at: string | null
  }
  audit_log: {
    id: Generated<number>
    kind: AuditKind
    /** Who did it; null when nobody was signed in. */
    user_id: number | null
    subject: string
    /** The subject, folded. */
    search_text: string
    /** JSON object. */
    details: string
    address: string
    device: string
    times: Generated<number>
    /** What entries that are counted in one row have in common. */
    gathered_as: string | null
    created_at: string
  }
  /** Mail to be sent: what it is about, as JSON. A row is somebody's until `next_try_at`. */
  outbox: { id: Generated<number>; kind: string; data: string; tries: Generated<number>; created_at: string; next_try_at: string }
}
