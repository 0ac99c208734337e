import { type CSSProperties, type ReactNode, useRef } from 'react'
import { reordered, withSlot } from './drop-index.ts'
import classes from './Kanban.module.css'
import { KanbanColumn } from './KanbanColumn.tsx'
import { KanbanFrame, KanbanProvider } from './KanbanFrame.tsx'
import { type KanbanColumnData, type KanbanController, useKanbanState } from './kanban-controller.ts'
import { onKanbanKey } from './kanban-keys.ts'
import type { KanbanProps } from './kanban-props.ts'

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
export function Kanban(kanban: Props) {
  const { controller, columns, props } = kanban
  return (
    <KanbanProvider controller={controller} columns={columns} props={props}>
      <Board {...kanban} />
    </KanbanProvider>
  )
}

function Board({ controller, columns, label, props, end, style }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const draggedColumn = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'column' ? now.columnId : null
  })
  const columnIndex = useKanbanState(({ drag }) => {
    const now = drag()
    return now?.kind === 'column' ? now.index : -1
  })
  const order =
    draggedColumn === null
      ? null
      : reordered(
          columns.map(({ id }) => id),
          draggedColumn,
          columnIndex,
        )

  return (
    <KanbanFrame
      scroller={scroller}
      label={label}
      className={classes.board}
      style={style}
      scrolls="sideways"
      hasHeads
      onKeyDown={(event) => onKanbanKey(event, controller, props)}
      onDropItem={(itemId, { columnId, index }) => {
        const ids = controller.columns().find(({ id }) => id === columnId)?.itemIds ?? []
        props.onMoveItem(itemId, { columnId, afterId: withSlot(ids, itemId, -1)[index - 1] ?? null })
      }}
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
    </KanbanFrame>
  )
}
