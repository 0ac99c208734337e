import { roomTasksApi } from '@rodada/contract/room-tasks'
import { RoomCode, roomsApi } from '@rodada/contract/rooms'
import { texts } from '@rodada/contract/texts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http.ts'
import { tooMany } from '../../platform/rate-limits.ts'
import { hashAddress } from '../../platform/secrets.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Lobby } from './lobby.ts'
import { countPresent, findRoom, isOfNetwork } from './queries.ts'
import { listTaskCards } from './tasks/queries.ts'

/** What may be known of a room from outside. */
export function roomRoutes(route: Route, { db, limits, config }: Deps, lobby: Lobby): void {
  const lookups = limits('room-lookup', { points: 300, seconds: 10, shared: true })
  const lookupsOfAccount = limits('room-lookup-account', { points: 60, seconds: 10, shared: true })

  route(roomsApi.active, async () => lobby.list())

  const openRoom = async (roomId: string, address: string, viewer: Viewer | undefined) => {
    const wait = await (viewer ? lookupsOfAccount.take(String(viewer.userId)) : lookups.take(address))
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
    return { roomId: room.code, roomName: room.name, participants: await countPresent(db, room.id) }
  })
  route(roomTasksApi.list, async ({ viewer, params, address }) => {
    const room = await openRoom(params.roomId, address, viewer)
    return listTaskCards(db, viewer, room.id)
  })
}
