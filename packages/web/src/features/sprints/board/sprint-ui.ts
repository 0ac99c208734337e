import { createContext, use } from 'react'
import type { Clash, Edit } from '../../../lib/text/stale-text.ts'
import type { FilterInUse } from '../../../ui/filters/use-card-filter.ts'
import type { KanbanController } from '../../../ui/kanban/kanban-controller.ts'

/** What is open over a sprint's board; one at a time. */
export type SprintBoardDialog =
  | { kind: 'task'; taskId: number }
  | { kind: 'newTask'; columnId: number | null }
  | { kind: 'deleteColumn'; columnId: number }
  | { kind: 'columnClash'; columnId: number; edit: Edit; clash: Clash }
  | { kind: 'taskLabels'; taskId: number; boardId: number }
  | { kind: 'edit' | 'end' }

/** What the screen shares beside the sprint: filters, what is open, and where something is being written. */
export type SprintUi = FilterInUse & {
  kanban: KanbanController
  open: (dialog: SprintBoardDialog) => void
  /** The column whose composer is open. */
  addingTo: number | null
  setAddingTo: (columnId: number | null) => void
  /** The column whose name is being written. */
  renaming: number | null
  setRenaming: (columnId: number | null) => void
}

export const SprintUiContext = createContext<SprintUi | null>(null)

/** @throws outside of a sprint's board. */
export function useSprintUi(): SprintUi {
  const ui = use(SprintUiContext)
  if (!ui) throw new Error("used outside of a sprint's board")
  return ui
}
