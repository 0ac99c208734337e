import type { Activity, ActivityKind } from '@rodada/contract/boards/activities'
import type { BoardRole, WorkStatus } from '@rodada/contract/core/fields'
import { topic } from '../../platform/work.ts'
import type { BoardRow } from './queries.ts'

/** One line of a board's activity. */
export type Happening = {
  board_id: number
  card_id?: number
  kind: ActivityKind
  /** The present name of the thing it was done to. */
  subject: string
  details?: Activity['details']
}

/** Something for the activity that changes nothing else. */
export const happened = topic<Happening>('happened')

/** A list got another status, which its cards take. */
export const listStatusChanged = topic<{ board: BoardRow; listId: number; status: WorkStatus }>('list status changed')

/** A list was archived, deleted or brought back, with its cards. */
export const listVisibilityChanged = topic<{ board: BoardRow; listId: number; hidden: boolean }>('list visibility changed')

/** A board was deleted or brought back, with its cards. */
export const boardHidden = topic<{ boardId: number }>('board hidden')

/** A list is about to be deleted, and its cards move to the end of another list of its board. */
export const listEmptied = topic<{ board: BoardRow; listId: number; into: { id: number; status: WorkStatus } }>('list emptied')

/** What sizes are worth changed on a board. Announced after the commit. */
export const deckPointsChanged = topic<{ boardId: number }>('deck points changed')

/** A label changed, or (`deleted`) is about to be taken off every card. */
export const labelChanged = topic<{ board: BoardRow; labelId: number; deleted: boolean }>('label changed')

/** The cards of a board have other keys. */
export const keysChanged = topic<{ board: BoardRow }>('keys changed')

/** A board that everybody could read is private from now on. */
export const boardClosed = topic<{ board: BoardRow }>('board closed')

/** A person joined a board: added by another person, through the invitation of `inviterId` that they accepted, or by a `group` of the provider. */
export const memberAdded = topic<{ board: BoardRow; userId: number; name: string; inviterId?: number; group?: string }>('member added')

/** A person leaves a board, or is removed from it: by another, or because a `group` of the provider no longer gives them their place. */
export const memberRemoved = topic<{ board: BoardRow; userId: number; name: string; group?: string }>('member removed')

/** A member of a board has another role on it. */
export const memberRoleChanged = topic<{ board: BoardRow; userId: number; role: BoardRole }>('member role changed')

/**
 * Cards show a field differently, or lose what they have in it (`gone`): 'all' of it, or the options with some ids. What goes is about to
 * be deleted.
 */
export const fieldChanged = topic<{ board: BoardRow; fieldId: number; gone: 'nothing' | 'all' | readonly number[] }>('field changed')
