import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import classes from './Months.module.css'
import { currentPeriod, isMonth, periodOf, type Shown, searchOf } from './period.ts'

/** The months of a year with how many tasks each has; on phones the strip scrolls to the one that is shown. */
export function Months({ shown, counts }: { shown: Shown; counts: readonly number[] | undefined }) {
  const strip = useRef<HTMLElement>(null)
  const { year, month } = periodOf(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month is another place to scroll to
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current], [data-now]')
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - strip.current.clientWidth / 2 + current.offsetWidth / 2
  }, [month])
  const now = currentPeriod()
  return (
    <nav ref={strip} className={classes.months} aria-label={t('myTasks:months', { year })}>
      {Array.from({ length: 12 }, (_, index) => index + 1).map((each) => {
        const count = counts?.[each - 1]
        const name = format.month(each)
        return (
          <Link
            key={each}
            to="/my-tasks"
            search={searchOf({ year, month: each })}
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={isMonth(shown) && each === month ? 'page' : undefined}
            data-now={(year === now.year && each === now.month) || undefined}
            data-none={count === 0 || undefined}
          >
            <span className="sr-only">
              {count === undefined ? name : t('myTasks:monthOf', { month: name, tasks: t('myTasks:count', { count }) })}
            </span>
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <b aria-hidden="true">{count === undefined ? '–' : format.integer(count)}</b>
          </Link>
        )
      })}
    </nav>
  )
}
