import type { ReactNode } from 'react'
import { t } from '../../../../i18n/index.ts'
import { type Day, isWeekend } from '../../../../lib/dates/days.ts'
import { format } from '../../../../lib/dates/format.ts'
import type { ScheduledSprint } from '../use-schedule.ts'
import { WeekdayNames } from './CalendarDay.tsx'
import type { ShownDays } from './CalendarGrid.tsx'
import classes from './CalendarPhone.module.css'
import { calendarColumn, trayColumn } from './calendar-columns.ts'
import { PhoneList } from './PhoneList.tsx'

/** At most three cards are told apart. */
const dots = ['one', 'two', 'three'] as const

type Props = {
  weeks: readonly (readonly Day[])[]
  day: Day
  now: Day
  shown: ShownDays
  days: ReadonlyMap<Day, readonly number[]>
  undated: readonly number[]
  sprints: readonly ScheduledSprint[]
  onGo: (day: Day) => void
  /** Which month it is, and the way to others. */
  head: ReactNode
}

/** The month on a phone: a dot for each card of a day, and under it the cards of the day that was tapped. */
export function CalendarPhone({ weeks, day, now, days, undated, sprints, onGo, head }: Props) {
  const sprintOn = (each: Day) => sprints.find(({ starts_on, ends_on }) => starts_on <= each && each <= ends_on)
  const ids = days.get(day) ?? []
  return (
    <div className={classes.around} data-kanban>
      {head}
      <div className={classes.month}>
        <WeekdayNames week={weeks[0] ?? []} />
        <div className={classes.days}>
          {weeks.flat().map((each) => {
            const count = days.get(each)?.length ?? 0
            const sprint = sprintOn(each)
            const name = t('views:calendar.day', { day: format.longDay(each), cards: t('kanban:count', { count }) })
            return (
              <button
                key={each}
                type="button"
                aria-pressed={each === day}
                aria-current={each === now ? 'date' : undefined}
                aria-label={sprint ? `${name}, ${sprint.name}` : name}
                data-outside={each.slice(0, 7) !== day.slice(0, 7) || undefined}
                data-sprint={sprint && !isWeekend(each) ? sprint.status : undefined}
                onClick={() => onGo(each)}
              >
                <b>{Number(each.slice(8))}</b>
                <span className={classes.dots} aria-hidden="true">
                  {dots.slice(0, count).map((dot) => (
                    <i key={dot} />
                  ))}
                </span>
              </button>
            )
          })}
        </div>
      </div>
      <PhoneList title={format.longDay(day)} ids={ids} columnId={calendarColumn} none={t('views:calendar.nothing')} />
      {undated.length > 0 && <PhoneList title={t('views:calendar.undated')} ids={undated} columnId={trayColumn} none="" />}
    </div>
  )
}
