import type { boardEvents } from '@rodada/contract/board-events'
import type { Deps } from '../../platform/deps.ts'
import { type RealtimeSocket, userChannel } from '../../platform/realtime.ts'
import type { EventHandlers } from '../../platform/socket-events.ts'
import { findAudience } from './members/queries.ts'

/** The first change waits so long for others: whoever shows many boards asks anew once, and still within a second. */
const gatherMs = 300
const channel = 'overview'

/** What the people who look at lists and numbers of many boards are told. Everything is called after the commit of what it tells. */
export type Overview = {
  /** A board changed, or with `wasPublic` may have left the sight of anybody. */
  changed: (boardId: number, wasPublic?: boolean) => void
  /** Some people see another set of boards than before. */
  boardsOfChanged: (userIds: readonly number[]) => void
}

/** Tells whoever looks at many boards at once that something on one of theirs changed; who that is, the database says each time. */
export function createOverview({ io, db, config, log }: Pick<Deps, 'io' | 'db' | 'config' | 'log'>): Overview {
  const changed = new Map<number, boolean>()

  const lookingHere = (): RealtimeSocket[] => {
    const { adapter, sockets } = io.of('/')
    return [...(adapter.rooms.get(channel) ?? [])].flatMap((id) => (sockets.get(id) as RealtimeSocket | undefined) ?? [])
  }
  const tellHere = async (boardIds: readonly number[], anybody: boolean): Promise<void> => {
    const sockets = lookingHere()
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

  io.on('boardsChanged', ({ boardIds, anybody }) => tell(boardIds, anybody))

  return {
    changed: (boardId, wasPublic = false) => {
      const waits = changed.size > 0
      changed.set(boardId, wasPublic || changed.get(boardId) === true)
      if (waits) return
      setTimeout(() => {
        const boardIds = [...changed.keys()]
        const anybody = [...changed.values()].includes(true)
        changed.clear()
        tell(boardIds, anybody)
        // A process that ends has no connection to the others any more.
        if (config.redisUrl && io.httpServer.listening) io.serverSideEmit('boardsChanged', { boardIds, anybody })
      }, gatherMs).unref()
    },
    boardsOfChanged: (userIds) => {
      // No channel at all would be everybody's.
      if (userIds.length > 0) io.to(userIds.map(userChannel)).emit('overviewChanged', {})
    },
  }
}

/** A page that shows many boards says so, and when it stops. What the person may see is asked at each change. */
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
