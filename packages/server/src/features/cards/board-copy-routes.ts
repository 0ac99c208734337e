import { boardsApi } from '@rodada/contract/boards/board-calls'
import { defaultBoardColor } from '@rodada/contract/boards/settings'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { allow, invalid } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { boardPolicy } from '../boards/policy.ts'
import { findBoardAccess, getBoardAccess } from '../boards/queries.ts'
import type { CreateBoard } from '../boards/write.ts'
import { createBoardCopies } from './board-copies.ts'
import { dropOrphans, listCopiesOf } from './board-copy-queries.ts'

const orphansMs = 60_000

/** New boards: empty, from a template, or like another one. */
export function boardCopyRoutes(route: Route, deps: Deps, jobs: Jobs, create: CreateBoard): void {
  const { db, processId, engine } = deps
  const copyBoard = createBoardCopies(deps)

  route(boardsApi.create, async ({ viewer, body: { template_id, color, ...board } }) => {
    allow(boardPolicy.create(viewer), texts.guestsCannotCreate)
    if (typeof template_id !== 'number') return create(viewer, { ...board, color: color ?? defaultBoardColor, ready: template_id })
    const template = await findBoardAccess(db, viewer, template_id)
    if (template?.is_template !== 1) throw invalid({ template_id: texts.templateGone })
    return copyBoard(viewer, template, { ...board, color, cards: true })
  })

  route(boardsApi.copy, async ({ viewer, params, body }) => {
    const source = await getBoardAccess(db, viewer, params.boardId)
    allow(boardPolicy.create(viewer), texts.guestsCannotCreate)
    return copyBoard(viewer, source, { ...body, is_public: false })
  })
  route(boardsApi.copies, ({ viewer }) => listCopiesOf(db, viewer.userId))

  jobs.every(orphansMs, 'copies of dead processes', () =>
    db.transaction().execute((trx) => dropOrphans(trx, processId, engine === 'sqlite')),
  )
}
