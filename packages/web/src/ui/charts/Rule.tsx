import { format } from '../../lib/dates/format.ts'
import classes from './Chart.module.css'

/** The lines of a rule across a chart, and what they mean. */
export function Rule({ ticks, y, left, right }: { ticks: readonly number[]; y: (value: number) => number; left: number; right: number }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={classes.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
      <text x={left - 10} y={y(tick) + 4} textAnchor="end">
        {format.number(tick)}
      </text>
    </g>
  ))
}
