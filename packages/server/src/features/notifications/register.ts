import type { Registry } from '../../platform/feature.ts'
import { createNotificationEmails } from './emails.ts'
import { notificationJobs } from './jobs.ts'
import { createInstanceKeys } from './keys.ts'
import { notifyOfEvents } from './listeners.ts'
import { createPush } from './push.ts'
import { notificationRoutes } from './routes.ts'

/** What people are told: in the bell, by e-mail and by push. */
export function registerNotifications(
  { deps, http, route, jobs }: Registry,
  { notified }: { notified: (userIds: readonly number[]) => void },
): void {
  const keys = createInstanceKeys(deps)
  const push = createPush(deps, keys)
  notificationRoutes(route, http, deps, { keys, push, notified })
  notificationJobs(jobs, { deps, emails: createNotificationEmails(deps, keys), push, notified })
  notifyOfEvents(deps.events)
}
