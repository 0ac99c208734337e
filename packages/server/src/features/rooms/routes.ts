import { RoomCode, roomsApi } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import type { Lobby } from './lobby.ts'
import { countPresent, findRoom } from './queries.ts'

/** What may be known of a room from outside. */
export function roomRoutes(route: Route, { db, limits }: Deps, lobby: Lobby): void {
  const lookups = limits('room-lookup', { points: 300, seconds: 10, shared: true })

  route(roomsApi.active, async () => lobby.list())

  route(roomsApi.invitation, async ({ params, address }) => {
    const wait = await lookups.take(address)
    if (wait !== undefined) throw tooMany(wait)
    const code = RoomCode.safeParse(params.roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    if (!room?.code) throw new AppError('not_found', texts.roomInactive)
    return { roomId: room.code, roomName: room.name, participants: await countPresent(db, room.id) }
  })
}
