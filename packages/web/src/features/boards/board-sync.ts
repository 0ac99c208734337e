import { boardsApi } from '@rodada/contract/boards'
import { call } from '../../lib/call.ts'
import { takeEarly } from '../../lib/early-answer.ts'
import type { LiveStore } from '../../ui/kanban/live/live-store.ts'
import { type LiveSync, startLiveSync } from '../../ui/kanban/live/live-sync.ts'
import { type BoardState, fromBoard, mergeChanges } from './board-state.ts'

/** Keeps a board's store what the server has; see `startLiveSync`. */
export const startBoardSync = (boardId: number, store: LiveStore<BoardState>): LiveSync =>
  startLiveSync(store, {
    boardIdOf: () => boardId,
    askWhole: (isFirst) => {
      const asked = (isFirst ? takeEarly(boardsApi.get, { boardId }) : null) ?? {
        askedAt: Date.now(),
        answer: call(boardsApi.get, { params: { boardId } }),
      }
      return {
        askedAt: asked.askedAt,
        answer: asked.answer.then((board) => (pending) => fromBoard(board, pending)),
      }
    },
    askChanges: async (since) => {
      const changes = await call(boardsApi.changes, { params: { boardId }, query: { since } })
      return (board, settled) => mergeChanges(board, changes, settled)
    },
  })
