import type { Db } from '../../platform/database.ts'

/** The queues of all processes: emails, Slack messages, webhooks, and notifications to be mailed or pushed. */
export async function countWaiting(db: Db): Promise<Record<'letters' | 'slack' | 'webhooks' | 'mailed' | 'pushed', number>> {
  const rows = async (table: 'outbox' | 'slack_messages') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const waitingDeliveries = async () =>
    (
      await db
        .selectFrom('webhook_deliveries')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow()
    ).n
  const notifications = async (instant: 'mail_at' | 'push_at') =>
    (
      await db
        .selectFrom('notifications')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(instant, 'is not', null)
        .executeTakeFirstOrThrow()
    ).n
  return {
    letters: await rows('outbox'),
    slack: await rows('slack_messages'),
    webhooks: await waitingDeliveries(),
    mailed: await notifications('mail_at'),
    pushed: await notifications('push_at'),
  }
}
