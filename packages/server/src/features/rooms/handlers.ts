import { type RoomEvent, roomEvents } from '@rodada/contract/rooms/room-events'
import type { z } from 'zod'
import type { RealtimeSocket } from '../../platform/realtime/realtime.ts'
import type { EventHandlers } from '../../platform/realtime/socket-events.ts'
import { requireSeat, type Seated } from './participants/seated.ts'

type Events = typeof roomEvents
type Payload<Name extends RoomEvent> = z.output<Events[Name]['payload']>
type Reply<Name extends RoomEvent> = Promise<z.input<Events[Name]['reply']>>

/** What answers each of the room's events. Those that need a seat are given it. */
export type Handlers = {
  [Name in RoomEvent]: Events[Name]['who'] extends 'anybody'
    ? (socket: RealtimeSocket, payload: Payload<Name>) => Reply<Name>
    : (socket: RealtimeSocket, payload: Payload<Name>, seated: Seated) => Reply<Name>
}

/** How a piece of work is done: at once, or when it is the turn of the socket's network. */
type Run = (name: RoomEvent, socket: RealtimeSocket, work: () => Promise<object>) => Promise<object>

/** Asks for the seat of every event that needs one, before its handler sees it. @throws AppError 403 */
export function fromSeats(handlers: Handlers, run: Run): EventHandlers<Events> {
  const bound = Object.entries(roomEvents).map(([key, { who }]) => {
    const name = key as RoomEvent
    // Declaration and handler carry the same event's types; the entries forget which.
    const handle = handlers[name] as (socket: RealtimeSocket, payload: object, seated?: Seated) => Promise<object>
    const needsSeat = who !== 'anybody'
    const inTurn = (socket: RealtimeSocket, payload: { roomId: string }) =>
      run(name, socket, async () => handle(socket, payload, needsSeat ? requireSeat(socket, payload.roomId) : undefined))
    return [name, inTurn]
  })
  return Object.fromEntries(bound) as EventHandlers<Events>
}
