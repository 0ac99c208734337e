import { RoomCode, roomsApi } from '@rodada/contract/rooms/rooms'
import { roomTasksApi } from '@rodada/contract/rooms/tasks'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/http.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { countedAs } from '../../platform/limits/person-limit.ts'
import { tooMany } from '../../platform/limits/rate-limits.ts'
import { hashAddress } from '../../platform/secrets/secrets.ts'
import { doorOf } from './door.ts'
import { mostLookups, mostLookupsOfAccount } from './event-limits.ts'
import type { Lobby } from './lobby.ts'
import { countPresent, findRoom, isOfNetwork } from './queries.ts'
import { recordRoutes } from './record/routes.ts'
import { listTaskCards } from './tasks/queries.ts'

/** What may be known of a room from outside. */
export function roomRoutes(route: Route, deps: Deps, lobby: Lobby): void {
  const { db, limits, config } = deps
  const lookups = limits('room-lookup', mostLookups)
  const lookupsOfAccount = limits('room-lookup-account', mostLookupsOfAccount)

  route(roomsApi.active, async () => lobby.list())

  const openRoom = async (roomId: string, address: string, viewer: Viewer | undefined) => {
    const wait = await (viewer ? lookupsOfAccount.take(countedAs(viewer)) : lookups.take(address))
    const code = RoomCode.safeParse(roomId)
    const room = code.success ? await findRoom(db, code.data) : undefined
    // As at the socket: a neighbour who guesses keeps nobody from the table where others of the same network sit.
    const isOurs = async () => room && (await isOfNetwork(db, room, hashAddress(config.secret, address)))
    if (wait !== undefined && !(await isOurs())) throw tooMany(wait)
    if (!room?.code) throw new AppError('not_found', texts.roomInactive)
    return { ...room, code: room.code }
  }

  route(roomsApi.invitation, async ({ viewer, params, address }) => {
    const room = await openRoom(params.roomId, address, viewer)
    return { roomId: room.code, roomName: room.name, participants: await countPresent(db, room.id), ...doorOf(room) }
  })
  recordRoutes(route, deps)
  route(roomTasksApi.list, async ({ viewer, params, address }) => {
    const room = await openRoom(params.roomId, address, viewer)
    return listTaskCards(db, viewer, room.id)
  })
}
