import { sprintTasksApi } from '@rodada/contract/sprints/tasks'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { dayOf } from '../../../platform/time.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import type { Write } from '../../boards/write.ts'
import * as many from '../backlog/commands.ts'
import { loadSprintBoard, loadSprintChanges } from '../commands.ts'
import { getSprint } from '../queries.ts'
import { wrapping } from '../routes.ts'
import { taskView } from '../view.ts'
import * as commands from './commands.ts'
import { listBacklog, listTasks } from './queries.ts'

/** The tasks of sprints, and the backlogs of boards. */
export function taskRoutes(
  route: Route,
  { db, engine, searchInTurn }: Pick<Deps, 'db' | 'engine' | 'searchInTurn'>,
  writeBoard: Write,
): void {
  const write = wrapping(writeBoard)

  route(sprintTasksApi.list, async ({ viewer, params: { sprintId } }) => {
    await getSprint(db, viewer, sprintId)
    return { data: (await listTasks(db, sprintId)).map(taskView) }
  })
  route(sprintTasksApi.board, async ({ viewer, params }) => ({ data: await loadSprintBoard(db, viewer, params.sprintId) }))
  route(sprintTasksApi.changes, async ({ viewer, params, query }) => ({
    data: await loadSprintChanges(db, viewer, params.sprintId, query.since),
  }))
  route(sprintTasksApi.backlog, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    const filter = { ...query, today: dayOf(new Date(), viewer.timeZone), timeZone: viewer.timeZone, engine }
    const { tasks, ...counts } = await searchInTurn(viewer, (trx) => listBacklog(trx, boardId, filter))
    return { data: { ...counts, tasks: tasks.map(taskView) } }
  })
  route(sprintTasksApi.rankBacklog, ({ viewer, params, body }) =>
    write(viewer, (work) => many.rankBacklog(work, viewer, params.boardId, body)),
  )
  route(sprintTasksApi.changeMany, ({ viewer, body }) => write(viewer, (work) => many.changeTasks(work, viewer, body)))
  route(sprintTasksApi.create, ({ viewer, body }) => write(viewer, (work) => commands.createTask(work, viewer, body)))
  route(sprintTasksApi.update, ({ viewer, params, body }) => write(viewer, (work) => commands.editTask(work, viewer, params.taskId, body)))
  route(sprintTasksApi.remove, ({ viewer, params }) => write(viewer, (work) => commands.removeTask(work, viewer, params.taskId)))
}
