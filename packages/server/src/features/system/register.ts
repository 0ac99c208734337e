import type { Registry } from '../../platform/feature.ts'
import type { Metrics } from './metrics.ts'
import { systemRoutes } from './routes.ts'

/** Health, metrics and the description of the API. */
export function registerSystem({ deps, http, route }: Registry, metrics: Metrics, rooms: { countOpenRooms: () => number }): void {
  systemRoutes(route, http, deps, { metrics, ...rooms })
}
