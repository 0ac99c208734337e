import { dropTargetForElements, type ElementDropTargetEventBasePayload } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { memo, useEffect, useMemo, useRef } from 'react'
import { withSlot } from '../../../ui/kanban/drop-index.ts'
import { KanbanItem } from '../../../ui/kanban/KanbanItem.tsx'
import { useKanban, useKanbanState } from '../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../ui/kanban/kanban-props.ts'
import classes from './LaneBoard.module.css'
import { rowAt, sizes } from './lane-layout.ts'
import type { Cell } from './lanes.ts'

type Props = { cell: Cell; from: number; to: number; rem: number; focused: number | null }

/** The cards of a list in a lane, of which those from one row to another are drawn. All are one line high, so that nothing is measured. */
export const LaneCell = memo(function LaneCell({ cell, from, to, rem, focused }: Props) {
  const kanban = useKanban()
  const { canMove } = useKanbanProps()
  const element = useRef<HTMLOListElement>(null)
  const dragged = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' ? now.itemId : null
  })
  const slot = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'item' && now.over?.columnId === cell.id ? now.over.index : -1
  })
  const rows = useMemo(() => withSlot(cell.itemIds, dragged, slot), [cell.itemIds, dragged, slot])

  useEffect(() => {
    const target = element.current
    if (!target || !canMove) return
    const over = ({ source, location }: ElementDropTargetEventBasePayload) => {
      const { itemId } = source.data
      if (location.current.dropTargets[0]?.element !== target || typeof itemId !== 'number') return
      const others = cell.itemIds.filter((id) => id !== itemId).length
      const y = location.current.input.clientY - target.getBoundingClientRect().top
      kanban.dragOver(cell.id, cell.collapsed ? others : rowAt(y, others, rem))
    }
    return dropTargetForElements({
      element: target,
      canDrop: ({ source }) => source.data.kanban === kanban && typeof source.data.itemId === 'number',
      getIsSticky: () => true,
      onDragEnter: over,
      onDrag: over,
    })
  }, [kanban, canMove, cell, rem])

  const inView = Array.from({ length: Math.max(0, Math.min(to, rows.length) - from) }, (_, index) => from + index)
  const focusedRow = focused === null ? -1 : rows.indexOf(focused)
  if (focusedRow >= 0 && !inView.includes(focusedRow)) inView.push(focusedRow)
  const drawn = inView.map((index) => {
    const itemId = rows[index] ?? null
    const style = { transform: `translateY(${(index * sizes.row + sizes.around / 3) * rem}px)` }
    if (itemId === null)
      return (
        <li key="slot" className={classes.row} style={style} aria-hidden="true">
          <div className={classes.slot} />
        </li>
      )
    return (
      <li key={itemId} className={classes.row} style={style} aria-setsize={cell.itemIds.length} aria-posinset={index + 1}>
        <LaneItem itemId={itemId} columnId={cell.id} index={index} />
      </li>
    )
  })
  // What is being dragged must stay in the page, or the browser forgets the drag.
  if (dragged !== null && cell.itemIds.includes(dragged))
    drawn.push(
      <li key={dragged} className={classes.row} data-lifted>
        <LaneItem itemId={dragged} columnId={cell.id} index={-1} />
      </li>,
    )
  return (
    <ol
      ref={element}
      className={classes.cell}
      aria-label={cell.name}
      data-kanban-column={cell.id}
      data-collapsed={cell.collapsed || undefined}
      data-over={slot >= 0 || undefined}
    >
      {cell.collapsed ? <li className={classes.held}>{cell.held > 0 && cell.held}</li> : drawn}
    </ol>
  )
})

/** Drawn again only when it stands elsewhere, not at each step of a scroll. */
const LaneItem = memo(function LaneItem(item: { itemId: number; columnId: number; index: number }) {
  const { renderItem } = useKanbanProps()
  return <KanbanItem {...item}>{renderItem(item.itemId)}</KanbanItem>
})
