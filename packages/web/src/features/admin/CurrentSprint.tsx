import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { sprintTime, sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import classes from './AdminScreen.module.css'

/** The sprint under way that ends first. */
export function CurrentSprint({ sprint }: { sprint: Sprint | null }) {
  if (!sprint)
    return (
      <Panel title={t('admin:sprint.title')}>
        <p className={classes.none}>
          {t('admin:sprint.none')}. {t('admin:sprint.noneText')}
        </p>
      </Panel>
    )
  return (
    <Panel
      title={t('admin:sprint.title')}
      aside={
        <Link to="/sprint/$sprintId/report" params={{ sprintId: String(sprint.id) }}>
          {t('admin:sprint.report')}
        </Link>
      }
    >
      <div className={classes.sprint}>
        <h3>
          <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
            {sprint.name}
          </Link>
        </h3>
        <p>
          <span>
            {sprint.done_tasks} {t('admin:performance.of', { total: sprint.total_tasks })}{' '}
            {t('work:counts.total', { count: sprint.total_tasks })}
          </span>
          <span data-late={sprintTime(sprint).state === 'late' || undefined}>{sprintTimeText(sprint)}</span>
        </p>
        <ProgressBar label={t('work:sprint.progress')} percent={sprint.progress} />
      </div>
    </Panel>
  )
}
