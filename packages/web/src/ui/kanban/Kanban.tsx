import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { restedOn } from './drag-rest.ts'
import { reordered, withSlot } from './drop-index.ts'
import classes from './Kanban.module.css'
import { KanbanColumn } from './KanbanColumn.tsx'
import { type KanbanColumnData, KanbanContext, type KanbanController, useKanbanState } from './kanban-controller.ts'
import { onKanbanKey } from './kanban-keys.ts'
import { type KanbanProps, KanbanPropsContext } from './kanban-props.ts'

type Props = {
  controller: KanbanController
  /** From left to right. A column that did not change should be the same object as before. */
  columns: readonly KanbanColumnData[]
  label: string
  /** Must keep its identity: everything inside is drawn again when it changes. */
  props: KanbanProps
  /** Behind the last column. */
  end?: ReactNode
  style?: CSSProperties
}

/** Columns drawn before anybody knows what is in view. */
const earlyColumns = 6

/**
 * Columns of cards, moved by pointer, finger and keyboard. It knows nothing of what the cards are: the board and the
 * sprint board fill it. Only cards in view are in the page, so that one column may hold thousands.
 */
export function Kanban({ controller, columns, label, props, end, style }: Props) {
  const previous = useRef(columns)
  // Before the columns draw: they ask the controller which item is theirs.
  controller.setColumns(columns)
  useLayoutEffect(() => {
    controller.keepFocus(previous.current)
    previous.current = columns
  }, [controller, columns])

  return (
    <KanbanContext value={controller}>
      <KanbanPropsContext value={props}>
        <Board controller={controller} columns={columns} label={label} props={props} end={end} style={style} />
      </KanbanPropsContext>
    </KanbanContext>
  )
}

function Board({ controller, columns, label, props, end, style }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { canMove, onMoveItem, onMoveColumn, onHoldItem } = props
  const isDragging = useKanbanState(({ drag }) => drag() !== null)
  const draggedColumn = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'column' ? now.columnId : null
  })
  const columnIndex = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'column' ? now.index : -1
  })

  useEffect(() => {
    const element = scroller.current
    if (!element || !canMove) return
    return combine(
      autoScrollForElements({
        element,
        canScroll: ({ source }) => source.data.kanban === controller,
        getAllowedAxis: () => 'horizontal',
        getConfiguration: () => ({ maxScrollSpeed: 'fast' }),
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
          const { columnId, index } = drag.over
          const ids = controller.columns().find(({ id }) => id === columnId)?.itemIds ?? []
          const afterId = withSlot(ids, drag.itemId, -1)[index - 1] ?? null
          onMoveItem(drag.itemId, { columnId, afterId })
        },
      }),
    )
  }, [controller, canMove, onMoveItem, onMoveColumn, onHoldItem])

  const spotOf = (target: EventTarget) => {
    if (!(target instanceof Element)) return null
    const column = target.closest<HTMLElement>('[data-kanban-column]')
    if (!column) return null
    const item = target.closest<HTMLElement>('li')?.querySelector<HTMLElement>('[data-kanban-item]')
    return { columnId: Number(column.dataset.kanbanColumn), itemId: item ? Number(item.dataset.kanbanItem) : null }
  }
  const order =
    draggedColumn === null
      ? null
      : reordered(
          columns.map(({ id }) => id),
          draggedColumn,
          columnIndex,
        )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the keys of the links and buttons inside are heard in one place
    <div
      ref={scroller}
      className={classes.board}
      style={style}
      role="group"
      aria-label={label}
      data-kanban
      data-dragging={isDragging || undefined}
      onKeyDown={(event) => onKanbanKey(event, controller, props)}
      onFocus={(event) => {
        const spot = spotOf(event.target)
        if (spot && event.target instanceof Element && event.target.matches('[data-kanban-item], [data-kanban-header]'))
          controller.onFocus(spot)
      }}
      onBlur={(event) => event.relatedTarget && controller.onBlur()}
      onPointerMove={(event) => event.pointerType === 'mouse' && controller.hover(spotOf(event.target))}
      onPointerLeave={() => controller.hover(null)}
    >
      {columns.map((column, index) => (
        <div key={column.id} className={classes.seat} style={order ? { order: order.indexOf(column.id) } : undefined}>
          <KanbanColumn column={column} early={index < earlyColumns} />
        </div>
      ))}
      {end && (
        <div className={classes.end} style={order ? { order: columns.length } : undefined}>
          {end}
        </div>
      )}
    </div>
  )
}
