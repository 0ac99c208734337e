import type { Registry } from '../../platform/feature.ts'
import { dashboardRoutes } from './routes.ts'

/** What a person sees first after login. */
export function registerDashboard({ deps, route }: Registry): void {
  dashboardRoutes(route, deps)
}
