import type { Registry } from '../../platform/feature.ts'
import { auditRoutes } from './routes.ts'

/** Who did what, for people who administer. */
export function registerAudit({ deps, route }: Registry): void {
  auditRoutes(route, deps)
}
