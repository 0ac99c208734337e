import { Link } from '@tanstack/react-router'
import { t } from '../../../i18n/index.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { isActive, sprintTime } from '../../../lib/dates/sprint-time.ts'
import { Swatch } from '../../../ui/fields/Swatch.tsx'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx'
import { leftovers, SprintWhen, sprintTones } from '../SprintCard.tsx'
import classes from './SprintInfo.module.css'

/** A sprint in short: how it stands, what it is for, and how far it got. */
export function SprintInfo({ sprint }: { sprint: Sprint }) {
  const count = (value: number, label: string) => (
    <div>
      <dt>{label}</dt>
      <dd>{format.integer(value)}</dd>
    </div>
  )
  return (
    <section className={classes.card} aria-label={sprint.name} data-late={sprintTime(sprint).state === 'late' || undefined}>
      <div className={classes.about}>
        <p className={classes.tags}>
          <Chip tone={sprintTones[sprint.status]}>{t(`work:sprint.status.${sprint.status}`)}</Chip>
          <Link to="/board/$boardId" params={{ boardId: String(sprint.board_id) }}>
            <Swatch color={sprint.board_color} size={16} />
            <span>{sprint.board_name}</span>
          </Link>
        </p>
        {sprint.description && <p className={classes.description}>{sprint.description}</p>}
        <SprintWhen sprint={sprint} />
        <ProgressBar label={t('work:sprint.progress')} percent={sprint.progress} />
      </div>
      <dl className={classes.counts}>
        {count(sprint.total_tasks, t('work:counts.total', { count: sprint.total_tasks }))}
        {count(sprint.done_tasks, t('work:counts.done', { count: sprint.done_tasks }))}
        {isActive(sprint) ? (
          <>
            {count(sprint.running_tasks, t('work:counts.doing'))}
            {count(sprint.waiting_tasks, t('work:counts.pending', { count: sprint.waiting_tasks }))}
          </>
        ) : (
          count(leftovers(sprint), t('work:counts.left', { count: leftovers(sprint) }))
        )}
      </dl>
    </section>
  )
}
