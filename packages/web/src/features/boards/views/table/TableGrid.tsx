// biome-ignore-all lint/a11y/useSemanticElements: rows that are not all in the page, and stand where they are put, are none for the browser's own table
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid only cells take the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are heard by the grid
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadTexts, t } from '../../../../i18n/index.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { chooseByKey, pressCard } from '../../selection/choosing.ts'
import { useSession } from '../../session/board-session.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import { useRowWindow } from '../use-row-window.ts'
import type { TableColumn, TableSort } from './columns.ts'
import { moved } from './grid-keys.ts'
import { OwnKeys } from './OwnKeys.tsx'
import type { TableRow, Totals } from './rows.ts'
import classes from './Table.module.css'
import { TableFoot, TableHead, useSortBy } from './TableEdges.tsx'
import { CardRow, GroupHead, loadWriting } from './TableRow.tsx'
import { isWritten, type Move, type Spot, spotName, useTable } from './table-context.ts'

const loadDialog = async () => (await import('./CellDialog.tsx')).CellDialog
const CellDialog = lazyPart(loadDialog, { texts: ['card', 'fields'] })

/** In rem. */
const rowHeight = 2.5
/** The only column of the kanban that all rows are. */
const allRows = -1

type Props = {
  rows: readonly TableRow[]
  totals: Totals
  sort: TableSort | null
  label: string
  onFold: (key: string) => void
}

type Editing = { cardId: number; column: TableColumn }

