import { priorities } from '@rodada/contract/boards/settings'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { dueState } from '../../../lib/dates/due.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Chip, StatusChip } from '../../../ui/marks/Chip.tsx'
import { PriorityMark } from '../../../ui/marks/PriorityMark.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/states/Skeleton.tsx'
import { sprintBoardQuery } from '../api.ts'
import type { Unit } from './amounts.ts'
import classes from './ReportScreen.module.css'
import { TaskSize } from './TaskSize.tsx'

const page = 8
const order = priorities.toReversed()
const isOpen = ({ status }: SprintTask): boolean => status !== 'concluida' && status !== 'cancelada'
const isOverdue = ({ due_date, status }: SprintTask): boolean => due_date !== null && dueState(due_date, status).state === 'late'

/** What is still to do, the late and the urgent first. */
export function MissingWork({ sprint, unit }: { sprint: Sprint; unit: Unit }) {
  const { data, error, refetch } = useQuery(sprintBoardQuery(sprint.id))
  const [all, setAll] = useState(false)
  const open = data?.tasks
    .filter(isOpen)
    .sort((a, b) => Number(isOverdue(b)) - Number(isOverdue(a)) || order.indexOf(a.priority) - order.indexOf(b.priority) || a.id - b.id)
  return (
    <Panel
      title={t('report:missing.title')}
      aside={
        <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
          {t('report:missing.open')}
        </Link>
      }
    >
      {error && !open && (
        <ErrorState level={3} title={t('sprints:problems.loadTasks')} text={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !open && (
        <SkeletonGroup>
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </SkeletonGroup>
      )}
      {open?.length === 0 && <p className={classes.none}>{t('report:missing.none')}</p>}
      {open && open.length > 0 && (
        <ul className={classes.rows}>
          {(all ? open : open.slice(0, page)).map((task) => (
            <li key={task.id}>
              <PriorityMark priority={task.priority} />
              <Link
                className={classes.title}
                to="/board/$boardId"
                params={{ boardId: String(task.board_id) }}
                search={{ card: String(task.id) }}
              >
                {task.title}
              </Link>
              {isOverdue(task) ? <Chip tone="danger">{t('report:missing.late')}</Chip> : <StatusChip status={task.status} />}
              <TaskSize points={task.estimate} hours={task.estimated_hours} unit={unit} />
              {task.assigned_user && (
                <Avatar
                  name={task.assigned_user.name}
                  avatar={task.assigned_user.avatar_url}
                  size="xs"
                  label={t('work:assignee', { name: task.assigned_user.name })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open && open.length > page && !all && (
        <button type="button" className={classes.all} onClick={() => setAll(true)}>
          {t('report:lists.all', { count: open.length })}
        </button>
      )}
    </Panel>
  )
}
