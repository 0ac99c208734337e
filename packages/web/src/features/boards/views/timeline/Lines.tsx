import { type Line, placed, type Span, type TimelineRow } from './layout.ts'
import classes from './Timeline.module.css'

type Props = {
  lines: readonly Line[]
  rows: readonly TimelineRow[]
  reach: Span
  day: number
  row: number
  width: number
  height: number
}

/** What waits for what: from the end of one bar to the beginning of the other. Those whose dates do not wait are drawn over the others. */
export function Lines({ lines, rows, reach, day, row, width, height }: Props) {
  const paths = lines.flatMap(({ from, to, broken, key }) => {
    const [one, other] = [rows[from], rows[to]]
    if (one?.kind !== 'card' || other?.kind !== 'card') return []
    const [a, b] = [placed(one.span, reach), placed(other.span, reach)]
    const [x, y] = [(a.from + a.days) * day - 2, (from + 0.5) * row]
    const [toX, toY] = [b.from * day + 2, (to + 0.5) * row]
    // Where there is room between the two, the line goes down there; else around the end of the one and the beginning of the other.
    const path =
      toX - x >= 16 ? `M${x} ${y}H${toX - 10}V${toY}H${toX - 5}` : `M${x} ${y}h8V${(to + (to > from ? 0 : 1)) * row}H${toX - 10}V${toY}h5`
    return [{ key, broken, path, head: `M${toX - 6} ${toY - 4}l6 4l-6 4z` }]
  })
  return (
    <svg className={classes.lines} width={width} height={height} aria-hidden="true">
      {paths
        .sort((a, b) => Number(a.broken) - Number(b.broken))
        .map(({ key, broken, path, head }) => (
          <g key={key} data-broken={broken || undefined}>
            <path d={path} />
            <path d={head} />
          </g>
        ))}
    </svg>
  )
}
