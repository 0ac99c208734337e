import type { PersonSummary } from '@rodada/contract/fields'
import { useSyncExternalStore } from 'react'
import type { LiveStatus } from '../../lib/live-socket.ts'
import type { BoardState } from './board-state.ts'

/** `gone`: it was on screen and is not there (for this person) any more. */
export type BoardPhase = 'loading' | 'ready' | 'error' | 'missing' | 'gone'
export type BoardSnapshot = {
  phase: BoardPhase
  board: BoardState | null
  /** Who has the board open now. */
  people: readonly PersonSummary[]
  live: LiveStatus
}

export type BoardStore = {
  get: () => BoardSnapshot
  subscribe: (listener: () => void) => () => void
  set: (change: Partial<BoardSnapshot>) => void
  /** Changes the board, if it is loaded. */
  update: (change: (board: BoardState) => BoardState) => void
}

/** Holds one board for its screen; parts draw again only when what they select is another value. */
export function createBoardStore(): BoardStore {
  let snapshot: BoardSnapshot = { phase: 'loading', board: null, people: [], live: 'connecting' }
  const listeners = new Set<() => void>()
  const set = (change: Partial<BoardSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    update: (change) => {
      if (!snapshot.board) return
      const board = change(snapshot.board)
      if (board !== snapshot.board) set({ board })
    },
  }
}

/** A part of the store. `select` must not build new objects. */
export function useStore<Part>(store: BoardStore, select: (snapshot: BoardSnapshot) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
