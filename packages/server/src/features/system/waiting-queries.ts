import type { Db } from '../../platform/database.ts'

/** The queues of all processes: emails, Slack messages, webhooks, and notifications to be mailed or pushed. What is of a deleted board waits for nobody. */
export async function countWaiting(db: Db): Promise<Record<'letters' | 'slack' | 'webhooks' | 'mailed' | 'pushed', number>> {
  const letters = async () =>
    (
      await db
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const slackMessages = async () =>
    (
      await db
        .selectFrom('slack_messages')
        .innerJoin('boards', 'boards.id', 'slack_messages.board_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('boards.deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n
  const waitingDeliveries = async () =>
    (
      await db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
        .innerJoin('boards', 'boards.id', 'webhooks.board_id')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('webhook_deliveries.status', '=', 'waiting')
        .where('boards.deleted_at', 'is', null)
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
    letters: await letters(),
    slack: await slackMessages(),
    webhooks: await waitingDeliveries(),
    mailed: await notifications('mail_at'),
    pushed: await notifications('push_at'),
  }
}
