import type { CreateRoomAck, JoinRoomAck, RoomClientEvents } from '@rodada/contract/rooms/room-events'
import type { RoomServerEvents } from '@rodada/contract/rooms/rooms'
import { io, type Socket } from 'socket.io-client'

export type RoomSocket = Socket<RoomServerEvents, RoomClientEvents>
export type RoomOptions = { roomName?: string; deck?: string[] }

/** A connection as the specification describes it, without a browser. */
function connect(origin: string, token?: string): Promise<RoomSocket> {
  const socket: RoomSocket = io(origin, { path: '/socket.io/', forceNew: true, auth: token ? { token } : {} })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

const refused = (reply: object): reply is { error: string } => 'error' in reply

/** Creates a room as the landing page does. @throws when it is refused. */
export async function openRoom(
  origin: string,
  { roomName = 'Time Checkout', deck }: RoomOptions = {},
): Promise<{ roomId: string; hostToken: string }> {
  const socket = await connect(origin)
  const reply: CreateRoomAck = await socket.emitWithAck('createRoom', { roomName, userName: 'Host', deck })
  socket.disconnect()
  if (refused(reply)) throw new Error(`createRoom: ${reply.error}`)
  return reply
}

/** Takes a seat without a browser. The socket stays connected until the caller disconnects it. */
export async function sit(
  origin: string,
  roomId: string,
  userName: string,
  more: { avatar?: string; hostToken?: string; token?: string; observer?: boolean } = {},
): Promise<RoomSocket> {
  const { token, ...payload } = more
  const socket = await connect(origin, token)
  const reply: JoinRoomAck = await socket.emitWithAck('joinRoom', { roomId, userName, userRole: 'guest', ...payload })
  if (refused(reply)) throw new Error(`joinRoom: ${reply.error}`)
  return socket
}
