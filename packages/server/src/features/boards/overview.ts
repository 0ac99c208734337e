import { overviewClientEvents } from '@rodada/contract/board-events'
import type { Deps } from '../../platform/deps.ts'
import { unauthorized } from '../../platform/errors.ts'
import { type RealtimeSocket, type SocketEvent, userChannel } from '../../platform/realtime.ts'
import { findAudience } from './member-queries.ts'

/** The first change waits so long for others: whoever shows many boards asks anew once, and still within a second. */
const gatherMs = 300
const channel = 'overview'
const eventLimit = { connection: { points: 30, seconds: 10 }, address: { points: 3000, seconds: 10 } }

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

/** Who looks at many boards says so, and when they stop. What they may see is asked at each change. */
export function overviewSockets({ limits }: Pick<Deps, 'limits'>): Map<string, SocketEvent> {
  const event = (
    name: keyof typeof overviewClientEvents,
    handle: (socket: RealtimeSocket) => Promise<void> | void,
  ): [string, SocketEvent] => [
    name,
    {
      schema: overviewClientEvents[name],
      perConnection: limits(`${name}-connection`, eventLimit.connection),
      perAddress: limits(`${name}-address`, eventLimit.address),
      handle: async (socket) => {
        if (!socket.data.viewer) throw unauthorized()
        await handle(socket)
        return { ok: true }
      },
    },
  ]
  return new Map([event('watchOverview', (socket) => socket.join(channel)), event('unwatchOverview', (socket) => socket.leave(channel))])
}
