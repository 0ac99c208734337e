import { relationsApi } from '@rodada/contract/cards/relations'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import type { Write } from '../../boards/write.ts'
import { relate, unrelate } from './commands.ts'
import { listParents } from './parent-queries.ts'
import { listRelatedCards } from './queries.ts'
import { partsView, relationView } from './view.ts'

/** What cards are to each other. */
export function relationRoutes(route: Route, { db, engine }: Pick<Deps, 'db' | 'engine'>, write: Write): void {
  route(relationsApi.parents, async ({ viewer, params: { boardId } }) => {
    await getBoardAccess(db, viewer, boardId)
    return partsView(await listParents(db, viewer, boardId))
  })
  route(relationsApi.add, async ({ viewer, params, body }) => {
    const relation = await write(viewer, (work) => relate(work, engine, viewer, params, body))
    return relationView(params.cardId, relation, await listRelatedCards(db, viewer, params.cardId))
  })
  route(relationsApi.remove, ({ viewer, params: { cardId, relationId } }) =>
    write(viewer, (work) => unrelate(work, viewer, { cardId }, relationId)),
  )
}
