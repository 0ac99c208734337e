import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import { useAppearance } from '../../lib/device/appearance.ts'
import { dropIndex, withSlot } from './drop-index.ts'
import classes from './Kanban.module.css'
import { KanbanItem } from './KanbanItem.tsx'
import { type KanbanColumnData, useKanban, useKanbanState } from './kanban-controller.ts'
import { useKanbanProps } from './kanban-props.ts'

export type KanbanItemsHandle = {
  scroller: HTMLElement | null
  /** Scrolls so that the item is drawn and in view. */
  reveal: (itemId: number) => void
  /** Where a card dropped at that height of the window would go. */
  dropIndexAt: (clientY: number) => number
}

/** A usual card, until it is measured; the gap between two; cards drawn beyond the view. */
const estimates = { dense: 44, roomy: 96 }
const gaps = { dense: 4, compact: 5, roomy: 8 }
const overscan = 5
const slotKey = 'slot'

type Props = { column: KanbanColumnData; ref: Ref<KanbanItemsHandle> }

/** The items of a column, of which only those in view are in the page. */
export function KanbanItems({ column, ref }: Props) {
  const controller = useKanban()
  const { renderItem, dense } = useKanbanProps()
  const { compact_mode } = useAppearance()
  const gap = dense ? gaps.dense : compact_mode ? gaps.compact : gaps.roomy
  const estimate = dense ? estimates.dense : estimates.roomy
  const scroller = useRef<HTMLOListElement>(null)
  const dragged = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' ? now.itemId : null
  })
  const slotIndex = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' && now.over?.columnId === column.id ? now.over.index : -1
  })
  const slotHeight = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' ? now.height : 0
  })
  const active = useKanbanState(({ activeOf }) => activeOf(column.id))

  const rows = useMemo(() => withSlot(column.itemIds, dragged, slotIndex), [column.itemIds, dragged, slotIndex])
  const slot = dragged === null ? -1 : slotIndex
  const activeRow = active === null ? -1 : rows.indexOf(active)
  // What has the focus stays in the page while it is scrolled out of view.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      return activeRow < 0 || indexes.includes(activeRow) ? indexes : [...indexes, activeRow].sort((a, b) => a - b)
    },
    [activeRow],
  )
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index] === null ? slotHeight : estimate),
    getItemKey: (index) => rows[index] ?? slotKey,
    gap,
    paddingStart: 2,
    paddingEnd: 8,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 8,
    overscan,
    rangeExtractor,
    // A first guess, so that the first drawing already holds cards.
    initialRect: { width: 260, height: 640 },
  })

  // What is out of view was measured as it looked before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is the reason
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, dense])

  useImperativeHandle(
    ref,
    () => ({
      get scroller() {
        return scroller.current
      },
      reveal: (itemId) => {
        const index = rows.indexOf(itemId)
        if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
      },
      dropIndexAt: (clientY) => {
        const list = scroller.current
        if (!list) return 0
        const box = list.getBoundingClientRect()
        const y = Math.min(Math.max(clientY - box.top, 0), box.height) + list.scrollTop
        const others = rows.length - (slot >= 0 ? 1 : 0)
        const row = y > virtualizer.getTotalSize() ? undefined : virtualizer.getVirtualItemForOffset(y)
        return dropIndex(row && y > row.end + gap ? undefined : row, slot, y, others)
      },
    }),
    [rows, slot, virtualizer, gap],
  )

  const drawn = virtualizer.getVirtualItems().map(({ index, start, key }) => {
    const itemId = rows[index]
    const style = { transform: `translateY(${start}px)` }
    if (itemId === null || itemId === undefined)
      return (
        <li key={key} ref={virtualizer.measureElement} data-index={index} className={classes.row} style={style} aria-hidden="true">
          <div className={classes.slot} style={{ height: slotHeight }} />
        </li>
      )
    return (
      <li
        key={key}
        ref={virtualizer.measureElement}
        data-index={index}
        className={classes.row}
        style={style}
        aria-setsize={column.itemIds.length}
        aria-posinset={index + 1}
      >
        <KanbanItem itemId={itemId} columnId={column.id} index={index}>
          {renderItem(itemId)}
        </KanbanItem>
      </li>
    )
  })
  // What is being dragged must stay in the page, or the browser forgets the drag.
  if (dragged !== null && column.itemIds.includes(dragged))
    drawn.push(
      <li key={dragged} data-index={-1} className={classes.row} data-lifted>
        <KanbanItem itemId={dragged} columnId={column.id} index={-1}>
          {renderItem(dragged)}
        </KanbanItem>
      </li>,
    )

  return (
    <ol
      ref={scroller}
      className={classes.items}
      data-dense={dense || undefined}
      data-empty={rows.length === 0 || undefined}
      onScroll={() => controller.hover(null)}
    >
      <li className={classes.spacer} style={{ height: rows.length === 0 ? 0 : virtualizer.getTotalSize() }} aria-hidden="true" />
      {drawn}
    </ol>
  )
}
