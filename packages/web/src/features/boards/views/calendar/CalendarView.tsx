import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../../../i18n/index.ts'
import { type Day, today } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import { isDay } from '../../../../lib/dates/parse-day.ts'
import { KanbanProvider } from '../../../../ui/kanban/KanbanFrame.tsx'
import { IconButton } from '../../../../ui/page/IconButton.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useBoardUi } from '../../session/board-ui.ts'
import { useSchedule } from '../use-schedule.ts'
import type { ViewProps } from '../view-props.ts'
import classes from './Calendar.module.css'
import { CalendarGrid } from './CalendarGrid.tsx'
import { CalendarPhone } from './CalendarPhone.tsx'
import { calendarColumn, trayColumn } from './calendar-columns.ts'
import { cardsByDay, type Scale, shownOf, turned, weeksOf } from './layout.ts'

const phone = '(max-width: 47.5em)'

/** The cards of a board on the days on which they are due, its sprints as bands, and beside them what has no date. */
export function CalendarView({ columns: lists, title, props, tools }: ViewProps) {
  const { kanban } = useBoardUi()
  const cards = useBoardPart((now) => now.cards, null)
  const { sprints } = useSchedule()
  const search = useSearch({ from: '/board/$boardId' })
  const navigate = useNavigate({ from: '/board/$boardId' })
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const [kept, setKept] = useState<number | null>(null)
  const now = today()
  const day = isDay(search.dia) ? search.dia : now
  const scale: Scale = search.por === 'semana' && !isPhone ? 'week' : 'month'

  const weeks = useMemo(() => weeksOf(day, scale), [day, scale])
  const { days, undated } = useMemo(() => (cards ? cardsByDay(cards, lists) : { days: new Map(), undated: [] }), [cards, lists])
  const shown = useMemo(
    () => new Map(weeks.flat().map((each) => [each, shownOf(days.get(each) ?? [], isPhone ? 'week' : scale, kept)])),
    [weeks, days, scale, isPhone, kept],
  )
  const column = useMemo(
    () => [
      { id: calendarColumn, name: t('boards:views.calendar'), itemIds: [...shown.values()].flatMap((each) => each.shown) },
      { id: trayColumn, name: t('views:calendar.undated'), itemIds: undated },
    ],
    [shown, undated],
  )
  const go = (to: Day, por: Scale = scale) =>
    void navigate({
      search: (before) => ({ ...before, dia: to === now ? undefined : to, por: por === 'week' ? 'semana' : undefined }),
      replace: true,
    })
  const first = weeks[0]?.[0] ?? day
  const last = weeks[0]?.at(-1) ?? day
  const shownTime =
    scale === 'month' ? format.monthYear(day) : t('views:calendar.week', { from: format.day(first), to: format.numericDay(last) })
  const turn = (
    <>
      <IconButton label={t(`views:calendar.previous.${scale}`)} onClick={() => go(turned(day, scale, -1))}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <h2 className={classes.title} aria-live="polite">
        {shownTime}
      </h2>
      <IconButton label={t(`views:calendar.next.${scale}`)} onClick={() => go(turned(day, scale, 1))}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <Button size="compact-md" variant="subtle" onClick={() => go(now)}>
        {t('date.today')}
      </Button>
    </>
  )
  const shared = { weeks, scale, day, now, shown, days, undated, sprints, onGo: go }
  return (
    <KanbanProvider controller={kanban} columns={column} props={props}>
      {isPhone ? (
        <CalendarPhone {...shared} head={<div className={classes.tools}>{turn}</div>} />
      ) : (
        <CalendarGrid {...shared} label={t('views:calendar.label', { board: title })} onKeep={setKept} />
      )}
      {tools &&
        !isPhone &&
        createPortal(
          <div className={classes.tools}>
            {turn}
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
            <div role="group" aria-label={t('views:calendar.scale')} className={classes.scales}>
              {(['month', 'week'] as const).map((each) => (
                <button key={each} type="button" aria-pressed={each === scale} onClick={() => go(day, each)}>
                  {t(`views:calendar.${each}Name`)}
                </button>
              ))}
            </div>
          </div>,
          tools,
        )}
    </KanbanProvider>
  )
}
