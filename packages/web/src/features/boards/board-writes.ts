import { t } from '../../i18n/index.ts'
import { createLiveWrites } from '../../ui/kanban/live/live-writes.ts'
import type { UndoStack } from '../../ui/kanban/live/undo-stack.ts'
import { addPending, confirmPending, dropPending } from './board-state.ts'
import type { BoardStore } from './board-store.ts'

export type { SavedText } from '../../ui/kanban/live/live-writes.ts'

export type BoardWrites = ReturnType<typeof createBoardWrites>

/** How what people do on a board is drawn, sent and taken back. */
export const createBoardWrites = (store: BoardStore, refresh: () => Promise<void>, undo: UndoStack) =>
  createLiveWrites({
    store,
    model: { addPending, confirmPending, dropPending },
    columnOf: (card) => card.list_id,
    refresh,
    undo,
    offline: () => t('boards:offline.refused'),
  })
