import { format } from '../../../lib/dates/format.ts'
import classes from './TaskPoints.module.css'

/** An estimate as a small playing card; nothing where there is none. */
export function TaskPoints({ points }: { points: number | null }) {
  if (points === null) return null
  const label = format.points(points)
  return (
    <span className={classes.points} title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{format.number(points)}</span>
    </span>
  )
}
