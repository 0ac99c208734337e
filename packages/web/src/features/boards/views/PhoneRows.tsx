import type { CardChange } from '@rodada/contract/cards/cards'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useKanban } from '../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../ui/kanban/kanban-props.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { useIsChosen } from '../selection/ChooseBox.tsx'
import classes from './PhoneRows.module.css'
import { useRowWindow } from './use-row-window.ts'

/** In rem, as the style of a row says. */
const rowHeight = 5.25

type RowsProps<Row> = {
  rows: readonly Row[]
  /** The column of the kanban that all of these rows are. */
  columnId: number
  label: string
  /** Said when there is no row. */
  none: string
  /** A row, so many pixels from the top of the first. */
  children: (row: Row, top: number) => ReactNode
}

/** The rows of a view on a phone, all of one height, of which only those in view are in the page. */
export function PhoneRows<Row extends { key: string; kind: 'group' | 'card' }>({ rows, columnId, label, none, children }: RowsProps<Row>) {
  const kanban = useKanban()
  const scroller = useRef<HTMLDivElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const height = rowHeight * rem
  const { from, to } = useRowWindow(scroller, { row: height })
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })
  useEffect(
    () =>
      kanban.registerColumn(columnId, {
        reveal: (itemId) => {
          const at = latest.current.findIndex(({ key }) => key === `c${itemId}`)
          if (at >= 0 && scroller.current) scroller.current.scrollTop = Math.max(0, (at - 2) * height)
        },
        focusHeader: () => {},
      }),
    [kanban, columnId, height],
  )
  return (
    <div ref={scroller} className={classes.scroller} data-kanban>
      <ul aria-label={label} data-headed={rows[0]?.kind === 'group' || undefined} style={{ height: rows.length * height }}>
        {rows.slice(from, to).map((row, offset) => children(row, (from + offset) * height))}
      </ul>
      {rows.length === 0 && <p className={classes.none}>{none}</p>}
    </div>
  )
}

type RowProps = {
  card: CardChange
  columnId: number
  top: number
  className: string | undefined
  /** Beside the link, at the right edge. */
  beside?: ReactNode
  children: ReactNode
}

/** A card among the rows: a link that opens it or, while cards are chosen, chooses it. */
export function PhoneRow({ card: { id, assigned_user: person }, columnId, top, className, beside, children }: RowProps) {
  const kanban = useKanban()
  const { itemHref, onOpen, onPressItem } = useKanbanProps()
  const isChosen = useIsChosen(id)
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => (link.current ? kanban.registerItem(id, link.current) : undefined), [kanban, id])
  return (
    <li className={`${classes.row} ${className}`} style={{ top }} data-chosen={isChosen || undefined}>
      <a
        ref={link}
        href={id < 0 ? undefined : itemHref(id)}
        data-kanban-item={id}
        onFocus={() => kanban.onFocus({ columnId, itemId: id })}
        onClick={(event) => {
          if (id >= 0 && !onPressItem?.(id, event)) onOpen(id)
          event.preventDefault()
        }}
      >
        {children}
        {isChosen && <span className="sr-only">{t('boards:card.chosen')}</span>}
      </a>
      {beside}
      {person && <Avatar className={classes.avatar} name={person.name} avatar={person.avatar_url} size="xs" label={person.name} />}
    </li>
  )
}
