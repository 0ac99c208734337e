import type { Registry } from '../../platform/feature.ts'
import { keepJournal } from './listeners.ts'
import { activityRoutes } from './routes.ts'

/** The journal of what happened. It listens before the features above it: what they cause comes after what caused it. */
export function registerActivities({ deps, route }: Registry): void {
  activityRoutes(route, deps)
  keepJournal(deps.events)
}
