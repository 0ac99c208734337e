import type { Activity, ActivityKind } from '@rodada/contract/activities'
import type { WorkStatus } from '@rodada/contract/fields'
import { topic } from '../../platform/work.ts'
import type { BoardRow } from './queries.ts'

/** One line of a board's activity. */
export type Happening = {
  board_id: number
  card_id?: number
  kind: ActivityKind
  /** The name, at this moment, of what it was done to. */
  subject: string
  details?: Activity['details']
}

/** Something that people read about, and that changes nothing else. */
export const happened = topic<Happening>('happened')

/** A list got another status, which its cards take. */
export const listStatusChanged = topic<{ board: BoardRow; listId: number; status: WorkStatus }>('list status changed')

/** A list was archived, deleted or brought back, and its cards with it. */
export const listVisibilityChanged = topic<{ board: BoardRow; listId: number; hidden: boolean }>('list visibility changed')

/** A list is about to be deleted, and its cards are to stand at the end of another one of its board. */
export const listEmptied = topic<{ board: BoardRow; listId: number; into: { id: number; status: WorkStatus } }>('list emptied')

/** A label looks different, or (`deleted`) is about to go from every card. */
export const labelChanged = topic<{ board: BoardRow; labelId: number; deleted: boolean }>('label changed')

/** Somebody came to a board: put there by a person, or by the invitation of `inviterId` that they accepted. */
export const memberAdded = topic<{ board: BoardRow; userId: number; name: string; inviterId?: number }>('member added')

/** Somebody is about to leave a board, or to be removed from it. */
export const memberRemoved = topic<{ board: BoardRow; userId: number; name: string }>('member removed')
