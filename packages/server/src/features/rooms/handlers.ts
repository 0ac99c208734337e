import type { RoomClientEvent, roomClientEvents } from '@rodada/contract/rooms'
import type { z } from 'zod'
import type { RealtimeSocket } from '../../platform/realtime.ts'

/** What answers each of the room's events: with the acknowledgement. */
export type Handlers = {
  [Name in RoomClientEvent]: (socket: RealtimeSocket, payload: z.output<(typeof roomClientEvents)[Name]>) => Promise<object>
}
