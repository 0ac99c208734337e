import { createContext, use } from 'react'
import type { Clash, Edit } from '../../../lib/text/stale-text.ts'
import type { FilterInUse } from '../../../ui/filters/use-card-filter.ts'
import type { KanbanController } from '../../../ui/kanban/kanban-controller.ts'
import type { Selection } from '../../../ui/kanban/selection.ts'

/** What is to be archived. */
export type Archiving = { kind: 'card'; id: number } | { kind: 'list'; id: number }
/** The tasks of a sprint under way that would go with it. */
export type Planned = { sprint: string; count: number }
export type ArchiveQuestion = { kind: 'archivePlanned'; what: Archiving; planned: readonly Planned[] }

/** What is open over the board; one at a time. */
export type BoardDialog =
  | { kind: 'quickEdit'; cardId: number; field?: 'due' }
  | { kind: 'cardLabels'; cardId: number }
  | { kind: 'move'; cardId: number }
  | { kind: 'deleteList'; listId: number }
  | { kind: 'wipLimit' | 'sortList'; listId: number }
  | { kind: 'listClash'; listId: number; edit: Edit; clash: Clash }
  | { kind: 'fromTemplate'; listId: number; written: string; draft: string }
  | {
      kind:
        | 'settings'
        | 'copy'
        | 'export'
        | 'links'
        | 'labels'
        | 'fields'
        | 'cardTemplates'
        | 'members'
        | 'archive'
        | 'activity'
        | 'shortcuts'
        | 'integrations'
    }
  | ArchiveQuestion
  | { kind: 'deleteBoard' | 'leave' }

/** What the screen of a board shares beside the board: filters, what is open, and where a card is being written. */
export type BoardUi = FilterInUse & {
  kanban: KanbanController
  /** The cards that are chosen, to do something with all of them. */
  selection: Selection
  open: (dialog: BoardDialog) => void
  /** Asks first when a sprint under way loses something by it. */
  archive: (what: Archiving) => Promise<boolean>
  /** The list whose composer is open. */
  addingTo: number | null
  setAddingTo: (listId: number | null) => void
  /** The list whose title is being written. */
  renaming: number | null
  setRenaming: (listId: number | null) => void
  filterOpen: boolean
  setFilterOpen: (open: boolean) => void
}

export const BoardUiContext = createContext<BoardUi | null>(null)

/** @throws outside of BoardScreen. */
export function useBoardUi(): BoardUi {
  const ui = use(BoardUiContext)
  if (!ui) throw new Error('used outside of a board')
  return ui
}
