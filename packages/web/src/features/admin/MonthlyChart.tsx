import type { AdminDashboard } from '@rodada/contract/instance/admin'
import { useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import chart from '../../ui/charts/Chart.module.css'
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx'
import { ruleOf } from '../../ui/charts/chart-scale.ts'
import { Rule } from '../../ui/charts/Rule.tsx'
import { useWidth } from '../../ui/charts/use-width.ts'
import classes from './AdminScreen.module.css'

type Months = AdminDashboard['monthly']

/** '2025-11' → 'novembro' */
const nameOf = (month: string): string => format.month(Number(month.slice(5)))

const spokenOf = ({ month, created, completed }: Months[number]): string =>
  t('admin:monthly.spoken', {
    month: nameOf(month),
    created: t('admin:monthly.createdCount', { count: created }),
    completed: t('admin:monthly.completedCount', { count: completed }),
  })

/** What was created and what was completed in each of the last months, with the points that were completed. */
export function MonthlyChart({ months }: { months: Months }) {
  const isEmpty = months.every(({ created, completed }) => created === 0 && completed === 0)
  return (
    <ChartPanel
      title={t('admin:monthly.title')}
      legend={[
        { label: t('admin:monthly.created'), color: 'var(--line-strong)', kind: 'block' },
        { label: t('admin:monthly.completed'), color: 'var(--brand)', kind: 'block' },
      ]}
      table={{
        caption: t('admin:monthly.caption'),
        head: (['month', 'created', 'completed', 'points'] as const).map((key) => t(`admin:monthly.${key}`)),
        rows: months.map(({ month, created, completed, points }) => [month, created, completed, points]),
      }}
      show={(value, column) => (column === 0 ? `${nameOf(String(value))} ${String(value).slice(0, 4)}` : format.number(Number(value)))}
      file={t('admin:monthly.file')}
    >
      {isEmpty ? <p className={classes.none}>{t('admin:monthly.none')}</p> : <Drawing months={months} />}
    </ChartPanel>
  )
}

const left = 34
const bottom = 30
const top = 16
const height = 230

function Drawing({ months }: { months: Months }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const right = width - 4
  const floor = height - bottom
  const { max, ticks } = ruleOf(Math.max(...months.flatMap(({ created, completed }) => [created, completed])))
  const y = (value: number) => floor - (value / max) * (floor - top)
  const band = (right - left) / Math.max(1, months.length)
  const thick = Math.min(26, band * 0.3)
  const label = months.map(spokenOf).join('; ')
  return (
    <div ref={frame} className={chart.chart} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          <Rule ticks={ticks} y={y} left={left} right={right} />
          {months.map((each, index) => {
            const { month, created, completed } = each
            const middle = left + (index + 0.5) * band
            const bar = (value: number, x: number, className: string | undefined) => (
              <rect
                className={className}
                x={x}
                y={y(value)}
                width={thick}
                height={Math.max(0, floor - y(value))}
                rx={Math.min(4, thick / 4)}
              />
            )
            return (
              <g key={month}>
                <title>{spokenOf(each)}</title>
                {bar(created, middle - thick - 2, chart.barSoft)}
                {bar(completed, middle + 2, chart.bar)}
                <text x={middle} y={height - 8} textAnchor="middle" className={index === months.length - 1 ? chart.now : undefined}>
                  {nameOf(month).slice(0, 3)}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
