import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { dueState } from '../../../../lib/dates/due.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useKanban, useKanbanState } from '../../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useIsChosen } from '../../selection/ChooseBox.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { type Grip, placed, pulled, type Span, spanOf } from './layout.ts'
import { lookOf, timelineColumn } from './look.ts'
import classes from './Timeline.module.css'

type Props = {
  cardId: number
  top: number
  reach: Span
  /** Pixels of a day. */
  day: number
  waitsFor: string | undefined
  onPull: (grip: Grip, by: number) => void
}

/** Pixels that a date within its bar needs. */
const room = 108

/** A card of the timeline: what it is called at the left, and its bar, which is moved, or pulled at its ends. */
export const TimelineBar = memo(function TimelineBar({ cardId, top, reach, day, waitsFor, onPull }: Props) {
  const kanban = useKanban()
  const { canMove, itemHref, onOpen, onPressItem } = useKanbanProps()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const isTabStop = useKanbanState(({ activeOf }) => activeOf(timelineColumn) === cardId)
  const isChosen = useIsChosen(cardId)
  const link = useRef<HTMLAnchorElement>(null)
  const start = useRef<HTMLSpanElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const [pull, setPull] = useState<{ grip: Grip; by: number } | null>(null)
  const onDrop = useRef(onPull)
  useLayoutEffect(() => {
    onDrop.current = onPull
  })
  const exists = card !== undefined
  useLayoutEffect(() => (exists && link.current ? kanban.registerItem(cardId, link.current) : undefined), [kanban, cardId, exists])
  useEffect(() => {
    if (!exists || !canMove || cardId < 0) return
    const grips: [Grip, HTMLElement | null][] = [
      ['move', link.current],
      ['start', start.current],
      ['end', end.current],
    ]
    return combine(
      ...grips.flatMap(([grip, element]) => {
        if (!element) return []
        let by = 0
        return draggable({
          element,
          getInitialData: () => ({ timeline: true, cardId }),
          onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
          onDrag: ({ location: { initial, current } }) => {
            by = Math.round((current.input.clientX - initial.input.clientX) / day)
            setPull((before) => (before?.by === by && before.grip === grip ? before : { grip, by }))
          },
          onDrop: ({ location }) => {
            setPull(null)
            // No target: let go outside of the timeline, or Escape.
            if (by !== 0 && location.current.dropTargets.length > 0) onDrop.current(grip, by)
            by = 0
          },
        })
      }),
    )
  }, [exists, canMove, cardId, day])
  if (!card) return null
  const days = pull ? pulled(card, pull.grip, pull.by) : card
  const span = spanOf(days)
  if (!span) return null
  const { from, days: length } = placed(span, reach)
  const look = lookOf(card.status, card.due_date)
  const late = look === 'late' && card.due_date !== null && !pull ? -dueState(card.due_date, card.status).days : 0
  const short =
    late > 0
      ? t('views:timeline.late', { count: late })
      : days.due_date
        ? t('views:timeline.until', { date: format.day(days.due_date) })
        : t('views:timeline.from', { date: format.day(span.start) })
  const isWide = length * day >= room
  const said = [
    card.title,
    span.start === span.end
      ? format.longDay(span.end)
      : t('views:timeline.span', { from: format.longDay(span.start), to: format.longDay(span.end) }),
    late > 0 ? short : '',
    waitsFor ? t('views:timeline.waits', { key: waitsFor }) : '',
    isChosen ? t('boards:card.chosen') : '',
  ].filter(Boolean)
  return (
    <li className={classes.row} style={{ top }} data-row={cardId} data-chosen={isChosen || undefined}>
      <div className={classes.side} aria-hidden="true" onClick={() => cardId >= 0 && onOpen(cardId)}>
        <span className={classes.key}>{card.key}</span>
        <span className={classes.title} title={card.title}>
          {card.title}
        </span>
        {card.assigned_user && <Avatar name={card.assigned_user.name} avatar={card.assigned_user.avatar_url} size="xs" />}
      </div>
      <div className={classes.track}>
        <a
          ref={link}
          href={cardId < 0 ? undefined : itemHref(cardId)}
          className={classes.bar}
          style={{ left: from * day + 2, width: Math.max(length * day - 4, 6) }}
          tabIndex={isTabStop ? 0 : -1}
          data-kanban-item={cardId}
          data-look={look}
          data-open={card.due_date === null || undefined}
          onClick={(event) => {
            if (onPressItem?.(cardId, event)) return event.preventDefault()
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || cardId < 0) return
            event.preventDefault()
            onOpen(cardId)
          }}
        >
          {canMove && <span ref={start} className={classes.grip} data-end="start" />}
          <span className="sr-only">{said.join(', ')}</span>
          {isWide && (
            <span className={classes.text} aria-hidden="true">
              {short}
            </span>
          )}
          {canMove && <span ref={end} className={classes.grip} data-end="end" />}
        </a>
        {!isWide && (
          <span className={classes.beside} style={{ left: (from + length) * day + 6 }} aria-hidden="true">
            {short}
          </span>
        )}
      </div>
    </li>
  )
})
