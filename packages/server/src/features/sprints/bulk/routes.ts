import { bulkApi } from '@rodada/contract/cards/bulk'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import type { WriteBoards } from '../../boards/write.ts'
import { changeMany } from './commands.ts'
import { createUndoSeal } from './seal.ts'
import { undoMany } from './undo-commands.ts'

/** One change of many cards, and its undo. It stands among the sprints because it plans, too. */
export function bulkRoutes(route: Route, deps: Pick<Deps, 'db' | 'config'>, write: WriteBoards): void {
  const ready = createUndoSeal(deps)
  route(bulkApi.change, async ({ viewer, body }) => {
    const { seal } = await ready()
    return write(viewer, (work) => changeMany(work, viewer, body, seal))
  })
  route(bulkApi.undo, async ({ viewer, body }) => {
    const undo = (await ready()).open(body.undo)
    return write(viewer, (work) => undoMany(work, viewer, undo))
  })
}
