import type { Registry } from '../../platform/feature.ts'
import { exportRoutes } from './routes.ts'

/** Boards as files. */
export function registerExports({ deps, route }: Registry): void {
  exportRoutes(route, deps)
}
