import type { DaysInterval } from '@rodada/contract/cards/references'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import classes from './References.module.css'

/** Longer ones share the last place, so that one card of months does not press all others together. */
const mostDays = 14
const [step, dot, base] = [26, 8, 44]
/** Cards above one day; of more, each dot lies closer to the next. */
const tallest = 5

/** How many days finished cards took: a dot for each, over the days; the interval is the band behind. */
export function DaysDots({ days, interval }: { days: readonly number[]; interval: DaysInterval }) {
  const last = Math.min(mostDays, Math.max(...days, interval.to))
  const place = (day: number) => Math.min(day, last)
  const counts = Map.groupBy(days, place)
  const most = Math.max(...[...counts.values()].map(({ length }) => length))
  const rise = most > tallest ? (dot * tallest) / most : dot
  const spoken = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([day, { length }]) => t('references:dotsOf', { cards: length, count: day, days: labelOf(day) }))
  const labelOfAll = t('references:dots', { count: days.length, list: format.list(spoken) })
  const centre = (day: number) => 16 + (place(day) - 1) * step
  return (
    <svg className={classes.dots} viewBox={`0 0 ${last * step + 6} 62`} role="img" aria-label={labelOfAll}>
      <rect
        className={classes.band}
        x={centre(interval.from) - step / 2}
        y={0}
        width={(place(interval.to) - place(interval.from) + 1) * step}
        height={base}
        rx={5}
      />
      <line x1={0} x2={last * step + 6} y1={base + 0.5} y2={base + 0.5} />
      {[...counts].map(([day, cards]) =>
        cards.map((_, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike, and only their number changes
            key={`${day} ${index}`}
            data-out={day < interval.from || day > interval.to || undefined}
            cx={centre(day)}
            cy={base - 5 - index * rise}
            r={3}
          />
        )),
      )}
      {Array.from({ length: last }, (_, index) => index + 1).map((day) => (
        <text key={day} x={centre(day)} y={58}>
          {labelOf(day)}
        </text>
      ))}
    </svg>
  )

  function labelOf(day: number): string {
    return day === mostDays && Math.max(...days) > mostDays ? `${format.integer(day)}+` : format.integer(day)
  }
}
