import type { NotificationKind } from '@rodada/contract/notifications/settings'
import type { Generated } from 'kysely'

/** What people are told, and where. */
export type NotificationTables = {
  notifications: {
    id: Generated<number>
    user_id: number
    kind: NotificationKind
    /** What has the same one and was not read is one row. */
    gather_key: string | null
    actor_id: number | null
    /** null for an import that left none. */
    board_id: number | null
    card_id: number | null
    sprint_id: number | null
    estimation_id: Generated<number | null>
    subject: string
    count: number
    /** JSON object. */
    details: string
    created_at: string
    read_at: string | null
    /** When it is to be mailed or pushed; null once that was begun. */
    mail_at: string | null
    push_at: string | null
    /** When it was put aside as done. */
    done_at: Generated<string | null>
    /** When it comes back; it was read then. */
    snoozed_until: Generated<string | null>
    /** When it came back. */
    returned_at: Generated<string | null>
  }
  notification_marks: { user_id: number; name: string; made_at: string }
  notification_cursor: { id: number; activity_id: number }
  push_subscriptions: { id: Generated<number>; user_id: number; endpoint: string; p256dh: string; auth: string; created_at: string }
}
