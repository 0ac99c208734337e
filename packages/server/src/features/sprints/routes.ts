import { sprintsApi } from '@rodada/contract/sprints/sprints'
import { sprintColumnsApi } from '@rodada/contract/sprints/tasks'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { addAudit } from '../audit/queries.ts'
import { getBoardAccess } from '../boards/queries.ts'
import type { Write } from '../boards/write.ts'
import { listColumns } from './columns/queries.ts'
import * as commands from './commands.ts'
import { summarizeSprints } from './figure-queries.ts'
import { readBeside, readSprints } from './figure-reads.ts'
import { getSprint, listSprints, listSprintsOfBoard } from './queries.ts'
import { loadSchedule } from './schedule-queries.ts'
import { loadSprint } from './sprint-queries.ts'
import { columnsView } from './view.ts'

/** Writes, and wraps the result as sprint calls do. */
export const wrapping =
  (write: Write) =>
  async <T>(...[actor, change]: Parameters<typeof write<T>>): Promise<{ data: T }> => ({ data: await write(actor, change) })

/** Sprints themselves, and their columns. */
export function sprintRoutes(route: Route, deps: Pick<Deps, 'db' | 'reads' | 'engine'>, writeBoard: Write): void {
  const { db, engine } = deps
  const write = wrapping(writeBoard)

  route(sprintsApi.list, async ({ viewer, query }) => ({
    data: await readSprints({ deps, viewer }, await listSprints(deps.reads, engine, viewer, query)),
  }))
  route(sprintsApi.summary, async ({ viewer }) => ({
    // Of all sprints on all boards that one sees, of which there is no end.
    data: await readBeside({ deps, viewer }, (from) => summarizeSprints(from, viewer)),
  }))
  route(sprintsApi.ofBoard, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return { data: await readSprints({ deps, viewer }, await listSprintsOfBoard(db, viewer, boardId)) }
  })
  route(sprintsApi.schedule, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return { data: await loadSchedule(db, viewer, boardId) }
  })
  route(sprintsApi.get, async ({ viewer, params }) => ({ data: await loadSprint(db, viewer, params.sprintId) }))
  route(sprintsApi.create, ({ viewer, body }) => write(viewer, (work) => commands.createSprint(work, viewer, body)))
  route(sprintsApi.update, ({ viewer, params, body }) => write(viewer, (work) => commands.editSprint(work, viewer, params.sprintId, body)))
  route(sprintsApi.remove, (context) =>
    write(context.viewer, async (work) => {
      const { name } = await getSprint(work.trx, context.viewer, context.params.sprintId)
      const change = await commands.removeSprint(work, context.viewer, context.params.sprintId)
      await addAudit(work.trx, context, { kind: 'sprint.deleted', subject: name, details: { sprint: context.params.sprintId } })
      return change
    }),
  )

  route(sprintColumnsApi.list, async ({ viewer, params: { sprintId } }) => {
    await getSprint(db, viewer, sprintId)
    return { data: columnsView(await listColumns(db, sprintId)) }
  })
  route(sprintColumnsApi.create, ({ viewer, params, body }) =>
    write(viewer, (work) => commands.createColumn(work, viewer, params.sprintId, body)),
  )
  route(sprintColumnsApi.update, ({ viewer, params, body }) => write(viewer, (work) => commands.editColumn(work, viewer, params, body)))
  route(sprintColumnsApi.remove, ({ viewer, params, query }) =>
    write(viewer, (work) => commands.removeColumn(work, viewer, params, query.target_column_id)),
  )
}
