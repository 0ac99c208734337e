import {
  draggable,
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { memo, useEffect, useRef } from 'react'
import { showTilted } from './drag-preview.ts'
import classes from './Kanban.module.css'
import { KanbanItems, type KanbanItemsHandle } from './KanbanItems.tsx'
import { type KanbanColumnData, useKanban, useKanbanState } from './kanban-controller.ts'
import { useKanbanProps } from './kanban-props.ts'
import { useNearView } from './use-near-view.ts'

type Props = { column: KanbanColumnData /** Drawn at once, without waiting to know whether it is in view. */; early: boolean }

/** One column: a header that drags it, its windowed items, and a footer. */
export const KanbanColumn = memo(function KanbanColumn({ column, early }: Props) {
  const controller = useKanban()
  const { canMove, renderHeader, renderCollapsed, renderFooter, renderEmpty } = useKanbanProps()
  const place = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  const items = useRef<KanbanItemsHandle>(null)
  const isNear = useNearView(place, early)
  const isDragged = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'column' && now.columnId === column.id
  })
  const hasSlot = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' && now.over?.columnId === column.id
  })

  useEffect(
    () =>
      controller.registerColumn(column.id, {
        reveal: (itemId) => {
          place.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
          items.current?.reveal(itemId)
        },
        focusHeader: () => header.current?.querySelector<HTMLElement>('[data-kanban-header]')?.focus(),
      }),
    [controller, column.id],
  )

  useEffect(() => {
    const target = place.current
    const handle = header.current
    const shown = body.current
    if (!target || !handle || !shown || !canMove) return
    const ours = (data: Record<string | symbol, unknown>) => data.kanban === controller
    const over = ({ source, self, location }: ElementDropTargetEventBasePayload) => {
      // Only the innermost target decides; sticky ones hear of every drag.
      if (location.current.dropTargets[0]?.element !== target) return
      const drag = controller.drag()
      if (typeof source.data.itemId === 'number') {
        // What comes to a collapsed column has no place among others.
        const index = column.collapsed ? 0 : items.current?.dropIndexAt(location.current.input.clientY)
        if (index !== undefined) controller.dragOver(column.id, index)
      } else if (drag?.kind === 'column' && drag.columnId !== column.id) {
        const others = controller.columns().filter(({ id }) => id !== drag.columnId)
        const at = others.findIndex(({ id }) => id === column.id)
        const index = extractClosestEdge(self.data) === 'left' ? at : at + 1
        if (index !== drag.index) controller.setDrag({ ...drag, index })
      }
    }
    return combine(
      draggable({
        element: handle,
        // While its name is being written, a drag selects text.
        canDrag: () => !handle.querySelector('input, textarea'),
        getInitialData: () => ({ kanban: controller, columnId: column.id }),
        onGenerateDragPreview: (payload) => showTilted(shown, payload, classes.tilted),
        onDragStart: () => {
          const index = controller.columns().findIndex(({ id }) => id === column.id)
          controller.setDrag({ kind: 'column', columnId: column.id, index })
        },
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => ours(source.data),
        // Between two columns the last one still counts.
        getIsSticky: () => true,
        getData: ({ input, element }) => attachClosestEdge({ columnId: column.id }, { input, element, allowedEdges: ['left', 'right'] }),
        onDragEnter: over,
        onDrag: over,
      }),
    )
  }, [controller, canMove, column.id, column.collapsed])

  useEffect(() => {
    const element = items.current?.scroller
    // `isNear` decides whether there is a scroller.
    if (!element || !canMove || !isNear || column.collapsed) return
    return autoScrollForElements({
      element,
      canScroll: ({ source }) => source.data.kanban === controller && typeof source.data.itemId === 'number',
      getConfiguration: () => ({ maxScrollSpeed: 'fast' }),
    })
  }, [controller, canMove, isNear, column.collapsed])

  const isEmpty = column.itemIds.length === 0 && !hasSlot
  return (
    <div ref={place} className={classes.place} data-kanban-column={column.id} data-dragged={isDragged || undefined}>
      <section
        ref={body}
        className={classes.column}
        aria-label={column.name}
        data-collapsed={column.collapsed || undefined}
        data-over={(column.collapsed && hasSlot) || undefined}
      >
        <header ref={header} className={classes.header}>
          {column.collapsed && renderCollapsed ? renderCollapsed(column.id) : renderHeader(column.id)}
        </header>
        {!column.collapsed && (
          <>
            {isNear && <KanbanItems ref={items} column={column} />}
            {isEmpty && renderEmpty?.(column.id)}
            {renderFooter && <footer className={classes.footer}>{renderFooter(column.id)}</footer>}
          </>
        )}
      </section>
    </div>
  )
})
