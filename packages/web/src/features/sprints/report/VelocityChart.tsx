import { useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintReport, Velocity } from '../../../lib/call/sprint-words.ts'
import classes from '../../../ui/charts/Chart.module.css'
import { ChartPanel } from '../../../ui/charts/ChartPanel.tsx'
import { ruleOf } from '../../../ui/charts/chart-scale.ts'
import { Rule } from '../../../ui/charts/Rule.tsx'
import { useWidth } from '../../../ui/charts/use-width.ts'
import { amountText, shown, type Unit } from './amounts.ts'
import own from './ReportScreen.module.css'

/** `promised` null: nobody knows. */
type Bar = { key: number; name: string; short: string; promised: number | null; delivered: number; isCurrent: boolean }

/** 'Sprint 12 · Pagamento' → '12': what tells a sprint from its neighbours in few letters. */
function shortName(name: string): string {
  const numbers = name.match(/\d+/g)
  if (numbers?.[0]) return numbers[0]
  return name.length > 7 ? `${name.slice(0, 6)}…` : name
}

type Props = {
  velocity: Velocity
  /** The sprint that it is shown beside; null for the board's own page. */
  current: Pick<SprintReport, 'sprint' | 'committed' | 'completed'> | null
  boardName: string
  unit: Unit
}

/** What the last sprints of the board promised and delivered, and the one under way beside them. */
export function VelocityChart({ velocity, current, boardName, unit }: Props) {
  const bars = velocity.sprints.map(
    ({ sprint_id, name, committed, completed, recorded }): Bar => ({
      key: sprint_id,
      name,
      short: shortName(name),
      promised: recorded ? committed[unit] : null,
      delivered: completed[unit],
      isCurrent: sprint_id === current?.sprint.id,
    }),
  )
  if (current && current.sprint.status !== 'ended')
    bars.push({
      key: current.sprint.id,
      name: t('report:velocity.current', { sprint: current.sprint.name }),
      short: shortName(current.sprint.name),
      promised: current.committed[unit],
      delivered: current.completed[unit],
      isCurrent: true,
    })
  const average = velocity.average[unit]
  const hasEnded = velocity.sprints.length > 0
  return (
    <ChartPanel
      title={t('report:velocity.title')}
      legend={[
        ...(bars.some(({ promised }) => promised !== null) ? [{ label: t('report:velocity.promised'), color: 'var(--line-strong)' }] : []),
        ...(hasEnded
          ? [
              {
                label: t('report:velocity.average', { count: velocity.average_of, amount: shown(average) }),
                color: 'var(--text)',
                kind: 'dash' as const,
              },
            ]
          : []),
      ]}
      table={{
        caption: t('report:velocity.caption'),
        head: (['sprint', 'promised', 'delivered'] as const).map((key) => t(`report:velocity.columns.${key}`)),
        rows: bars.map(({ name, promised, delivered }) => [name, promised, delivered]),
      }}
      show={(value) => (typeof value === 'number' ? shown(value) : String(value ?? ''))}
      file={`${t('report:file.velocity')} ${boardName}`}
    >
      <Drawing
        bars={bars}
        average={hasEnded ? average : null}
        label={t('report:velocity.label', { count: velocity.average_of, amount: amountText(average, unit) })}
      />
      {!hasEnded && <p className={own.nothing}>{t('report:velocity.none')}</p>}
    </ChartPanel>
  )
}

const left = 30
const bottom = 30
const top = 16
const height = 272
/** Beyond this a bar is a wall. */
const widest = 40

function Drawing({ bars, average, label }: { bars: readonly Bar[]; average: number | null; label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const right = width - 4
  const floor = height - bottom
  const { max, ticks } = ruleOf(Math.max(average ?? 0, ...bars.flatMap(({ promised, delivered }) => [promised ?? 0, delivered])))
  const y = (value: number) => floor - (value / max) * (floor - top)
  const band = (right - left) / Math.max(1, bars.length)
  const thick = Math.min(widest, band * 0.62)
  return (
    <div ref={frame} className={classes.chart} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          <Rule ticks={ticks} y={y} left={left} right={right} />
          {bars.map(({ key, name, short, promised, delivered, isCurrent }, index) => {
            const middle = left + (index + 0.5) * band
            const isHigh = floor - y(delivered) > 24
            return (
              <g key={key}>
                <title>{name}</title>
                <rect
                  className={isCurrent ? classes.barNow : classes.bar}
                  x={middle - thick / 2}
                  y={y(delivered)}
                  width={thick}
                  height={Math.max(0, floor - y(delivered))}
                  rx={Math.min(5, thick / 4)}
                />
                {promised !== null && (
                  <line
                    className={classes.promise}
                    x1={middle - thick / 2 - 4}
                    x2={middle + thick / 2 + 4}
                    y1={y(promised)}
                    y2={y(promised)}
                  />
                )}
                {isHigh ? (
                  <text x={middle} y={floor - 8} textAnchor="middle" className={isCurrent ? classes.onNow : classes.onBar}>
                    {shown(delivered)}
                  </text>
                ) : (
                  <text x={middle} y={y(Math.max(delivered, 0)) - 7} textAnchor="middle" className={classes.dim}>
                    {shown(delivered)}
                  </text>
                )}
                <text x={middle} y={height - 8} textAnchor="middle" className={isCurrent ? classes.now : undefined}>
                  {short}
                </text>
              </g>
            )
          })}
          {average !== null && <line className={classes.mean} x1={left} x2={right} y1={y(average)} y2={y(average)} />}
        </svg>
      )}
    </div>
  )
}
