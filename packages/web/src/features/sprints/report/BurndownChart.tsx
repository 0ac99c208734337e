import type { Burndown } from '@rodada/contract/sprints/reports'
import { useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { type Day, teamToday } from '../../../lib/dates/days.ts'
import { format } from '../../../lib/dates/format.ts'
import classes from '../../../ui/charts/Chart.module.css'
import { ChartPanel } from '../../../ui/charts/ChartPanel.tsx'
import { labelStep, pathOf, ruleOf } from '../../../ui/charts/chart-scale.ts'
import { Rule } from '../../../ui/charts/Rule.tsx'
import { useWidth } from '../../../ui/charts/use-width.ts'
import { amountText, formOf, shown, signed, type Unit } from './amounts.ts'
import own from './ReportScreen.module.css'
import { firstDay, hasIdeal, highest, standing } from './reading.ts'

type Props = { burndown: Burndown; unit: Unit; sprint: string; ended: boolean }

const number = (value: string | number | null): string => (typeof value === 'number' ? shown(value) : (value ?? '–'))

/** What is left of a sprint at the end of each day, against an even pace. */
export function BurndownChart({ burndown, unit, sprint, ended }: Props) {
  const { days, committed } = burndown
  const isEmpty = committed[unit] === 0 && days.every(({ scope }) => (scope?.[unit] ?? 0) === 0)
  const withIdeal = hasIdeal(burndown, unit)
  const table = {
    caption: t('report:burndown.caption'),
    head: (['day', 'ideal', 'remaining', 'scope', 'added'] as const).map((key) => t(`report:burndown.columns.${key}`)),
    rows: days.map(({ day, ideal, remaining, scope, added }) => [
      day,
      withIdeal ? rounded(ideal[unit]) : null,
      remaining && rounded(remaining[unit]),
      scope && rounded(scope[unit]),
      added && rounded(added[unit]),
    ]),
  }
  return (
    <ChartPanel
      title={t('report:burndown.title')}
      legend={[
        { label: t('report:burndown.real'), color: 'var(--brand)' },
        ...(withIdeal ? [{ label: t('report:burndown.ideal'), color: 'var(--line-strong)', kind: 'dash' as const }] : []),
      ]}
      table={table}
      show={(value, column) => (column === 0 ? format.day(String(value)) : number(value))}
      file={`${t('report:file.burndown')} ${sprint}`}
    >
      {isEmpty ? (
        <p className={own.nothing}>{t('report:burndown.noEstimates', { unit: t(`report:units.${unit}_other`) })}</p>
      ) : (
        <Drawing burndown={burndown} unit={unit} ended={ended} now={teamToday()} />
      )}
    </ChartPanel>
  )
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** How far into today the line reaches: the day is not over. */
const untilNow = 0.6
const left = 36
const bottom = 32
const top = 16

function Drawing({ burndown, unit, ended, now }: { burndown: Burndown; unit: Unit; ended: boolean; now: Day }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { days, committed } = burndown
  const isNarrow = width < 440
  const height = isNarrow ? 220 : 272
  const right = width - (isNarrow ? 8 : 16)
  const floor = height - bottom
  const band = (right - left) / Math.max(1, days.length)
  const { max, ticks } = ruleOf(highest(burndown, unit))
  const y = (value: number) => floor - (value / max) * (floor - top)
  const here = standing(burndown, unit)
  const isToday = (index: number) => !ended && here?.index === index && days[index]?.day === now
  const x = (index: number) => left + (index + (isToday(index) ? untilNow : 1)) * band
  const begin = { x: left, y: y(committed[unit]) }
  const first = firstDay(burndown)
  const real = here
    ? [
        // The first day begins with all that there is; one that was filled later begins when it was.
        first === 0 ? begin : { x: left + first * band, y: y(days[first]?.scope?.[unit] ?? 0) },
        ...days.slice(first, here.index + 1).map(({ remaining }, index) => ({ x: x(first + index), y: y(remaining?.[unit] ?? 0) })),
      ]
    : []
  const ideal = hasIdeal(burndown, unit) && [begin, ...days.map((day, index) => ({ x: left + (index + 1) * band, y: y(day.ideal[unit]) }))]
  const last = real.at(-1)
  const step = labelStep(days.length, right - left, days.length > 20 ? 44 : 38)
  const changes = days.flatMap(({ added, remaining }, index) =>
    added && remaining && added[unit] !== 0 ? [{ x: x(index), y: y(remaining[unit]), text: signed(added[unit]) }] : [],
  )
  const label = here
    ? t(`report:burndown.${ideal ? 'label' : 'labelNoIdeal'}_${formOf(here.remaining)}`, {
        left: amountText(here.remaining, unit),
        scope: amountText(here.scope, unit),
        ideal: amountText(here.ideal, unit),
      })
    : t('report:burndown.planned')
  const words = here && wordsOf(here.remaining, ended)
  // Near the right edge, what is said of the last point stands on its other side.
  const isAtTheEdge = last !== undefined && last.x > right - 90
  return (
    <div ref={frame} className={classes.chart} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          <Rule ticks={ticks} y={y} left={left} right={right} />
          {days.map(({ day }, index) =>
            index % step === 0 || isToday(index) ? (
              <text
                key={day}
                x={left + (index + 0.5) * band}
                y={height - 8}
                textAnchor="middle"
                className={isToday(index) ? classes.now : undefined}
                // A label beside today's would run into it.
                visibility={
                  here && !isToday(index) && isToday(here.index) && Math.abs(index - here.index) * band < 30 ? 'hidden' : undefined
                }
              >
                {dayLabel(day, index === 0)}
              </text>
            ) : null,
          )}
          {ideal && <path className={classes.ideal} d={pathOf(ideal)} />}
          {last && (
            <>
              <path
                className={classes.area}
                d={`${pathOf(real)}L${last.x.toFixed(1)} ${floor}L${(real[0]?.x ?? left).toFixed(1)} ${floor}Z`}
              />
              {here && isToday(here.index) && (
                <>
                  <line className={classes.today} x1={last.x} x2={last.x} y1={top - 6} y2={floor} />
                  <text
                    x={isAtTheEdge ? last.x - 7 : last.x + 7}
                    y={top + 4}
                    textAnchor={isAtTheEdge ? 'end' : 'start'}
                    className={classes.now}
                  >
                    {t('report:burndown.today')}
                  </text>
                </>
              )}
              <path className={classes.real} d={pathOf(real)} />
              {changes.map((change) => (
                <g key={change.x}>
                  <circle className={classes.change} cx={change.x} cy={change.y} r={3.5} />
                  <text x={change.x} y={change.y - 12} textAnchor="middle" className={classes.dim}>
                    {isNarrow ? change.text : t('report:burndown.scope', { amount: change.text })}
                  </text>
                </g>
              ))}
              <circle className={classes.here} cx={last.x} cy={last.y} r={6} />
              <text
                x={isAtTheEdge ? last.x - 12 : last.x + 12}
                y={last.y > floor - 14 ? last.y - 10 : last.y - 6}
                textAnchor={isAtTheEdge ? 'end' : 'start'}
                className={classes.strong}
              >
                {words}
              </text>
            </>
          )}
        </svg>
      )}
    </div>
  )
}

/** What is said of the last point. */
function wordsOf(remaining: number, ended: boolean): string {
  if (remaining === 0) return t('report:burndown.allDone')
  if (ended) return t(`report:burndown.stayed_${formOf(remaining)}`, { amount: shown(remaining) })
  return t(`report:burndown.left_${formOf(remaining)}`, { amount: shown(remaining) })
}

/** '3 nov' for the first day and the first of a month, the day alone for the others. */
function dayLabel(day: Day, isFirst: boolean): string {
  const date = Number(day.slice(8))
  return isFirst || date === 1 ? format.day(day) : String(date)
}
