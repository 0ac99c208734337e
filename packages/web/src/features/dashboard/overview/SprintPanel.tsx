import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import { translated } from '../../../lib/call/sprint-words.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx'
import classes from './SprintPanel.module.css'

/** The sprint under way that ends first. */
export function SprintPanel({ sprint }: { sprint: NonNullable<DashboardStats['sprintProgress']> }) {
  const { sprint_id, currentSprint, progress, daysRemaining, tasksCompleted, totalTasks } = sprint
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
        <span>{t('dashboard:sprint.tasks', { done: tasksCompleted, count: totalTasks })}</span>
        <span data-late={daysRemaining < 0}>{whenOf(sprint)}</span>
      </p>
      <ProgressBar label={t('dashboard:sprint.progress')} percent={progress} />
    </Panel>
  )
}

function whenOf({ status, daysUntilStart, daysRemaining }: NonNullable<DashboardStats['sprintProgress']>): string {
  if (translated({ status }).status === 'planned') return t('dashboard:sprint.planned', { count: daysUntilStart })
  return daysRemaining < 0 ? t('dashboard:sprint.late', { count: -daysRemaining }) : t('dashboard:sprint.left', { count: daysRemaining })
}
