import { createContext, use, useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'

export type KanbanColumnData = {
  id: number
  name: string
  itemIds: readonly number[]
  /** Only its name is shown, and its items are not among `itemIds`. */
  collapsed?: boolean
  /** The column of the board that this one is a part of. */
  of?: number
}
/** Where an item is put: behind another one of that column, or at its top when null. */
export type KanbanPlace = { columnId: number; afterId: number | null }
/** An item, or (null) the head of a column. */
export type KanbanSpot = { columnId: number; itemId: number | null }

/** What is being dragged, and where it would land. */
export type KanbanDrag =
  | { kind: 'item'; itemId: number; fromColumnId: number; height: number; over: { columnId: number; index: number } | null }
  | { kind: 'column'; columnId: number; index: number }

type ColumnHandle = { reveal: (itemId: number) => void; focusHeader: () => void }

export type KanbanController = ReturnType<typeof createKanbanController>

/** What the parts of one kanban share beside their data: focus, the active item of each column, and the drag under way. */
export function createKanbanController() {
  const { subscribe, tell: notify } = createListeners()
  const handles = new Map<number, ColumnHandle>()
  const items = new Map<number, HTMLElement>()
  const active = new Map<number, number>()
  let columns: readonly KanbanColumnData[] = []
  let drag: KanbanDrag | null = null
  let hovered: KanbanSpot | null = null
  let focused: KanbanSpot | null = null
  /** An item that gets the focus as soon as it is drawn. */
  let wanted: number | null = null
  /** A column whose next head gets the focus as soon as it is drawn. */
  let wantedHead: number | null = null

  const columnOf = (id: number) => columns.find((column) => column.id === id)
  const exists = (spot: KanbanSpot): boolean => {
    const column = columnOf(spot.columnId)
    return column !== undefined && (spot.itemId === null || column.itemIds.includes(spot.itemId))
  }

  const focus = ({ columnId, itemId }: KanbanSpot) => {
    const handle = handles.get(columnId)
    if (itemId === null) return handle?.focusHeader()
    setActive(columnId, itemId)
    wanted = itemId
    handle?.reveal(itemId)
    focusWanted(itemId)
  }
  const focusWanted = (itemId: number) => {
    const element = items.get(itemId)
    if (wanted !== itemId || !element) return
    wanted = null
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  /** Gives the focus to an item that is about to stand elsewhere, once it does. */
  const follow = ({ columnId, itemId }: { columnId: number; itemId: number }) => {
    if (columnOf(columnId)?.collapsed) return
    active.set(columnId, itemId)
    wanted = itemId
    requestAnimationFrame(() => {
      handles.get(columns.find(({ itemIds }) => itemIds.includes(itemId))?.id ?? columnId)?.reveal(itemId)
      focusWanted(itemId)
    })
  }
  const setActive = (columnId: number, itemId: number) => {
    if (active.get(columnId) === itemId) return
    active.set(columnId, itemId)
    notify()
  }

  return {
    subscribe,
    columns: () => columns,
    setColumns: (next: readonly KanbanColumnData[]) => {
      columns = next
    },
    registerColumn: (id: number, handle: ColumnHandle) => {
      handles.set(id, handle)
      return () => void handles.delete(id)
    },
    registerItem: (id: number, element: HTMLElement) => {
      items.set(id, element)
      focusWanted(id)
      return () => {
        if (items.get(id) === element) items.delete(id)
      }
    },
    itemElement: (id: number) => items.get(id) ?? null,
    /** The head of a column is about to be another one, which gets the focus once it is there. */
    wantHead: (columnId: number) => {
      wantedHead = columnId
    },
    /** Whether the focus belongs to a head that was just drawn. */
    takeWantedHead: (columnId: number): boolean => {
      if (wantedHead !== columnId) return false
      wantedHead = null
      return true
    },

    /** The item of a column that the Tab key reaches: the last one that had the focus, else the first. */
    activeOf: (columnId: number): number | null => {
      const ids = columnOf(columnId)?.itemIds ?? []
      const id = active.get(columnId)
      return id !== undefined && ids.includes(id) ? id : (ids[0] ?? null)
    },
    focus,
    follow,
    /** Shows the end of a column, once what was just added there is drawn. */
    revealLast: (columnId: number) =>
      requestAnimationFrame(() => {
        const last = columnOf(columnId)?.itemIds.at(-1)
        if (last !== undefined) handles.get(columnId)?.reveal(last)
      }),
    /** The item under the pointer or, once keys were used, the one that has the focus. */
    current: (): KanbanSpot | null => {
      const spot = hovered ?? focused
      return spot && exists(spot) ? spot : null
    },
    hover: (spot: KanbanSpot | null) => {
      hovered = spot
    },
    onFocus: (spot: KanbanSpot) => {
      focused = spot
      hovered = null
      if (spot.itemId !== null) setActive(spot.columnId, spot.itemId)
    },
    onBlur: () => {
      focused = null
    },
    /** When what had the focus went to another column, the focus goes along; when it is gone, its neighbour takes it. */
    keepFocus: (before: readonly KanbanColumnData[]) => {
      if (!focused || focused.itemId === null || exists(focused) || (document.activeElement && document.activeElement !== document.body))
        return
      if (wanted !== null) return
      const { itemId } = focused
      const other = columns.find(({ itemIds }) => itemIds.includes(itemId))
      if (other) return focus({ columnId: other.id, itemId })
      const index = before.find(({ id }) => id === focused?.columnId)?.itemIds.indexOf(itemId) ?? 0
      const ids = columnOf(focused.columnId)?.itemIds ?? []
      focus({ columnId: focused.columnId, itemId: ids[Math.min(Math.max(index, 0), ids.length - 1)] ?? null })
    },

    drag: () => drag,
    setDrag: (next: KanbanDrag | null) => {
      if (drag === next) return
      drag = next
      notify()
    },
    dragOver: (columnId: number, index: number) => {
      if (drag?.kind !== 'item' || (drag.over?.columnId === columnId && drag.over.index === index)) return
      drag = { ...drag, over: { columnId, index } }
      notify()
    },
  }
}

export const KanbanContext = createContext<KanbanController | null>(null)

export function useKanban(): KanbanController {
  const controller = use(KanbanContext)
  if (!controller) throw new Error('used outside of a kanban')
  return controller
}

/** A part of the controller's state. `select` must not build new objects. */
export function useKanbanState<Part>(select: (controller: KanbanController) => Part): Part {
  const controller = useKanban()
  return useSyncExternalStore(controller.subscribe, () => select(controller))
}
