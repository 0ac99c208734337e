import type { KanbanColumnData } from '../../../ui/kanban/kanban-controller.ts'
import type { KanbanProps } from '../../../ui/kanban/kanban-props.ts'

/** What every view of a board is drawn with. */
export type ViewProps = {
  /** The lists with the cards that the filter lets through. */
  columns: readonly KanbanColumnData[]
  /** Of the board. */
  title: string
  props: KanbanProps
  /** Where the view puts what it is set with, in the head of the board. */
  tools: HTMLElement | null
}
