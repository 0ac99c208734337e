import { sprintClosingApi } from '@rodada/contract/sprints/closing'
import type { Route } from '../../../platform/http/http.ts'
import type { Write } from '../../boards/write.ts'
import { wrapping } from '../routes.ts'
import { closeWithLeftovers, reopenSprint } from './commands.ts'

/** The end of a sprint, and its way back. */
export function closingRoutes(route: Route, writeBoard: Write): void {
  const write = wrapping(writeBoard)
  route(sprintClosingApi.close, ({ viewer, params, body }) =>
    write(viewer, (work) => closeWithLeftovers(work, viewer, params.sprintId, body)),
  )
  route(sprintClosingApi.reopen, ({ viewer, params }) => write(viewer, (work) => reopenSprint(work, viewer, params.sprintId)))
}
