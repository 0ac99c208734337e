import type { Registry } from '../../platform/feature.ts'
import { accountExportRoutes } from './account-routes.ts'
import { exportRoutes } from './routes.ts'

/** Boards as files, and all that is one's own. */
export function registerExports({ deps, route }: Registry): void {
  exportRoutes(route, deps)
  accountExportRoutes(route, deps)
}
