import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import type { MyTasks, SprintTask } from '../../lib/call/sprint-words.ts'
import { dueState } from '../../lib/dates/due.ts'
import { format } from '../../lib/dates/format.ts'
import { isActive, sprintDates, sprintTime, sprintTimeText } from '../../lib/dates/sprint-time.ts'
import { CardKey } from '../../ui/marks/CardKey.tsx'
import { StatusChip } from '../../ui/marks/Chip.tsx'
import { PriorityMark } from '../../ui/marks/PriorityMark.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import classes from './SprintGroup.module.css'

type Group = MyTasks['sprints'][number]

const page = 10
/** What is left comes before what is done. */
const order = ['em_andamento', 'impedimento', 'pendente', 'concluida', 'cancelada']

/** A sprint with what is this person's in it, and how far they got. */
export function SprintGroup({ group, scope }: { group: Group; scope: MyTasks['scope'] }) {
  const { sprint, progress, counts, tasks } = group
  const id = useId()
  const [all, setAll] = useState(false)
  const sorted = [...tasks].sort(
    (a, b) =>
      order.indexOf(a.status) - order.indexOf(b.status) ||
      (a.due_date ?? '9').localeCompare(b.due_date ?? '9') ||
      format.compare(a.title, b.title),
  )
  const shown = all ? sorted : sorted.slice(0, page)
  return (
    <section className={classes.group} aria-labelledby={id} data-ended={(sprint && !isActive(sprint)) || undefined}>
      <header>
        <div>
          <h2 id={id}>
            {sprint ? (
              <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
                {sprint.name}
              </Link>
            ) : (
              t('myTasks:withoutSprint')
            )}
          </h2>
          <p>
            {sprint ? (
              <>
                {sprintDates(sprint)}, <span data-late={sprintTime(sprint).state === 'late' || undefined}>{sprintTimeText(sprint)}</span>
              </>
            ) : (
              t(scope ? `myTasks:places.${scope}WithoutSprint` : 'myTasks:withoutSprintText')
            )}
          </p>
        </div>
        <span className={classes.done}>{t('myTasks:done', { done: counts.done, count: counts.total })}</span>
      </header>
      <ProgressBar label={t('myTasks:progress', { sprint: sprint?.name ?? t('myTasks:withoutSprint') })} percent={progress} quiet />
      <ul>
        {shown.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </ul>
      {sorted.length > shown.length && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {t('myTasks:more', { count: sorted.length - shown.length })}
        </button>
      )}
    </section>
  )
}

function Row({ task }: { task: SprintTask }) {
  const due = task.due_date === null ? null : { date: format.day(task.due_date), ...dueState(task.due_date, task.status) }
  return (
    <li data-status={task.status}>
      <PriorityMark priority={task.priority} />
      <Link className={classes.title} to="/board/$boardId" params={{ boardId: String(task.board_id) }} search={{ card: String(task.id) }}>
        <CardKey text={task.key} />
        {task.title}
      </Link>
      {due && (
        <span className={classes.due} data-due={due.state}>
          <span className="sr-only">{t(due.state === 'late' ? 'work:dueLate' : 'work:due', { date: due.date })}</span>
          <span aria-hidden="true">{due.date}</span>
        </span>
      )}
      <StatusChip status={task.status} />
    </li>
  )
}
