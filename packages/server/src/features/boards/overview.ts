import type { boardEvents } from '@rodada/contract/boards/events'
import { coalesce } from '../../platform/coalesce.ts'
import type { Deps } from '../../platform/deps.ts'
import { connectedHere, userChannel } from '../../platform/realtime/realtime.ts'
import type { EventHandlers } from '../../platform/realtime/socket-events.ts'
import { findAudience } from './members/queries.ts'

/** The first change waits so long for others: a page with many boards asks once for all of them, and still within a second. */
const gatherMs = 300
const channel = 'overview'

/** What the people who look at lists and numbers of many boards are told. Call everything after the commit. */
export type Overview = {
  /** A board changed. With `wasPublic` anybody may have seen it before. */
  changed: (boardId: number, wasPublic?: boolean) => void
  /** Some people see another set of boards than before. */
  boardsOfChanged: (userIds: readonly number[]) => void
}

/** Tells the people who look at many boards at once that one of theirs changed. The database says each time who may know of it. */
export function createOverview(deps: Pick<Deps, 'io' | 'db' | 'log' | 'processes'>): Overview {
  const { io, db, log, processes } = deps
  const tellHere = async (boardIds: readonly number[], anybody: boolean): Promise<void> => {
    const sockets = connectedHere(io, channel)
    if (sockets.length === 0) return
    const audience = anybody ? 'everybody' : await findAudience(db, boardIds)
    for (const socket of sockets) {
      const userId = socket.data.viewer?.userId
      if (userId !== undefined && (audience === 'everybody' || audience.has(userId))) socket.emit('overviewChanged', {})
    }
  }
  const tell = (boardIds: readonly number[], anybody: boolean): void => {
    tellHere(boardIds, anybody).catch((error: unknown) => log.error({ err: error }, 'who looks at a board that changed'))
  }
  const tellSoon = coalesce<'all', { boardId: number; wasPublic: boolean }>({
    ms: gatherMs,
    gathered: (_, changes) => {
      const boardIds = [...new Set(changes.map(({ boardId }) => boardId))]
      const anybody = changes.some(({ wasPublic }) => wasPublic)
      tell(boardIds, anybody)
      processes.tell('boardsChanged', { boardIds, anybody })
    },
    failed: (error) => log.error({ err: error }, 'news of boards that changed'),
  })

  processes.on('boardsChanged', ({ boardIds, anybody }) => tell(boardIds, anybody))

  return {
    changed: (boardId, wasPublic = false) => tellSoon('all', { boardId, wasPublic }),
    boardsOfChanged: (userIds) => {
      // An empty list of channels would reach everyone.
      if (userIds.length > 0) io.to(userIds.map(userChannel)).emit('overviewChanged', {})
    },
  }
}

/** A page with many boards says when it starts and stops. The person's rights are read at each change. */
export const overviewSockets: Pick<EventHandlers<typeof boardEvents>, 'watchOverview' | 'unwatchOverview'> = {
  watchOverview: async (socket) => {
    await socket.join(channel)
    return { ok: true }
  },
  unwatchOverview: async (socket) => {
    await socket.leave(channel)
    return { ok: true }
  },
}
