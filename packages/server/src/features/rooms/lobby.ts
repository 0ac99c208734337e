import type { ActiveRoom } from '@rodada/contract/rooms/rooms'
import type { Deps } from '../../platform/deps.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { RealtimeSocket } from '../../platform/realtime/realtime.ts'
import { listActiveRooms } from './queries.ts'

/** Sockets that have not sat down: the ones that may want the list of open rooms. */
export const lobbyChannel = 'lobby'
const refreshMs = 1000

export type Lobby = { enter: (socket: RealtimeSocket) => Promise<void>; list: () => Promise<ActiveRoom[]> }

/**
 * The public list of rooms, sent on connection and, when it changed, at most once a second. Each process compares what the
 * database says with what it last sent, so nobody has to announce anything.
 */
export function createLobby({ io, db, config }: Pick<Deps, 'io' | 'db' | 'config'>, jobs: Jobs): Lobby {
  let known: { at: number; rooms: Promise<ActiveRoom[]> } | undefined
  let sent = ''

  const list = (): Promise<ActiveRoom[]> => {
    if (!config.publicRooms) return Promise.resolve([])
    const now = performance.now()
    if (!known || now - known.at >= refreshMs) known = { at: now, rooms: listActiveRooms(db) }
    return known.rooms
  }

  jobs.every(refreshMs, 'lobby', async () => {
    if (!io.sockets.adapter.rooms.has(lobbyChannel)) return
    const rooms = await list()
    const text = JSON.stringify(rooms)
    if (text === sent) return
    sent = text
    io.local.to(lobbyChannel).emit('activeRooms', rooms)
  })

  return {
    list,
    enter: async (socket) => {
      await socket.join(lobbyChannel)
      socket.emit('activeRooms', await list())
    },
  }
}
