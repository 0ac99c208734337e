import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../lib/listeners.ts'
import { initialRoomState, type RoomAction, type RoomState, roomReducer } from './room-state.ts'

export type RoomStore = {
  getState: () => RoomState
  subscribe: (listener: () => void) => () => void
  /** Own actions draw at once; what others do is drawn at most this often, so that a thousand votes are not a thousand drawings. */
  dispatch: (action: RoomAction, pace?: 'now' | 'soon') => void
}

const drawingInterval = 80

export function createRoomStore(): RoomStore {
  let state = initialRoomState
  let lastDrawn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const { subscribe, tell } = createListeners()
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    lastDrawn = Date.now()
    tell()
  }
  return {
    getState: () => state,
    subscribe,
    dispatch: (action, pace = 'now') => {
      const next = roomReducer(state, action)
      if (next === state) return
      state = next
      const wait = pace === 'now' ? 0 : lastDrawn + drawingInterval - Date.now()
      if (wait <= 0) draw()
      else timer ??= setTimeout(draw, wait)
    },
  }
}

/** A part of the room; draws again only when that part is another value. `select` must not build new objects. */
export function useRoomState<Part>(store: RoomStore, select: (state: RoomState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}
