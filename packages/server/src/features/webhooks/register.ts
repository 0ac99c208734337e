import type { Registry } from '../../platform/feature.ts'
import { addressTakenOver } from '../auth/events.ts'
import { createWebhookDelivery } from './delivery.ts'
import { tellWebhooks } from './listeners.ts'
import { leaveHooks } from './queries.ts'
import { webhookRoutes } from './routes.ts'

const deliverMs = 2_000

/** What boards tell programs, and the chats of teams. */
export function registerWebhooks({ deps, route, jobs }: Registry, boards: { notified: (userIds: readonly number[]) => void }): void {
  const delivery = createWebhookDelivery(deps, boards.notified)
  webhookRoutes(route, deps, delivery)
  tellWebhooks(deps.events)
  deps.events.on(addressTakenOver, ({ trx }, { userId }) => leaveHooks(trx, userId))
  jobs.every(deliverMs, 'webhooks', (isStopping) => delivery.deliver('quick', isStopping))
  jobs.every(deliverMs, 'slow webhooks', (isStopping) => delivery.deliver('slow', isStopping))
}
