import type { Registry } from '../../platform/feature.ts'
import { keepJournal } from './listeners.ts'
import { newsRoutes } from './news/routes.ts'
import { activityRoutes } from './routes.ts'

/** The journal. It listens before the features above it, so that what they cause is written after its cause. */
export function registerActivities({ deps, route }: Registry): void {
  activityRoutes(route, deps)
  newsRoutes(route, deps)
  keepJournal(deps.events)
}
