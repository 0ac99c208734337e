import type { Registry } from '../../platform/feature.ts'
import { notificationJobs } from './jobs.ts'
import { createInstanceKeys } from './keys.ts'
import { createNotificationLetters } from './letters.ts'
import { notifyOfEvents } from './listeners.ts'
import { createPush } from './push.ts'
import { notificationRoutes } from './routes.ts'

/** What people are told: in the bell, by e-mail and by push. */
export function registerNotifications(
  { deps, http, route, jobs }: Registry,
  { notified: told }: { notified: (userIds: readonly number[]) => void },
): void {
  const keys = createInstanceKeys(deps)
  const push = createPush(deps, keys)
  notificationRoutes(route, http, deps, { keys, push, told })
  notificationJobs(jobs, { deps, letters: createNotificationLetters(deps, keys), push, told })
  notifyOfEvents(deps.events)
}
