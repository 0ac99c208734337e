import { roomEvents } from '@rodada/contract/rooms/room-events'
import type { Registry } from '../../platform/feature.ts'
import { accountChanged, personChanged } from '../auth/events.ts'
import { deckPointsChanged } from '../boards/events.ts'
import type { Publish } from '../boards/write.ts'
import { roomJobs } from './jobs.ts'
import { createLobby } from './lobby.ts'
import { leaveTables, showAtTables } from './participants/people.ts'
import { createRoster } from './participants/roster.ts'
import { countOpenRooms, roomChannel } from './participants/seated.ts'
import { roomRoutes } from './routes.ts'
import { roomSockets } from './socket.ts'
import { listRoomsWithCardsOf } from './tasks/queries.ts'

/** Voting rooms. @returns how many of them are open in this process */
export function registerRooms(
  { deps, route, jobs, socketEvents, onStart, onStop }: Registry,
  { publish }: { publish: Publish },
): { countOpenRooms: () => number } {
  const { events, io } = deps
  const roster = createRoster(deps)
  const lobby = createLobby(deps, jobs)
  const sockets = roomSockets(deps, roster, lobby, publish, jobs)
  const presence = roomJobs(deps, roster, jobs)
  roomRoutes(route, deps, lobby)
  socketEvents(roomEvents, sockets.handlers)
  events.onAnnounced(personChanged, ({ person, picture }) => showAtTables(deps, roster, person, picture))
  events.onAnnounced(accountChanged, async ({ userId, deactivated }) => {
    if (deactivated) await leaveTables(deps, roster, userId)
  })
  events.onAnnounced(deckPointsChanged, async ({ boardId }) => {
    for (const roomId of await listRoomsWithCardsOf(deps.db, boardId)) io.to(roomChannel(roomId)).emit('deckPointsChanged', {})
  })
  onStart(presence.arrive)
  onStop(sockets.settled)
  onStop(presence.depart)
  return { countOpenRooms: () => countOpenRooms(io) }
}
