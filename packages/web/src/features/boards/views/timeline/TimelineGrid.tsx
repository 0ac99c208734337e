import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { CardChange } from '@rodada/contract/cards/cards'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { type Day, daysBetween } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { useKanbanProps } from '../../../../ui/kanban/kanban-props.ts'
import { CardsDialog } from '../CardsDialog.tsx'
import { useCardDays } from '../use-card-days.ts'
import { useRowWindow } from '../use-row-window.ts'
import type { Schedule } from '../use-schedule.ts'
import { Lines } from './Lines.tsx'
import { linesOf, placed, pulled, type Span, type TimelineRow, weeksIn } from './layout.ts'
import { timelineColumn } from './look.ts'
import classes from './Timeline.module.css'
import { TimelineBar } from './TimelineBar.tsx'

/** In rem: a row, the column of the titles, what stands above the bars, and a day on each scale. */
const sizes = { row: 2.5, side: 18.25, head: 3.625, day: { weeks: 1.3125, months: 0.4375 } } as const

type Props = {
  rows: readonly TimelineRow[]
  undated: readonly number[]
  cards: ReadonlyMap<number, CardChange>
  schedule: Schedule
  reach: Span
  now: Day
  scale: 'weeks' | 'months'
  label: string
  /** Gets what shows the line of today. */
  showToday: RefObject<() => void>
}

