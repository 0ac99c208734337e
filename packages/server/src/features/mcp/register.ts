import type { Registry } from '../../platform/feature.ts'
import { mcpRoutes } from './routes.ts'

/** Assistants, who use the calls of all features. */
export function registerMcp({ deps, http, route }: Registry): void {
  mcpRoutes(route, http, deps)
}
