import { createLiveStore, type LiveSnapshot, type LiveStore } from '../../ui/kanban/live/live-store.ts'
import type { BoardState } from './board-state.ts'

export type BoardSnapshot = LiveSnapshot<BoardState>
export type BoardStore = LiveStore<BoardState>
export const createBoardStore = createLiveStore<BoardState>
