import { sprintColumnsApi } from '@rodada/contract/sprint-tasks'
import { sprintsApi } from '@rodada/contract/sprints'
import type { Db } from '../../migrations/schema.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http.ts'
import { addAudit } from '../audit/queries.ts'
import { getBoardAccess, runChange } from '../boards/queries.ts'
import { listColumns } from './column-queries.ts'
import * as commands from './commands.ts'
import { summarizeSprints } from './figure-queries.ts'
import { getSprint, listSprints, listSprintsOfBoard } from './queries.ts'
import { columnsView } from './view.ts'

/** Tells everybody who shows a board that it changed, and those who were notified of it. */
export type Publish = (boardId: number, revision: number, told?: readonly number[]) => void

/** Runs a write in one transaction, tells the board after the commit, and wraps the result as sprint calls do. */
export const createWrite =
  ({ db }: Pick<Deps, 'db'>, publish: Publish) =>
  async <T>(work: (trx: Db) => Promise<commands.Change<T>>): Promise<{ data: T }> => {
    const { boardId, revision, result, told } = await runChange(db, work)
    if (revision !== null) publish(boardId, revision, told)
    return { data: result }
  }

/** Sprints themselves, and their columns. */
export function sprintRoutes(route: Route, deps: Deps, publish: Publish): void {
  const { db } = deps
  const write = createWrite(deps, publish)

  route(sprintsApi.list, async ({ viewer, query }) => ({
    data: await commands.showSprints(db, viewer, await listSprints(db, viewer, query)),
  }))
  route(sprintsApi.summary, async ({ viewer }) => ({ data: await summarizeSprints(db, viewer) }))
  route(sprintsApi.ofBoard, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return { data: await commands.showSprints(db, viewer, await listSprintsOfBoard(db, viewer, boardId)) }
  })
  route(sprintsApi.get, async ({ viewer, params }) => ({ data: await commands.loadSprint(db, viewer, params.sprintId) }))
  route(sprintsApi.create, ({ viewer, body }) => write((trx) => commands.createSprint(trx, viewer, body)))
  route(sprintsApi.update, ({ viewer, params, body }) => write((trx) => commands.editSprint(trx, viewer, params.sprintId, body)))
  route(sprintsApi.remove, (context) =>
    write(async (trx) => {
      const { name } = await getSprint(trx, context.viewer, context.params.sprintId)
      const change = await commands.removeSprint(trx, context.viewer, context.params.sprintId)
      await addAudit(trx, context, { kind: 'sprint.deleted', subject: name, details: { sprint: context.params.sprintId } })
      return change
    }),
  )

  route(sprintColumnsApi.list, async ({ viewer, params: { sprintId } }) => {
    await getSprint(db, viewer, sprintId)
    return { data: columnsView(await listColumns(db, sprintId)) }
  })
  route(sprintColumnsApi.create, ({ viewer, params, body }) => write((trx) => commands.createColumn(trx, viewer, params.sprintId, body)))
  route(sprintColumnsApi.update, ({ viewer, params, body }) => write((trx) => commands.editColumn(trx, viewer, params, body)))
  route(sprintColumnsApi.remove, ({ viewer, params, query }) =>
    write((trx) => commands.removeColumn(trx, viewer, params, query.target_column_id)),
  )
}
