import type { DashboardStats } from '@rodada/contract/instance/dashboard'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { format } from '../../../lib/dates/format.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import type { TaskStatus } from '../api.ts'
import classes from './Numbers.module.css'

const parts = [
  { key: 'completed', status: 'completed', color: 'var(--p80)' },
  { key: 'inProgress', status: 'in_progress', color: 'var(--brand)' },
  { key: 'pending', status: 'pending', color: 'var(--line-strong)' },
] as const

type Props = { tasks: DashboardStats['userTasks'] | undefined; onFilter: (status: TaskStatus) => void }

/** The own tasks in numbers; each one opens the list that it counts. Late ones are also among the others, so the bar has no part for them. */
export function Numbers({ tasks, onFilter }: Props) {
  return (
    <Panel
      title={t('dashboard:stats.title')}
      note={tasks && t('dashboard:stats.total', { count: tasks.total })}
      aside={
        <button type="button" onClick={() => onFilter('all')}>
          {t('dashboard:stats.filter')}
        </button>
      }
    >
      {tasks ? <Strip tasks={tasks} onFilter={onFilter} /> : <Bones />}
    </Panel>
  )
}

function Strip({ tasks, onFilter }: { tasks: DashboardStats['userTasks']; onFilter: (status: TaskStatus) => void }) {
  const number = (key: (typeof parts)[number]['key'] | 'overdue', status: TaskStatus, color: string) => (
    <button key={key} type="button" onClick={() => onFilter(status)} style={{ '--c': color } as CSSProperties} data-key={key}>
      <span className={classes.label}>
        {key === 'overdue' ? <IconAlertTriangle size={14} stroke={2} aria-hidden /> : <i aria-hidden="true" />}
        {t(`dashboard:stats.${key}`)}
      </span>
      <b>{format.integer(tasks[key])}</b>
    </button>
  )
  return (
    <>
      <div className={classes.split} data-empty={tasks.total === 0} aria-hidden="true">
        {parts.map(({ key, color }) => tasks[key] > 0 && <i key={key} style={{ flexGrow: tasks[key], background: color }} />)}
      </div>
      <div className={classes.numbers}>
        {parts.map(({ key, status, color }) => number(key, status, color))}
        {number('overdue', 'overdue', tasks.overdue > 0 ? 'var(--danger)' : 'var(--faint)')}
      </div>
    </>
  )
}

const Bones = () => (
  <SkeletonGroup>
    <Skeleton height="0.625rem" radius="3px" />
    <Skeleton height="3.25rem" />
  </SkeletonGroup>
)
