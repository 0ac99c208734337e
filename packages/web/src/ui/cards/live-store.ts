import type { PersonSummary } from '@rodada/contract/core/fields'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'
import type { ConnectionStatus } from '../../lib/live/lasting-connection.ts'

/** `gone`: it was on screen and is not there (for this person) any more. */
export type LivePhase = 'loading' | 'ready' | 'error' | 'missing' | 'gone'
export type Here = { people: readonly PersonSummary[]; count: number }
export const nobody: Here = { people: [], count: 0 }
export type LiveSnapshot<State> = {
  phase: LivePhase
  board: State | null
  /** Who has the board open now: how many, and the names of the first of them. */
  here: Here
  live: ConnectionStatus
}

export type LiveStore<State> = {
  get: () => LiveSnapshot<State>
  subscribe: (listener: () => void) => () => void
  set: (change: Partial<LiveSnapshot<State>>) => void
  /** Changes the board, if it is loaded. */
  update: (change: (board: State) => State) => void
}

/** Holds one board for its screen; parts draw again only when what they select is another value. */
export function createLiveStore<State>(): LiveStore<State> {
  let snapshot: LiveSnapshot<State> = { phase: 'loading', board: null, here: nobody, live: 'connecting' }
  const { subscribe, tell } = createListeners()
  const set = (change: Partial<LiveSnapshot<State>>) => {
    snapshot = { ...snapshot, ...change }
    tell()
  }
  return {
    get: () => snapshot,
    subscribe,
    set,
    update: (change) => {
      if (!snapshot.board) return
      const board = change(snapshot.board)
      if (board !== snapshot.board) set({ board })
    },
  }
}

/** A part of the store. `select` must not build new objects. */
export function useStore<State, Part>(store: LiveStore<State>, select: (snapshot: LiveSnapshot<State>) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
