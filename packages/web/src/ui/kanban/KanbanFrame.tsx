import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { restedOn } from './drag-rest.ts'
import {
  type KanbanColumnData,
  KanbanContext,
  type KanbanController,
  type KanbanSpot,
  useKanban,
  useKanbanState,
} from './kanban-controller.ts'
import { type KanbanProps, KanbanPropsContext, useKanbanProps } from './kanban-props.ts'

type ProviderProps = {
  controller: KanbanController
  /** A column that did not change should be the same object as before. */
  columns: readonly KanbanColumnData[]
  props: KanbanProps
  children: ReactNode
}

/** Tells what is inside which columns there are, and keeps the focus when they become others. */
export function KanbanProvider({ controller, columns, props, children }: ProviderProps) {
  const previous = useRef(columns)
  // Before the columns draw: they ask the controller which item is theirs.
  controller.setColumns(columns)
  useLayoutEffect(() => {
    controller.keepFocus(previous.current)
    previous.current = columns
  }, [controller, columns])
  return (
    <KanbanContext value={controller}>
      <KanbanPropsContext value={props}>{children}</KanbanPropsContext>
    </KanbanContext>
  )
}

type Props = {
  scroller: RefObject<HTMLDivElement | null>
  label: string
  className: string | undefined
  style?: CSSProperties | undefined
  /** Which way it scrolls by itself while something is dragged to its edge. */
  scrolls: 'sideways' | 'both ways'
  /** Columns have heads of their own, which take the focus and drag their column. */
  hasHeads: boolean
  onKeyDown: (event: KeyboardEvent) => void
  /** An item was let go at an index of a column, itself not counted there. */
  onDropItem: (itemId: number, to: { columnId: number; index: number }) => void
  /** null: the focus went to something else. */
  onFocusItem?: (itemId: number | null) => void
  children: ReactNode
}

/** What scrolls the columns of a kanban. Keys, the focus, the pointer and what is let go are heard here, whatever the columns look like. */
export function KanbanFrame({ scroller, label, className, style, scrolls, hasHeads, onKeyDown, onDropItem, onFocusItem, children }: Props) {
  const controller = useKanban()
  const { canMove, onMoveColumn, onHoldItem } = useKanbanProps()
  const isDragging = useKanbanState(({ drag }) => drag() !== null)
  const dropItem = useRef(onDropItem)
  useLayoutEffect(() => {
    dropItem.current = onDropItem
  })

  useEffect(() => {
    const element = scroller.current
    if (!element || !canMove) return
    return combine(
      autoScrollForElements({
        element,
        canScroll: ({ source }) => source.data.kanban === controller,
        getAllowedAxis: () => (scrolls === 'sideways' ? 'horizontal' : 'all'),
        getConfiguration: () => ({ maxScrollSpeed: scrolls === 'sideways' ? 'fast' : 'standard' }),
      }),
      monitorForElements({
        canMonitor: ({ source }) => source.data.kanban === controller,
        onDrop: ({ location }) => {
          const drag = controller.drag()
          controller.setDrag(null)
          // No target: let go outside of the board, or Escape.
          if (!drag || location.current.dropTargets.length === 0) return
          if (drag.kind === 'column') return onMoveColumn(drag.columnId, drag.index)
          if (!drag.over) return
          if (onHoldItem && restedOn(location)) return onHoldItem(drag.itemId)
          dropItem.current(drag.itemId, drag.over)
        },
      }),
    )
  }, [scroller, scrolls, controller, canMove, onMoveColumn, onHoldItem])

  const spotOf = (target: EventTarget): KanbanSpot | null => {
    if (!(target instanceof Element)) return null
    const column = target.closest<HTMLElement>('[data-kanban-column]')
    const item = target.closest<HTMLElement>('li')?.querySelector<HTMLElement>('[data-kanban-item]')
    if (!column || !(item || hasHeads)) return null
    return { columnId: Number(column.dataset.kanbanColumn), itemId: item ? Number(item.dataset.kanbanItem) : null }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the keys of the links and buttons inside are heard in one place
    <div
      ref={scroller}
      className={className}
      style={style}
      role="group"
      aria-label={label}
      data-kanban
      data-dragging={isDragging || undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const takesKeys = target instanceof Element && target.matches('[data-kanban-item], [data-kanban-header]')
        const spot = takesKeys ? spotOf(target) : null
        onFocusItem?.(spot?.itemId ?? null)
        if (spot) controller.onFocus(spot)
      }}
      onBlur={({ relatedTarget }) => relatedTarget && controller.onBlur()}
      onPointerMove={({ pointerType, target }) => pointerType === 'mouse' && controller.hover(spotOf(target))}
      onPointerLeave={() => controller.hover(null)}
    >
      {children}
    </div>
  )
}
