import type { Registry } from '../../platform/feature.ts'
import { createOperations } from './commands.ts'
import { maintenanceJobs } from './jobs.ts'
import { retentionRoutes } from './retention-routes.ts'
import { maintenanceRoutes } from './routes.ts'

/** Backups, upkeep, logs and retention. */
export function registerMaintenance({ deps, route, jobs, onStart, onClose }: Registry): void {
  const operations = createOperations(deps)
  maintenanceRoutes(route, deps, operations)
  retentionRoutes(route, deps)
  onStart(maintenanceJobs(deps, operations, jobs))
  onClose(operations.settled)
}
