import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { memo, useEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { type Day, isWeekend } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import classes from './Calendar.module.css'
import { CalendarCard } from './CalendarCard.tsx'
import type { Scale } from './layout.ts'

type Props = {
  day: Day
  scale: Scale
  isOutside: boolean
  isToday: boolean
  /** Something that is dragged would land here. */
  isOver: boolean
  shown: readonly number[]
  more: number
  count: number
  onMore: (opened: { day: Day; anchor: Element }) => void
}

/** A day with the cards that are due on it. */
export const CalendarDay = memo(function CalendarDay({ day, scale, isOutside, isToday, isOver, shown, more, count, onMore }: Props) {
  const kanban = useKanban()
  const { canMove } = useKanbanProps()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!element.current || !canMove) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.kanban === kanban,
      getData: () => ({ day }),
    })
  }, [kanban, canMove, day])
  const isLong = scale === 'week' || (more === 0 && shown.length <= 2)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={element}
      role="group"
      className={classes.day}
      aria-label={t('views:calendar.day', { day: format.fullDay(day), cards: t('kanban:count', { count }) })}
      data-day={day}
      data-weekend={isWeekend(day) || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
    >
      <time dateTime={day} aria-current={isToday ? 'date' : undefined}>
        {day.endsWith('-01') ? format.day(day) : Number(day.slice(8))}
      </time>
      <ul>
        {shown.map((id) => (
          <li key={id}>
            <CalendarCard cardId={id} isLong={isLong} />
          </li>
        ))}
        {isOver && <li className={classes.slot}>{t('views:calendar.drop', { day: format.day(day) })}</li>}
        {more > 0 && (
          <li>
            <button type="button" className={classes.more} onClick={({ currentTarget }) => onMore({ day, anchor: currentTarget })}>
              {t('views:calendar.more', { count: more })}
            </button>
          </li>
        )}
      </ul>
    </div>
  )
})

/** The names of the days, once for all weeks. Each day says its own to who hears it. */
export const WeekdayNames = ({ week }: { week: readonly Day[] }) => (
  <div className={classes.names} aria-hidden="true">
    {week.map((day) => (
      <span key={day}>{format.weekday(day)}</span>
    ))}
  </div>
)
