import { referencesApi } from '@rodada/contract/cards/references'
import { estimationsApi } from '@rodada/contract/estimations/estimations'
import type { Deps } from '../../platform/deps.ts'
import type { Route } from '../../platform/http/http.ts'
import { personLimit } from '../../platform/limits/person-limit.ts'
import { hashAddress } from '../../platform/secrets/secrets.ts'
import type { Write } from '../boards/write.ts'
import { closeByHand } from './close-commands.ts'
import { castVote, createEstimation } from './commands.ts'
import type { EstimationNews, Notified } from './news.ts'
import { compareOwnVotes } from './own-vote-queries.ts'
import { getEstimation, listAudience } from './queries.ts'
import { takeToRoom } from './room-commands.ts'
import { showEstimation, showEstimations } from './view.ts'

/** Sealed estimations: opening, voting, closing, and what is left for a table. */
export function estimationRoutes(
  route: Route,
  deps: Deps,
  { write, notified }: { write: Write; notified: Notified },
  news: EstimationNews,
): void {
  const { db, limits, config } = deps
  // Each asks many people.
  const openings = personLimit(limits, 'estimations-opened', { points: 30, seconds: 3600, shared: true })
  const votes = personLimit(limits, 'estimation-votes', { points: 300, seconds: 60 })
  // One after each round, and more than a person turns cards.
  const comparisons = personLimit(limits, 'own-votes', { points: 30, seconds: 60 })
  // As many as a person opens at the landing page.
  const rooms = personLimit(limits, 'estimation-rooms', { points: 12, seconds: 600, shared: true })

  route(referencesApi.ownVotes, async ({ viewer }) => {
    await comparisons.require(viewer)
    return compareOwnVotes(db, viewer.userId)
  })

  route(estimationsApi.list, ({ viewer, query }) => showEstimations(db, viewer, query.board_id))
  route(estimationsApi.get, ({ viewer, params }) => showEstimation(db, viewer, params.estimationId))

  route(estimationsApi.create, async ({ viewer, body }) => {
    await openings.require(viewer)
    const id = await write(viewer, (work) => createEstimation(work, viewer, body))
    news.changed(id, await listAudience(db, id))
    return showEstimation(db, viewer, id)
  })

  route(estimationsApi.vote, async ({ viewer, params, body }) => {
    await votes.require(viewer)
    const { finished, finishedNow, notified: told } = await castVote(deps, viewer, params, body)
    notified(told)
    // Others hear only of who has finished: a page that heard of each vote would show when somebody votes.
    if (finishedNow) {
      news.changed(params.estimationId, await listAudience(db, params.estimationId))
      await news.closeIfOver(deps, params.estimationId)
    }
    const { closed_at } = await getEstimation(db, viewer, params.estimationId)
    return { status: closed_at === null ? ('open' as const) : ('closed' as const), finished }
  })

  route(estimationsApi.close, async ({ viewer, params: { estimationId } }) => {
    news.closed(estimationId, await closeByHand(deps, viewer, estimationId))
    return showEstimation(db, viewer, estimationId)
  })

  route(estimationsApi.room, async ({ viewer, params, address }) => {
    await rooms.require(viewer)
    return takeToRoom(deps, viewer, params.estimationId, hashAddress(config.secret, address))
  })
}
