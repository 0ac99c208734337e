import type { Registry } from '../../platform/feature.ts'
import type { Write } from '../boards/write.ts'
import { adminRoutes } from './routes.ts'

/** The instance in numbers, and its accounts. */
export function registerAdmin({ deps, route }: Registry, { write }: { write: Write }): void {
  adminRoutes(route, deps, write)
}
