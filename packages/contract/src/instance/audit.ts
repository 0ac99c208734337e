import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Id, Instant, PageSize, PersonSummary, Search } from '../core/fields.ts'

/** What the audit log tells. Each is written by the transaction of the act, so what is in it happened. */
export const auditKinds = [
  'account.registered',
  'account.email_changed',
  'account.email_confirmed',
  'account.role_changed',
  'account.activated',
  'account.deactivated',
  /** All that is one's own, as a file. */
  'account.exported',
  'sign_up.changed',
  'invitation.made',
  'invitation.withdrawn',
  'session.opened',
  /** Somebody whom the provider of the company knows was not let in. */
  'session.refused',
  /** The provider ended sessions that it had opened. */
  'session.ended_by_provider',
  /** An account and the person whom the provider of the company knows. */
  'identity.linked',
  'identity.unlinked',
  /** Gathered by account, address and hour: `times` counts them. */
  'session.failed',
  'password.changed',
  'password.reset',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.codes_renewed',
  /** By somebody who administers the installation. */
  'two_factor.reset',
  /** A personal token, by its owner or by somebody who administers the installation. */
  'token.created',
  'token.revoked',
  /** The secret address of a person's calendar. */
  'calendar.opened',
  'calendar.closed',
  /** A public link of a board. */
  'link.created',
  'link.deleted',
  /** Somebody's place on a board followed a group of the provider of the company, or somebody changed which groups give one. */
  'account.group_followed',
  'group.set',
  'group.removed',
  'board.deleted',
  'board.restored',
  'board.exported',
  /** From another tool, or what an import brought was taken back. */
  'board.imported',
  'import.undone',
  'sprint.deleted',
  /** The record of a voting room. */
  'room.record_deleted',
  'integration.set',
  'integration.secret',
  'integration.confirmed',
  'integration.removed',
  'audit.exported',
  'logs.exported',
  'backup.made',
  'backup.downloaded',
  'backup.deleted',
  'backup.restored',
  'backup.settings_changed',
  'retention.changed',
  'database.optimized',
  'cache.cleared',
] as const
export const AuditKind = z.enum(auditKinds)
export type AuditKind = z.infer<typeof AuditKind>

export const AuditEntry = z.object({
  id: z.int(),
  kind: AuditKind,
  /** Who did it; null when nobody was signed in, or the program did it by itself. */
  user: PersonSummary.nullable(),
  /** What it was done to, as it was called then: an account's e-mail, a board's title. */
  subject: z.string(),
  /** Further facts, such as `from` and `to` of a role. Never a secret or the content of anything. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The network address, of an IPv6 one its /64; empty when the program did it by itself. */
  address: z.string(),
  /** Browser and system in plain words. */
  device: z.string(),
  /** How often, for what is gathered. */
  times: z.int(),
  created_at: Instant,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  kind: AuditKind.optional(),
  /** Part of the name or e-mail of who did it, or of what it was done to. */
  q: Search.optional(),
  /** Both belong to the period. */
  from: Instant.optional(),
  until: Instant.optional(),
}
export const AuditFilter = z.object(filters)
export type AuditFilter = z.infer<typeof AuditFilter>

export const auditApi = {
  list: {
    method: 'GET',
    url: '/admin/audit',
    access: 'admin',
    summary: 'Quem fez o quê, quando e de onde, do mais novo ao mais antigo; `next` vai em `before` para a página seguinte',
    query: z.object({ ...filters, before: Id.optional(), limit: PageSize }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.int().nullable() }),
  },
  export: {
    method: 'GET',
    url: '/admin/audit/export',
    access: 'admin',
    summary: 'As mesmas entradas como CSV em UTF-8',
    query: AuditFilter,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>
