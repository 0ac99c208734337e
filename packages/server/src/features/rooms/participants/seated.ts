import { RoomCode } from '@rodada/contract/rooms/rooms'
import { texts } from '@rodada/contract/texts/texts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { Realtime, RealtimeSocket } from '../../../platform/realtime/realtime.ts'

/** What a socket that took a seat knows of it. Who acts is always read from here, never from a payload. */
export type Seated = {
  roomId: number
  code: string
  seatId: number
  name: string
  avatar: string | null
  /** A guest's own secret: a second join from the same socket is the same person, also when the client does not send it. */
  seatToken: string | undefined
}

/** How the names of all rooms' channels begin. */
export const channelsOfRooms = 'room:'
export const roomChannel = (roomId: number) => `${channelsOfRooms}${roomId}`

/** How many rooms have somebody who is connected to this process. */
export const countOpenRooms = (io: Realtime): number =>
  [...io.sockets.adapter.rooms.keys()].filter((channel) => channel.startsWith(channelsOfRooms)).length

export const seatChannel = (seatId: number) => `seat:${seatId}`

/** Whether a person may have the room open elsewhere too. With Redis another process may know of it: then always. */
export const mayHaveOtherTabs = ({ io, redis }: Pick<Deps, 'io' | 'redis'>, seatId: number): boolean =>
  redis !== undefined || (io.sockets.adapter.rooms.get(seatChannel(seatId))?.size ?? 0) > 1

export const seatOf = (socket: RealtimeSocket): Seated | undefined => socket.data.seated as Seated | undefined

export function setSeat(socket: RealtimeSocket, seated: Seated | undefined): void {
  socket.data.seated = seated
}

/**
 * The seat from which a message for this room was sent.
 * @throws AppError when the socket has no seat, or has it in another room.
 */
export function requireSeat(socket: RealtimeSocket, roomId: string): Seated {
  const seated = seatOf(socket)
  if (!seated) throw new AppError('forbidden', texts.joinFirst)
  if (roomId !== seated.code && RoomCode.safeParse(roomId).data !== seated.code) throw new AppError('forbidden', texts.otherRoom)
  return seated
}
