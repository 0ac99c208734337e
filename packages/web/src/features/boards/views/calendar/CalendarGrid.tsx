import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { addDays, type Day } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { arrows } from '../../../../ui/kanban/kanban-keys.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import { CardsDialog } from '../CardsDialog.tsx'
import { dueOn, useCardDays } from '../use-card-days.ts'
import type { ScheduledSprint } from '../use-schedule.ts'
import classes from './Calendar.module.css'
import { CalendarDay, WeekdayNames } from './CalendarDay.tsx'
import { calendarColumn } from './calendar-columns.ts'
import { bandsOf, daysOf, type Scale, turned, walked } from './layout.ts'
import { Tray } from './Tray.tsx'

export type ShownDays = ReadonlyMap<Day, { shown: readonly number[]; more: number }>
type Props = {
  weeks: readonly (readonly Day[])[]
  scale: Scale
  day: Day
  now: Day
  shown: ShownDays
  days: ReadonlyMap<Day, readonly number[]>
  undated: readonly number[]
  sprints: readonly ScheduledSprint[]
  label: string
  onGo: (day: Day) => void
  /** Which card has the focus, and stays shown on a day with many. */
  onKeep: (cardId: number | null) => void
}

/** Bands of one week that are drawn; more begin at one time in no plan. */
const mostBands = 3

/** Weeks of days, over which cards are dragged or moved by keys. */
export function CalendarGrid({ weeks, scale, day, now, shown, days, undated, sprints, label, onGo, onKeep }: Props) {
  const kanban = useKanban()
  const { canMove, onSpotKey } = useKanbanProps()
  const change = useCardDays()
  const area = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<Day | 'tray' | null>(null)
  const [opened, setOpened] = useState<{ day: Day; anchor: Element } | null>(null)
  const drop = useRef(change)
  useLayoutEffect(() => {
    drop.current = change
  })
  useEffect(() => {
    if (!canMove) return
    const targetOf = (data: Record<string | symbol, unknown> | undefined): Day | 'tray' | null =>
      typeof data?.day === 'string' ? data.day : null
    return monitorForElements({
      canMonitor: ({ source }) => source.data.kanban === kanban,
      onDropTargetChange: ({ location }) => setOver(targetOf(location.current.dropTargets[0]?.data)),
      onDrop: ({ source, location }) => {
        setOver(null)
        const to = targetOf(location.current.dropTargets[0]?.data)
        if (to !== null) drop.current(Number(source.data.itemId), (card) => dueOn(card, to === 'tray' ? null : to))
      },
    })
  }, [kanban, canMove])
  useEffect(() => kanban.registerColumn(calendarColumn, { reveal: () => {}, focusHeader: () => {} }), [kanban])

  useEffect(() => {
    area.current?.querySelector('[aria-current]')?.closest('[data-day]')?.scrollIntoView({ block: 'nearest' })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const cardId = target instanceof HTMLElement && target.matches('[data-kanban-item]') ? Number(target.dataset.kanbanItem) : null
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      return onGo(turned(day, scale, event.key === 'PageUp' ? -1 : 1))
    }
    if (cardId === null || event.nativeEvent.isComposing) return
    if (onSpotKey?.(event, { columnId: calendarColumn, itemId: cardId })) return event.preventDefault()
    const direction = arrows[event.key]
    if (!direction || event.shiftKey) return
    event.preventDefault()
    if (event.ctrlKey || event.altKey || event.metaKey) {
      if (!canMove) return
      change(cardId, (card) => {
        const to = card.due_date && addDays(card.due_date, daysOf[direction])
        if (!to) return card
        if (!weeks.some((week) => week.includes(to))) onGo(to)
        return dueOn(card, to)
      })
      return kanban.follow({ columnId: calendarColumn, itemId: cardId })
    }
    const next = walked(
      weeks.map((week) => week.map((each) => shown.get(each)?.shown ?? [])),
      cardId,
      direction,
    )
    if (next !== undefined) kanban.focus({ columnId: calendarColumn, itemId: next })
  }
  return (
    <div className={classes.around}>
      <section ref={area} className={classes.calendar} aria-label={label} data-scale={scale}>
        <WeekdayNames week={weeks[0] ?? []} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the cards inside are heard in one place */}
        <div
          className={classes.weeks}
          data-kanban
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const id = target instanceof HTMLElement ? target.dataset.kanbanItem : undefined
            if (id === undefined) return
            onKeep(Number(id))
            kanban.onFocus({ columnId: calendarColumn, itemId: Number(id) })
          }}
          onBlur={({ relatedTarget }) => relatedTarget && kanban.onBlur()}
          onPointerMove={({ pointerType, target }) => {
            const id = target instanceof Element ? target.closest<HTMLElement>('[data-kanban-item]')?.dataset.kanbanItem : undefined
            if (pointerType === 'mouse') kanban.hover(id === undefined ? null : { columnId: calendarColumn, itemId: Number(id) })
          }}
          onPointerLeave={() => kanban.hover(null)}
        >
          {weeks.map((week) => {
            const bands = bandsOf(week, sprints).filter(({ row }) => row < mostBands)
            const rows = bands.reduce((most, { row }) => Math.max(most, row + 1), 0)
            return (
              <div key={week[0]} className={classes.week} style={{ '--bands': rows } as CSSProperties}>
                {week.map((each) => (
                  <CalendarDay
                    key={each}
                    day={each}
                    scale={scale}
                    isOutside={scale === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
                    isToday={each === now}
                    isOver={over === each}
                    shown={shown.get(each)?.shown ?? []}
                    more={shown.get(each)?.more ?? 0}
                    count={days.get(each)?.length ?? 0}
                    onMore={setOpened}
                  />
                ))}
                {bands.map(({ sprint, from, to, row, begins, ends }) => (
                  <span
                    key={sprint.id}
                    className={classes.band}
                    style={{ gridColumn: `${from + 1} / ${to + 2}`, '--row': row } as CSSProperties}
                    data-status={sprint.status}
                    data-begins={begins || undefined}
                    data-ends={ends || undefined}
                    title={t(`views:calendar.sprint.${sprint.status}`, { sprint: sprint.name })}
                  >
                    {sprint.name}
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </section>
      <Tray ids={undated} isOver={over === 'tray'} />
      {opened && (
        <CardsDialog
          title={format.fullDay(opened.day)}
          anchor={opened.anchor}
          ids={days.get(opened.day) ?? []}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
