import { createContext, use } from 'react'
import type { RoomSession } from './room-session.ts'
import type { RoomState } from './room-state.ts'
import { useRoomState } from './room-store.ts'

export const RoomContext = createContext<RoomSession | null>(null)

/** The session of the room that is on screen. @throws outside of RoomScreen. */
export function useRoomSession(): RoomSession {
  const session = use(RoomContext)
  if (!session) throw new Error('used outside of a room')
  return session
}

/** A part of the room's state; see `useRoomState`. */
export function useRoom<Part>(select: (state: RoomState) => Part): Part {
  return useRoomState(useRoomSession().store, select)
}
