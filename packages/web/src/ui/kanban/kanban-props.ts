import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use } from 'react'
import type { KanbanPlace, KanbanSpot } from './kanban-controller.ts'

/** How a kanban is filled and what it does. All of these should keep their identity from one drawing to the next. */
export type KanbanProps = {
  canMove: boolean
  /** Where an item's link leads; a plain click calls `onOpen` instead. */
  itemHref: (itemId: number) => string
  onOpen: (itemId: number) => void
  /** A press on an item, or a key on an item or a header, that may mean something else. Says whether it did. */
  onPressItem?: (itemId: number, event: MouseEvent) => boolean
  onSpotKey?: (event: KeyboardEvent, spot: KanbanSpot) => boolean
  /** A finger rested on an item and went nowhere. */
  onHoldItem?: (itemId: number) => void
  /** Its text is the name of the link: what it is called first, then its facts. */
  renderItem: (itemId: number) => ReactNode
  /** Beside the link, over its corner: buttons for the pointer, which the keyboard has as keys. */
  renderItemExtra?: (itemId: number) => ReactNode
  /** Holds an element with `data-kanban-header`, which takes the focus. */
  renderHeader: (columnId: number) => ReactNode
  /** What stands for a collapsed column, as `renderHeader`. */
  renderCollapsed?: (columnId: number) => ReactNode
  /** Items are one line high. */
  dense?: boolean
  renderFooter?: (columnId: number) => ReactNode
  renderEmpty?: (columnId: number) => ReactNode
  onMoveItem: (itemId: number, to: KanbanPlace) => void
  onMoveColumn: (columnId: number, index: number) => void
}

export const KanbanPropsContext = createContext<KanbanProps | null>(null)

export function useKanbanProps(): KanbanProps {
  const props = use(KanbanPropsContext)
  if (!props) throw new Error('used outside of a kanban')
  return props
}
