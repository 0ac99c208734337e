import type { BoardCan, BoardMember, Label, List } from '@rodada/contract/boards'
import { createContext, use } from 'react'

/** Where a card goes: behind `afterId` in that list, or to its top when null. */
export type CardPlace = { listId: number; afterId: number | null }

/** What the parts of a board that are loaded later (the card window) need of the board they stand on. */
export type BoardContextValue = {
  boardId: number
  can: BoardCan
  /** The lists from left to right, without their cards. */
  lists: readonly List[]
  labels: readonly Label[]
  members: readonly BoardMember[]
  /** The signed-in person. */
  viewerId: number
  /** Counts every change of anything on the board: another number means that a card's details may be old. */
  revision: number
  /** The cards of a list from top to bottom, as they are at the moment of asking. */
  cardIdsOf: (listId: number) => readonly number[]
  /** Shows the move at once and offers 'Desfazer'. False when it was refused, which the person has been told. */
  moveCard: (cardId: number, to: CardPlace) => Promise<boolean>
  /** As `moveCard`. The card leaves the board; its window should close. */
  archiveCard: (cardId: number) => Promise<boolean>
  deleteCard: (cardId: number) => Promise<boolean>
  /** Says what was done in the window and offers to take it back, also by Ctrl+Z. */
  offerUndo: (text: string, back: () => Promise<boolean>) => void
  /** Asks the server for what changed. To be called after each own write, so that the board behind the window shows it. */
  refreshChanges: () => Promise<void>
}

export const BoardContext = createContext<BoardContextValue | null>(null)

/** The board that is on screen. @throws outside of BoardScreen. */
export function useBoard(): BoardContextValue {
  const board = use(BoardContext)
  if (!board) throw new Error('used outside of a board')
  return board
}
