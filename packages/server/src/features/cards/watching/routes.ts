import { watchingApi } from '@rodada/contract/cards/watching'
import type { Deps } from '../../../platform/deps.ts'
import type { Route } from '../../../platform/http/http.ts'
import { getBoardAccess } from '../../boards/queries.ts'
import { loadCard } from '../commands.ts'
import { getCardFor } from '../queries.ts'
import { leaveBoard, leaveCard, watchBoard, watchCard } from './queries.ts'

/** What people watch. It changes nothing of the card or board, so all who read it may. */
export function watchingRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  for (const [api, change] of [
    [watchingApi.watchCard, watchCard],
    [watchingApi.leaveCard, leaveCard],
  ] as const)
    route(api, ({ viewer, params }) =>
      db.transaction().execute(async (trx) => {
        const { id } = await getCardFor(trx, viewer, params)
        await change(trx, id, viewer.userId)
        return loadCard(trx, viewer, { cardId: id })
      }),
    )
  for (const [api, change, watching] of [
    [watchingApi.watchBoard, watchBoard, true],
    [watchingApi.leaveBoard, leaveBoard, false],
  ] as const)
    route(api, ({ viewer, params: { boardId } }) =>
      db.transaction().execute(async (trx) => {
        await getBoardAccess(trx, viewer, boardId)
        await change(trx, boardId, viewer.userId)
        return { watching }
      }),
    )
}
