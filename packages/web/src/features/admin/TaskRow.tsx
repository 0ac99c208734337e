import type { CardHit } from '@rodada/contract/cards/cards'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/index.ts'
import { translated } from '../../lib/call/sprint-words.ts'
import { dueState } from '../../lib/dates/due.ts'
import { format } from '../../lib/dates/format.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { CardKey } from '../../ui/marks/CardKey.tsx'
import { StatusChip } from '../../ui/marks/Chip.tsx'
import { Marked } from '../../ui/marks/Marked.tsx'
import { PriorityMark } from '../../ui/marks/PriorityMark.tsx'
import shared from '../../ui/page/CardRow.module.css'
import classes from './TaskRow.module.css'

/** A task of any board: leads to its card there. */
export function TaskRow({ task, query }: { task: CardHit; query: string }) {
  const { assigned_user: person, due_date, status } = task
  const due = due_date === null ? null : { date: format.day(due_date), ...dueState(due_date, status) }
  return (
    <li className={`${shared.row} ${classes.row}`} data-status={status}>
      <PriorityMark priority={task.priority} />
      <Link
        to="/board/$boardId"
        params={{ boardId: String(task.board_id) }}
        search={{ card: String(task.id) }}
        className={`${shared.link} ${classes.link}`}
      >
        <span className={`${shared.title} ${classes.title}`}>
          <CardKey text={task.key} />
          <Marked text={task.title} query={query} />
        </span>
        <span className={shared.where}>
          {task.board_title}, {task.list_title}
          {task.sprint && `, ${translated(task.sprint).name}`}
        </span>
      </Link>
      <span className={classes.rest}>
        <span className={classes.who}>
          {person ? (
            <>
              <Avatar name={person.name} avatar={person.avatar_url} size={22} />
              <span>{person.name}</span>
            </>
          ) : (
            t('admin:tasks.nobody')
          )}
        </span>
        <span className={classes.due} data-due={due?.state}>
          {due && (
            <>
              <span className="sr-only">{t(due.state === 'late' ? 'work:dueLate' : 'work:due', { date: due.date })}</span>
              <span aria-hidden="true">{due.date}</span>
            </>
          )}
        </span>
        <span className={classes.status}>
          <StatusChip status={status} />
        </span>
      </span>
    </li>
  )
}
