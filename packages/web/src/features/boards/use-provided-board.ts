import { useMemo } from 'react'
import { readUserData } from '../../lib/storage.ts'
import type { BoardContextValue } from './board-context.ts'
import type { BoardSession } from './board-session.ts'
import { type BoardState, cardIdsOf } from './board-state.ts'
import type { BoardUi } from './board-ui.ts'

/** What the card window is given of the board. */
export function useProvidedBoard(
  { boardId, store, sync, actions }: BoardSession,
  { frame, lists }: BoardState,
  archive: BoardUi['archive'],
): BoardContextValue {
  const { can, labels, members, revision } = frame
  return useMemo(
    () => ({
      boardId,
      can,
      lists,
      labels,
      members,
      viewerId: readUserData()?.id ?? 0,
      revision,
      cardIdsOf: (listId) => {
        const { board } = store.get()
        return board ? cardIdsOf(board, listId) : []
      },
      moveCard: actions.moveCard,
      archiveCard: (id) => archive({ kind: 'card', id }),
      deleteCard: actions.deleteCard,
      offerUndo: (text, back) => actions.offerUndo(text, Promise.resolve(true), back),
      refreshChanges: sync.refresh,
    }),
    [boardId, store, sync, actions, archive, can, lists, labels, members, revision],
  )
}
