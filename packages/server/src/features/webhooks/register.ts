import type { Registry } from '../../platform/feature.ts'
import { createWebhookDelivery } from './delivery.ts'
import { tellWebhooks } from './listeners.ts'
import { webhookRoutes } from './routes.ts'

const deliverMs = 2_000

/** What boards tell programs, and the chats of teams. */
export function registerWebhooks({ deps, route, jobs }: Registry, boards: { notified: (userIds: readonly number[]) => void }): void {
  const delivery = createWebhookDelivery(deps, boards.notified)
  webhookRoutes(route, deps, delivery)
  tellWebhooks(deps.events)
  jobs.every(deliverMs, 'webhooks', delivery.deliver)
}