/** Rows and columns that arrow keys walk over. Only the rows in view are in the page, and the one that has the focus. */
export function TableGrid({ rows, totals, sort, label, onFold }: Props) {
  const { columns, canWrite, whole, fill, onOpen } = useTable()
  const { store } = useSession()
  const { selection } = useBoardUi()
  const kanban = useKanban()
  const scroller = useRef<HTMLDivElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const row = rowHeight * rem
  const { from, to } = useRowWindow(scroller, { row, head: row })
  const [spot, setSpot] = useState<Spot>({ row: '', column: 2 })
  const [editing, setEditing] = useState<Editing | null>(null)
  const [isAside, setAside] = useState(false)
  const sortBy = useSortBy()
  /** Whether the focus is on a cell: then it is given back when what had it was drawn elsewhere. */
  const hasFocus = useRef(false)
  /** The cell that had the focus before it was pressed. */
  const pressed = useRef<Element | null>(null)

  const index = useMemo(() => new Map(rows.map(({ key }, at) => [key, at])), [rows])
  const first = canWrite ? 0 : 1
  const active: Spot =
    spot.row === 'head' || index.has(spot.row)
      ? { row: spot.row, column: Math.min(Math.max(spot.column, first), columns.length) }
      : { row: rows[0]?.key ?? 'head', column: Math.max(first, 2) }
  const activeRow = active.row === 'head' ? -1 : (index.get(active.row) ?? -1)

  const cellOf = (at: Spot) => scroller.current?.querySelector<HTMLElement>(`[data-spot="${spotName(at)}"]`) ?? null
  const reveal = (at: number) => {
    const element = scroller.current
    if (!element || at < 0) return
    const [top, room] = [at * row, element.clientHeight - 2 * row]
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + row > element.scrollTop + room) element.scrollTop = top + row - room
  }
  const go = (to: Spot) => {
    flushSync(() => setSpot(to))
    reveal(index.get(to.row) ?? -1)
    const cell = cellOf(to)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const latest = useRef({ index, reveal })
  useLayoutEffect(() => {
    latest.current = { index, reveal }
    if (hasFocus.current && !editing && document.activeElement === document.body) cellOf(active)?.focus({ preventScroll: true })
  })
  useLayoutEffect(
    () =>
      kanban.registerColumn(allRows, {
        reveal: (itemId) => latest.current.reveal(latest.current.index.get(`c${itemId}`) ?? -1),
        focusHeader: () => {},
      }),
    [kanban],
  )

  // Who presses Enter on a cell goes on typing: what is written in is there before, and yet after the rows.
  useEffect(() => {
    if (canWrite) void Promise.all([loadWriting(), loadDialog(), loadTexts('card', 'conflict', 'fields')]).catch(() => undefined)
  }, [canWrite])

  const columnAt = (at: Spot): TableColumn | undefined => columns[at.column - 1]
  const cardAt = (at: Spot): number | null => {
    const found = rows[index.get(at.row) ?? -1]
    return found?.kind === 'card' ? found.id : null
  }
  /** What Enter does on a cell, and a press on the one that has the focus. */
  const enter = (at: Spot) => {
    const column = columnAt(at)
    if (at.row === 'head') return column && sortBy(sort, column)
    const cardId = cardAt(at)
    if (cardId === null) return onFold(at.row)
    if (at.column === 0) return selection.toggle(cardId)
    if (!column || cardId < 0) return
    if (!canWrite || column.kind === 'key') return onOpen(cardId)
    if (column.field?.type === 'checkbox') {
      const card = store.get().board?.cards.get(cardId)
      return card && fill(cardId, column.field.id, whole(card).fields[column.field.id] === true ? null : true)
    }
    setSpot(at)
    setEditing({ cardId, column })
  }
  const endWriting = (move: Move) => {
    flushSync(() => setEditing(null))
    if (move === 'stay') go(active)
    if (move === 'next') go({ ...active, column: Math.min(active.column + 1, columns.length) })
  }

  const spotOf = (target: EventTarget): Spot | null => {
    const [name, column] =
      (target instanceof Element ? target.closest<HTMLElement>('[data-spot]')?.dataset.spot : undefined)?.split(' ') ?? []
    return name === undefined ? null : { row: name, column: Number(column) }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = spotOf(event.target)
    if (!at || !(event.target instanceof HTMLElement) || event.nativeEvent.isComposing) return
    const itemId = cardAt(at)
    if (canWrite && itemId !== null && chooseByKey(selection, kanban, event, { columnId: allRows, itemId })) return event.preventDefault()
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / row) - 3)
    const next = moved(event, at, { rows: rows.map(({ key }) => key), groups: isGroup, first, last: columns.length, page })
    const opens = event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && (at.column === 0 || itemId === null))
    if (next) go(next)
    else if (opens && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) enter(at)
    else return
    event.preventDefault()
  }
  const isGroup = (key: string): boolean => rows[index.get(key) ?? -1]?.kind === 'group'
  const onClick = (event: MouseEvent) => {
    const at = spotOf(event.target)
    const cell = at && cellOf(at)
    if (!at || !cell || !(event.target instanceof Element) || event.target.closest('a, input, button')) return
    const cardId = cardAt(at)
    if (cardId === null) return
    if (canWrite && pressCard(selection, kanban, cardId, event)) return
    if (pressed.current === cell || columnAt(at)?.field?.type === 'checkbox') enter(at)
  }

  const drawn = rows.slice(from, to).map((each, offset) => ({ each, at: from + offset }))
  const kept = rows[activeRow]
  if (kept && (activeRow < from || activeRow >= to)) drawn.push({ each: kept, at: activeRow })
  const written = editing && isWritten(editing.column) ? editing : null
  const chosen = editing && !written ? editing : null
  const choose = canWrite ? 2.5 : 0
  const style = {
    '--cols': [
      ...(canWrite ? [`${choose}rem`] : []),
      ...columns.map(({ kind, width }) => (kind === 'title' ? `minmax(${width}rem, 1fr)` : `${width}rem`)),
      '1rem',
    ].join(' '),
    '--least': `${columns.reduce((sum, { width }) => sum + width, choose + 1)}rem`,
    '--key': `${choose}rem`,
  } as CSSProperties
  return (
    <div className={classes.around}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 2}
        aria-colcount={columns.length + 1}
        aria-multiselectable={canWrite || undefined}
        aria-readonly={!canWrite || undefined}
        className={classes.grid}
        style={style}
        data-kanban
        data-aside={isAside || undefined}
        tabIndex={-1}
        onScroll={({ currentTarget }) => setAside(currentTarget.scrollLeft > 0)}
        onKeyDown={onKeyDown}
        onPointerDown={({ target }) => {
          pressed.current = document.activeElement === (target as Element).closest?.('[data-spot]') ? document.activeElement : null
        }}
        onClick={onClick}
        onFocus={({ target }) => {
          const at = target.matches('[data-spot]') ? spotOf(target) : null
          hasFocus.current = at !== null
          if (!at) return
          if (at.row !== active.row || at.column !== active.column) setSpot(at)
          const itemId = cardAt(at)
          if (itemId !== null) kanban.onFocus({ columnId: allRows, itemId })
          else kanban.onBlur()
        }}
        onBlur={({ relatedTarget }) => {
          // Without a target the page itself took it, because the cell was drawn elsewhere.
          if (relatedTarget instanceof Element && !scroller.current?.contains(relatedTarget)) hasFocus.current = false
          if (relatedTarget) kanban.onBlur()
        }}
        onPointerMove={({ pointerType, target }) => {
          if (pointerType !== 'mouse') return
          const id = (target as Element).closest?.<HTMLElement>('[data-card]')?.dataset.card
          kanban.hover(id === undefined ? null : { columnId: allRows, itemId: Number(id) })
        }}
        onPointerLeave={() => kanban.hover(null)}
      >
        <TableHead sort={sort} active={active.row === 'head' ? active.column : -1} />
        <div role="rowgroup" className={classes.rows} style={{ height: rows.length * row }}>
          {drawn.map(({ each, at }) =>
            each.kind === 'group' ? (
              <GroupHead
                key={each.key}
                group={each}
                index={at + 1}
                top={at * row}
                active={at === activeRow ? active.column : -1}
                columns={columns}
                onFold={onFold}
              />
            ) : (
              <CardRow
                key={each.key}
                cardId={each.id}
                index={at + 1}
                top={at * row}
                active={at === activeRow ? active.column : -1}
                written={written?.cardId === each.id ? written.column.id : null}
                onWritten={endWriting}
              />
            ),
          )}
        </div>
        {rows.length === 0 && <p className={classes.empty}>{t('boards:search.none')}</p>}
        <TableFoot totals={totals} rowIndex={rows.length + 2} />
      </div>
      {chosen && (
        <OwnKeys>
          <CellDialog cardId={chosen.cardId} column={chosen.column} anchor={cellOf(active)} onClose={() => setEditing(null)} />
        </OwnKeys>
      )}
    </div>
  )
}
