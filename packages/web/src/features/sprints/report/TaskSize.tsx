import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { TaskPoints } from '../tasks/TaskPoints.tsx'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'

/** How big a task is in the unit that the report counts in: nothing in tasks, where each is one. */
export function TaskSize({ points, hours, unit }: { points: number | null; hours: number | null; unit: Unit }) {
  if (unit === 'points') return <TaskPoints points={points} />
  if (unit === 'tasks' || hours === null) return null
  return <span className={classes.hours}>{t('work:hours', { hours: format.number(hours) })}</span>
}
