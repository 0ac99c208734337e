import type { Deps } from '../../platform/deps.ts'
import { userChannel } from '../../platform/realtime/realtime.ts'
import type { Publish } from '../boards/write.ts'
import { type Closed, closeIfOver } from './close-commands.ts'
import type { Context } from './commands.ts'

/** People have other notifications than before. */
export type Notified = (userIds: readonly number[]) => void

/** What pages are told of estimations. Call after the commit; no news says anything of a vote. */
export type EstimationNews = {
  changed: (estimationId: number, userIds: readonly number[]) => void
  closed: (estimationId: number, closed: Closed) => void
  /** Closes an estimation that is over, and tells it. */
  closeIfOver: (context: Context, estimationId: number) => Promise<void>
}

export function createEstimationNews({ io }: Pick<Deps, 'io'>, { publish }: { publish: Publish }): EstimationNews {
  const changed: EstimationNews['changed'] = (estimationId, userIds) => {
    // An empty list of channels would reach everyone.
    if (userIds.length > 0) io.to(userIds.map(userChannel)).emit('estimationChanged', { estimationId })
  }
  const closed: EstimationNews['closed'] = (estimationId, { boardId, revision, notified, audience }) => {
    publish(boardId, revision, notified)
    changed(estimationId, audience)
  }
  return {
    changed,
    closed,
    closeIfOver: async (context, estimationId) => {
      const ended = await closeIfOver(context, estimationId)
      if (ended) closed(estimationId, ended)
    },
  }
}
