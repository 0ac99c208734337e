import { boardsApi } from '@rodada/contract/boards/board-calls'
import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { getBoardAccess } from '../boards/queries.ts'
import { getCardFor } from '../cards/queries.ts'
import { listActivities } from './queries.ts'

/** What happened on boards and with cards. */
export function activityRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(boardsApi.activity, async ({ viewer, params: { boardId }, query }) => {
    await getBoardAccess(db, viewer, boardId)
    return listActivities(db, { boardId }, query)
  })
  route(cardsApi.activity, async ({ viewer, params, query }) => {
    const { id } = await getCardFor(db, viewer, params)
    return listActivities(db, { cardId: id, viewer }, query)
  })
}