/** Rows of bars under weeks. Only the rows in view are in the page, and the one that has the focus. */
export function TimelineGrid({ rows, undated, cards, schedule, reach, now, scale, label, showToday }: Props) {
  const kanban = useKanban()
  const { canMove, onSpotKey } = useKanbanProps()
  const change = useCardDays()
  const scroller = useRef<HTMLDivElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [row, day] = [sizes.row * rem, sizes.day[scale] * rem]
  const { from, to } = useRowWindow(scroller, { row, head: sizes.head * rem })
  const [focused, setFocused] = useState<number | null>(null)
  const [opened, setOpened] = useState<Element | null>(null)
  const index = useMemo(() => new Map(rows.map((each, at) => [each.key, at])), [rows])
  const lines = useMemo(() => linesOf(rows, schedule.blocks, cards, { from, to }), [rows, schedule.blocks, cards, from, to])
  const waitsFor = useMemo(() => {
    const waiting = new Map<number, string[]>()
    for (const { card_id, blocked_id } of schedule.blocks) {
      const key = cards.get(card_id)?.key
      if (key) waiting.set(blocked_id, [...(waiting.get(blocked_id) ?? []), key])
    }
    return waiting
  }, [schedule.blocks, cards])

  const toDay = () => {
    const element = scroller.current
    if (element) element.scrollLeft = (daysBetween(reach.start, now) - 15) * day
  }
  const reveal = (at: number) => {
    const element = scroller.current
    if (!element || at < 0) return
    const room = element.clientHeight - sizes.head * rem
    if (at * row < element.scrollTop) element.scrollTop = at * row
    else if ((at + 1) * row > element.scrollTop + room) element.scrollTop = (at + 1) * row - room
  }
  const latest = useRef({ index, reveal })
  useLayoutEffect(() => {
    latest.current = { index, reveal }
    showToday.current = toDay
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins at today, and again where a day is of another width
  useLayoutEffect(toDay, [day])
  // What is before the first day moves everything to the right.
  const first = useRef(reach.start)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && first.current !== reach.start) element.scrollLeft += daysBetween(reach.start, first.current) * day
    first.current = reach.start
  }, [reach.start, day])
  useLayoutEffect(
    () =>
      kanban.registerColumn(timelineColumn, {
        reveal: (id) => latest.current.reveal(latest.current.index.get(`c${id}`) ?? -1),
        focusHeader: () => {},
      }),
    [kanban],
  )

  useEffect(() => {
    const element = scroller.current
    if (!element || !canMove) return
    return dropTargetForElements({ element, canDrop: ({ source }) => source.data.timeline === true })
  }, [canMove])

  const onKeyDown = (event: KeyboardEvent) => {
    const cardId = event.target instanceof HTMLElement ? Number(event.target.dataset.kanbanItem) : Number.NaN
    if (!index.has(`c${cardId}`) || event.nativeEvent.isComposing) return
    if (onSpotKey?.(event, { columnId: timelineColumn, itemId: cardId })) return event.preventDefault()
    const ids = kanban.columns()[0]?.itemIds ?? []
    const at = ids.indexOf(cardId)
    const moves = event.ctrlKey || event.altKey || event.metaKey
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (moves && by !== undefined) {
      event.preventDefault()
      if (!canMove) return
      change(cardId, (card) => pulled(card, event.shiftKey ? 'end' : 'move', by))
      return kanban.follow({ columnId: timelineColumn, itemId: cardId })
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / row) - 3)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: ids.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    }
    const next = steps[event.key]
    if (moves || event.shiftKey || next === undefined) return
    event.preventDefault()
    const id = ids[Math.min(Math.max(next, 0), ids.length - 1)]
    if (id !== undefined) kanban.focus({ columnId: timelineColumn, itemId: id })
  }

  const drawn = rows.slice(from, to).map((each, offset) => ({ each, at: from + offset }))
  const keptAt = focused === null ? -1 : (index.get(`c${focused}`) ?? -1)
  const kept = rows[keptAt]
  if (kept && (keptAt < from || keptAt >= to)) drawn.push({ each: kept, at: keptAt })
  const days = daysBetween(reach.start, reach.end) + 1
  const nowAt = daysBetween(reach.start, now) + 0.5
  const style = { '--day': `${day}px`, '--side': `${sizes.side}rem`, '--length': `${days * day}px` } as CSSProperties
  return (
    <div className={classes.around}>
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the keys of the bars inside are heard in one place */}
        <div
          ref={scroller}
          role="group"
          aria-label={label}
          className={classes.timeline}
          style={style}
          data-kanban
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const id = target instanceof HTMLElement ? target.dataset.kanbanItem : undefined
            if (id === undefined) return
            setFocused(Number(id))
            kanban.onFocus({ columnId: timelineColumn, itemId: Number(id) })
          }}
          onBlur={({ relatedTarget }) => relatedTarget && kanban.onBlur()}
          onPointerMove={({ pointerType, target }) => {
            const id = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
            if (pointerType === 'mouse') kanban.hover(id === undefined ? null : { columnId: timelineColumn, itemId: Number(id) })
          }}
          onPointerLeave={() => kanban.hover(null)}
        >
          <div className={classes.head}>
            <span className={classes.corner}>{t('views:timeline.card')}</span>
            <div className={classes.scale} aria-hidden="true">
              {schedule.sprints
                .filter(({ starts_on, ends_on }) => ends_on >= reach.start && starts_on <= reach.end)
                .map(({ id, name, status, starts_on, ends_on }) => {
                  const at = placed({ start: starts_on, end: ends_on }, reach)
                  return (
                    <span
                      key={id}
                      className={classes.sprint}
                      data-status={status}
                      title={name}
                      style={{ left: at.from * day + 1, width: at.days * day - 2 }}
                    >
                      {name}
                    </span>
                  )
                })}
              {weeksIn(reach)
                .filter((_, at) => scale === 'weeks' || at % 4 === 0)
                .map((week) => (
                  <span key={week} className={classes.week} style={{ left: daysBetween(reach.start, week) * day }}>
                    {format.day(week)}
                  </span>
                ))}
              <span className={classes.today} style={{ left: nowAt * day }}>
                {t('views:timeline.today')}
              </span>
            </div>
          </div>
          <ul className={classes.rows} style={{ height: rows.length * row }}>
            <li aria-hidden="true" className={classes.ground} data-scale={scale}>
              <i style={{ left: nowAt * day }} />
              <Lines lines={lines} rows={rows} reach={reach} day={day} row={row} height={rows.length * row} width={days * day} />
            </li>
            {drawn.map(({ each, at }) =>
              each.kind === 'group' ? (
                <li key={each.key} className={classes.group} style={{ top: at * row }}>
                  <h3>{each.name}</h3>
                </li>
              ) : (
                <TimelineBar
                  key={each.key}
                  cardId={each.id}
                  top={at * row}
                  reach={reach}
                  day={day}
                  waitsFor={waitsFor.get(each.id)?.join(', ')}
                  onPull={(grip, by) => change(each.id, (card) => pulled(card, grip, by))}
                />
              ),
            )}
          </ul>
          {rows.length === 0 && <p className={classes.none}>{t('views:timeline.none')}</p>}
        </div>
        <div className={classes.foot}>
          {(['running', 'todo', 'done', 'late', 'broken'] as const).map((kind) => (
            <span key={kind} data-kind={kind}>
              {t(`views:timeline.legend.${kind}`)}
            </span>
          ))}
          {undated.length > 0 && (
            <button type="button" onClick={({ currentTarget }) => setOpened(currentTarget)}>
              {t('views:timeline.undated', { count: undated.length })}
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </button>
          )}
        </div>
      </div>
      {opened && <CardsDialog title={t('views:timeline.undatedTitle')} anchor={opened} ids={undated} onClose={() => setOpened(null)} />}
    </div>
  )
}
