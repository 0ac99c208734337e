import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { dueState } from '../../../../lib/dates/due.ts'
import { showTilted } from '../../../../ui/kanban/drag-preview.ts'
import { useKanban, useKanbanState } from '../../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import { useIsChosen } from '../../selection/ChooseBox.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import classes from './Calendar.module.css'
import { calendarColumn } from './calendar-columns.ts'

/** Makes a card of a view something that can be dragged, and that the keys of the board find. */
export function useCardLink(cardId: number, columnId: number) {
  const kanban = useKanban()
  const { canMove, itemHref, onOpen, onPressItem } = useKanbanProps()
  const link = useRef<HTMLAnchorElement>(null)
  const isTabStop = useKanbanState(({ activeOf }) => activeOf(columnId) === cardId)
  const settled = cardId >= 0
  useLayoutEffect(() => (link.current ? kanban.registerItem(cardId, link.current) : undefined), [kanban, cardId])
  useEffect(() => {
    const element = link.current
    if (!element || !canMove || !settled) return
    return draggable({
      element,
      getInitialData: () => ({ kanban, itemId: cardId }),
      onGenerateDragPreview: (payload) => showTilted(element, payload, classes.tilted),
    })
  }, [kanban, canMove, cardId, settled])
  return {
    ref: link,
    href: settled ? itemHref(cardId) : undefined,
    tabIndex: isTabStop ? 0 : -1,
    'data-kanban-item': cardId,
    'aria-busy': settled ? undefined : true,
    onClick: (event: React.MouseEvent) => {
      if (onPressItem?.(cardId, event)) return event.preventDefault()
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !settled) return
      event.preventDefault()
      onOpen(cardId)
    },
  } as const
}

/** A card on its day. */
export const CalendarCard = memo(function CalendarCard({ cardId, isLong }: { cardId: number; isLong: boolean }) {
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const color = useBoardPart(({ frame }) => frame.labels.find(({ id }) => id === card?.label_ids[0])?.color, undefined)
  const isChosen = useIsChosen(cardId)
  const link = useCardLink(cardId, calendarColumn)
  if (!card) return null
  const { state } = dueState(card.due_date ?? '', card.status)
  return (
    <a
      {...link}
      className={classes.card}
      style={color ? ({ '--c': color } as CSSProperties) : undefined}
      title={`${card.key} ${card.title}`}
      data-state={state}
      data-long={isLong || undefined}
      data-chosen={isChosen || undefined}
    >
      <span>{card.title}</span>
      {state === 'late' && <span className="sr-only">{t('views:calendar.late')}</span>}
      {state === 'done' && <span className="sr-only">{t('views:calendar.done')}</span>}
      {isChosen && <span className="sr-only">{t('boards:card.chosen')}</span>}
    </a>
  )
})
