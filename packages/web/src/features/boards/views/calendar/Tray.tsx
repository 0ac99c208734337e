import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Points } from '../../../../ui/kanban/CardFace.tsx'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import { useIsChosen } from '../../selection/ChooseBox.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useRowWindow } from '../use-row-window.ts'
import { useCardLink } from './CalendarCard.tsx'
import { trayColumn } from './calendar-columns.ts'
import classes from './Tray.module.css'

/** In rem. */
const rowHeight = 3.375

/** What has no date yet, to be dragged to a day. Only the rows in view are in the page. */
export function Tray({ ids, isOver }: { ids: readonly number[]; isOver: boolean }) {
  const kanban = useKanban()
  const { canMove, onSpotKey } = useKanbanProps()
  const element = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLUListElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const row = rowHeight * rem
  const { from, to } = useRowWindow(scroller, { row })
  const [focused, setFocused] = useState<number | null>(null)
  const latest = useRef(ids)
  useLayoutEffect(() => {
    latest.current = ids
  })
  useEffect(
    () =>
      kanban.registerColumn(trayColumn, {
        reveal: (id) => {
          const at = latest.current.indexOf(id)
          const list = scroller.current
          if (at < 0 || !list) return
          if (at * row < list.scrollTop) list.scrollTop = at * row
          else if ((at + 1) * row > list.scrollTop + list.clientHeight) list.scrollTop = (at + 1) * row - list.clientHeight
        },
        focusHeader: () => {},
      }),
    [kanban, row],
  )
  useEffect(() => {
    if (!element.current || !canMove) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.kanban === kanban,
      getData: () => ({ day: 'tray' }),
    })
  }, [kanban, canMove])
  const onKeyDown = (event: KeyboardEvent) => {
    const cardId = event.target instanceof HTMLElement ? Number(event.target.dataset.kanbanItem) : Number.NaN
    const at = ids.indexOf(cardId)
    if (at < 0) return
    if (onSpotKey?.(event, { columnId: trayColumn, itemId: cardId })) return event.preventDefault()
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key]
    const id = next === undefined ? undefined : ids[next]
    if (id === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    kanban.focus({ columnId: trayColumn, itemId: id })
  }
  const drawn = ids.slice(from, to).map((id, offset) => ({ id, at: from + offset }))
  const kept = focused === null ? -1 : ids.indexOf(focused)
  if (focused !== null && kept >= 0 && (kept < from || kept >= to)) drawn.push({ id: focused, at: kept })
  return (
    <aside ref={element} className={classes.tray} aria-label={t('views:calendar.undated')} data-over={isOver || undefined}>
      <h2>
        {t('views:calendar.undated')} <span>{format.integer(ids.length)}</span>
      </h2>
      {canMove && <p>{ids.length > 0 ? t('views:calendar.trayHint') : t('views:calendar.trayEmpty')}</p>}
      <ul
        ref={scroller}
        data-kanban
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const id = target.dataset.kanbanItem
          if (id === undefined) return
          setFocused(Number(id))
          kanban.onFocus({ columnId: trayColumn, itemId: Number(id) })
        }}
        onBlur={({ relatedTarget }) => relatedTarget && kanban.onBlur()}
        onPointerMove={({ pointerType, target }) => {
          const id =
            target instanceof Element
              ? target.closest('li')?.querySelector<HTMLElement>('[data-kanban-item]')?.dataset.kanbanItem
              : undefined
          if (pointerType === 'mouse') kanban.hover(id === undefined ? null : { columnId: trayColumn, itemId: Number(id) })
        }}
        onPointerLeave={() => kanban.hover(null)}
      >
        <li aria-hidden="true" style={{ height: ids.length * row }} />
        {drawn.map(({ id, at }) => (
          <li key={id} className={classes.row} style={{ top: at * row }} aria-setsize={ids.length} aria-posinset={at + 1}>
            <TrayCard cardId={id} />
          </li>
        ))}
      </ul>
    </aside>
  )
}

const TrayCard = memo(function TrayCard({ cardId }: { cardId: number }) {
  const { canMove } = useKanbanProps()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const isChosen = useIsChosen(cardId)
  const link = useCardLink(cardId, trayColumn)
  if (!card) return null
  return (
    <a {...link} className={classes.card} title={`${card.key} ${card.title}`} data-chosen={isChosen || undefined}>
      {canMove && <IconGripVertical size={16} stroke={1.75} aria-hidden />}
      <b>{card.title}</b>
      {card.estimate !== null && <Points points={card.estimate} />}
      {isChosen && <span className="sr-only">{t('boards:card.chosen')}</span>}
    </a>
  )
})
