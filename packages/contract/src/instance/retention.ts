import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Instant } from '../core/fields.ts'
import { texts } from '../texts/texts.ts'

/** What grows for as long as an installation is used, and is deleted when it is old. */
export const retentionRules = ['rooms', 'guest_rooms', 'activities', 'notifications', 'audit', 'webhook_deliveries'] as const
export const RetentionRule = z.enum(retentionRules)
export type RetentionRule = z.infer<typeof RetentionRule>

/** Days, unless the administration chose others; null keeps for ever. */
export const defaultRetention: Record<RetentionRule, number | null> = {
  rooms: 365,
  guest_rooms: 30,
  activities: 730,
  notifications: 90,
  audit: 365,
  webhook_deliveries: 30,
}

/** The fewest days of each rule. The audit log and what boards tell must outlast the moment in which somebody asks about them. */
export const fewestDays: Record<RetentionRule, number> = {
  rooms: 7,
  guest_rooms: 1,
  activities: 30,
  notifications: 7,
  audit: 90,
  // What is still tried is a day old at most.
  webhook_deliveries: 3,
}
export const mostDays = 3650
/** Days that an installation from before these rules has to choose its own. */
export const graceDays = 7

const days = (rule: RetentionRule) =>
  z
    .int({ error: texts.retentionInvalid })
    .min(fewestDays[rule], { error: texts.retentionInvalid })
    .max(mostDays, { error: texts.retentionInvalid })
    .nullable()

export const RetentionSettings = z.object({
  rooms: days('rooms'),
  guest_rooms: days('guest_rooms'),
  activities: days('activities'),
  notifications: days('notifications'),
  audit: days('audit'),
  webhook_deliveries: days('webhook_deliveries'),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

const Deleted = z.partialRecord(RetentionRule, z.int())
export const RetentionRun = z.object({
  /** An installation that is older than the rules is given this long to choose others before anything is deleted. */
  starts_at: Instant,
  ran_at: Instant.nullable(),
  /** Rows that the last run with anything to delete took, and when. Rooms count as rooms, whatever was in them. */
  deleted_at: Instant.nullable(),
  deleted: Deleted,
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z.object({
  rules: z.array(
    z.object({
      rule: RetentionRule,
      /** Null keeps for ever. */
      days: z.int().nullable(),
      default_days: z.int().nullable(),
      fewest_days: z.int(),
      /** What there is now. */
      rows: z.int(),
    }),
  ),
  /** Null until the job looked for the first time. */
  last_run: RetentionRun.nullable(),
})
export type Retention = z.infer<typeof Retention>

export const retentionApi = {
  get: {
    method: 'GET',
    url: '/admin/retention',
    access: 'admin',
    summary: 'Por quanto tempo cada coisa é guardada, quanto há dela e o que a última limpeza tirou',
    reply: Retention,
  },
  update: {
    method: 'PUT',
    url: '/admin/retention',
    access: 'admin',
    summary: 'Muda por quantos dias cada coisa é guardada; null guarda para sempre',
    body: RetentionSettings.partial(),
    reply: RetentionSettings,
  },
} as const satisfies Record<string, Endpoint>
