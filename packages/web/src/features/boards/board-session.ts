import { createContext, use } from 'react'
import { createLiveStore, type LiveSnapshot, type LiveStore, useStore } from '../../ui/kanban/live/live-store.ts'
import type { LiveSync } from '../../ui/kanban/live/live-sync.ts'
import { createUndoStack, type UndoStack } from '../../ui/kanban/live/undo-stack.ts'
import { type BoardActions, createBoardActions } from './board-actions.ts'
import type { BoardState } from './board-state.ts'
import { startBoardSync } from './board-sync.ts'

/** One board on screen: what is known of it, what one can do to it, and the ways back. */
export type BoardSession = { boardId: number; store: LiveStore<BoardState>; sync: LiveSync; actions: BoardActions; undo: UndoStack }

/** Opens a board and keeps it current until `sync.close()`. */
export function openBoardSession(boardId: number): BoardSession {
  const store = createLiveStore<BoardState>()
  const undo = createUndoStack()
  const sync = startBoardSync(boardId, store)
  return { boardId, store, sync, undo, actions: createBoardActions(boardId, store, sync.refresh, undo) }
}

export const BoardSessionContext = createContext<BoardSession | null>(null)

/** The session of the board that is on screen. @throws outside of BoardScreen. */
export function useSession(): BoardSession {
  const session = use(BoardSessionContext)
  if (!session) throw new Error('used outside of a board')
  return session
}

/** A part of what is known of the board; see `useStore`. */
export const useSnapshot = <Part>(select: (snapshot: LiveSnapshot<BoardState>) => Part): Part => useStore(useSession().store, select)

/** A part of a loaded board. `fallback` stands in while the board is leaving the screen. */
export const useBoardPart = <Part>(select: (board: BoardState) => Part, fallback: Part): Part =>
  useSnapshot(({ board }) => (board ? select(board) : fallback))
