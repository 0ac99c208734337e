import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { showTilted } from './drag-preview.ts'
import classes from './Kanban.module.css'
import { useKanban, useKanbanState } from './kanban-controller.ts'
import { useKanbanProps } from './kanban-props.ts'

type Props = {
  itemId: number
  columnId: number
  /** Where it stands; another place may mean that the focus has to be given back. */
  index: number
  children: ReactNode
}

/** One card: a link that can be dragged, reached by the arrow keys, and whatever stands beside it. */
export function KanbanItem({ itemId, columnId, index, children }: Props) {
  const controller = useKanban()
  const { canMove, itemHref, onOpen, onPressItem, renderItemExtra } = useKanbanProps()
  const link = useRef<HTMLAnchorElement>(null)
  const isTabStop = useKanbanState(({ activeOf }) => activeOf(columnId) === itemId)
  // Below 0: not yet on the server, so there is nothing to open or to move.
  const settled = itemId >= 0

  useEffect(() => {
    const element = link.current
    if (!element || !canMove || !settled) return
    return draggable({
      element,
      getInitialData: () => ({ kanban: controller, itemId }),
      onGenerateDragPreview: (payload) => showTilted(element, payload, classes.tilted),
      onDragStart: () => {
        const from = controller.columns().find(({ itemIds }) => itemIds.includes(itemId))
        if (!from) return
        controller.setDrag({
          kind: 'item',
          itemId,
          fromColumnId: from.id,
          height: element.offsetHeight,
          over: { columnId: from.id, index: from.itemIds.indexOf(itemId) },
        })
      },
    })
  }, [controller, canMove, itemId, settled])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another index means that the node may have been moved, which takes the focus away
  useLayoutEffect(() => (link.current ? controller.registerItem(itemId, link.current) : undefined), [controller, itemId, index])

  return (
    <>
      <a
        ref={link}
        className={classes.item}
        href={settled ? itemHref(itemId) : undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-kanban-item={itemId}
        aria-busy={settled ? undefined : true}
        onClick={(event) => {
          if (onPressItem?.(itemId, event)) return event.preventDefault()
          // With a modifier it is a link like any other: it opens in another tab.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !settled) return
          event.preventDefault()
          onOpen(itemId)
        }}
        onContextMenu={(event) => {
          // A long press by finger is the beginning of a drag, not a question about the link.
          if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch') event.preventDefault()
        }}
      >
        {children}
      </a>
      {settled && renderItemExtra?.(itemId)}
    </>
  )
}
