import { savedFiltersApi } from '@rodada/contract/boards/saved-filters'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { Write } from '../write.ts'
import { createFilterCommands } from './commands.ts'

/** The filters that a board keeps, and those of the person who asks. */
export function savedFilterRoutes(route: Route, deps: Pick<Deps, 'db'>, write: Write): void {
  const commands = createFilterCommands(deps, write)
  route(savedFiltersApi.list, ({ viewer, params }) => commands.list(viewer, params.boardId))
  route(savedFiltersApi.add, ({ viewer, params, body }) => commands.add(viewer, params.boardId, body))
  route(savedFiltersApi.update, ({ viewer, params, body }) => commands.update(viewer, params, body))
  route(savedFiltersApi.remove, ({ viewer, params }) => commands.remove(viewer, params))
}
