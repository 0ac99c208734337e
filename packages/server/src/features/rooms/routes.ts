import { roomTasksApi } from '@rodada/contract/room-tasks'
import { RoomCode, roomsApi } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import type { Lobby } from './lobby.ts'
import { countPresent, findRoom } from './queries.ts'
import { listTaskCards } from './task-queries.ts'

/** What may be known of a room from outside. */
export function roomRoutes(route: Route, { db, limits }: Deps, lobby: Lobby): void {
  const lookups = limits('room-lookup', { points: 300, seconds: 10, shared: true })

  route(roomsApi.active, async () => lobby.list())

  const openRoom = async (roomId: string, address: string) => {
    const wait = await lookups.take(address)
    if (wait !== undefined) throw tooMany(wait)
    const code = RoomCode.safeParse(roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    if (!room?.code) throw new AppError('not_found', texts.roomInactive)
    return { ...room, code: room.code }
  }

  route(roomsApi.invitation, async ({ params, address }) => {
    const room = await openRoom(params.roomId, address)
    return { roomId: room.code, roomName: room.name, participants: await countPresent(db, room.id) }
  })
  route(roomTasksApi.list, async ({ viewer, params, address }) => {
    const room = await openRoom(params.roomId, address)
    return listTaskCards(db, viewer, room.id)
  })
}
