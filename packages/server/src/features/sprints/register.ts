import type { Registry } from '../../platform/feature.ts'
import type { Write, WriteBoards } from '../boards/write.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { closingRoutes } from './closing/routes.ts'
import { sprintJobs } from './jobs.ts'
import { listenToCards } from './listeners.ts'
import { reportRoutes } from './reports/routes.ts'
import { sprintRoutes } from './routes.ts'
import { taskRoutes } from './tasks/routes.ts'

/** Sprints, their columns, tasks and figures. */
export function registerSprints({ deps, route, jobs }: Registry, { write, writeBoards }: { write: Write; writeBoards: WriteBoards }): void {
  sprintRoutes(route, deps, write)
  closingRoutes(route, write)
  taskRoutes(route, deps, write)
  reportRoutes(route, deps)
  bulkRoutes(route, deps, writeBoards)
  listenToCards(deps.events)
  sprintJobs(jobs, deps)
}
