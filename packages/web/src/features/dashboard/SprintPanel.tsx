import type { DashboardStats } from '@rodada/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './SprintPanel.module.css'

/** The specification's colours of progress. */
const color = (percent: number): string => {
  if (percent >= 80) return 'var(--p80)'
  if (percent >= 60) return 'var(--p60)'
  return percent >= 40 ? 'var(--p40)' : 'var(--p0)'
}

/** The sprint under way that ends first. */
export function SprintPanel({ sprint }: { sprint: NonNullable<DashboardStats['sprintProgress']> }) {
  const { sprint_id, currentSprint, progress, daysRemaining, tasksCompleted, totalTasks } = sprint
  const left =
    daysRemaining < 0 ? t('dashboard:sprint.late', { count: -daysRemaining }) : t('dashboard:sprint.left', { count: daysRemaining })
  return (
    <Panel
      title={currentSprint}
      aside={
        <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint_id) }}>
          {t('dashboard:sprint.open')}
        </Link>
      }
    >
      <p className={classes.line}>
        <b>{format.average(progress)}%</b>
        <span>{t('dashboard:sprint.tasks', { done: tasksCompleted, total: totalTasks })}</span>
        <span data-late={daysRemaining < 0}>{left}</span>
      </p>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('dashboard:sprint.progress')}
        aria-valuenow={Math.round(progress)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${Math.min(100, progress)}%`, background: color(progress) }} />
      </div>
    </Panel>
  )
}
