import { Menu } from '@mantine/core'
import { IconDots, IconExternalLink, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { t } from '../../../i18n/index.ts'
import type { SprintTask } from '../../../lib/call/sprint-words.ts'
import { dueState } from '../../../lib/dates/due.ts'
import { format } from '../../../lib/dates/format.ts'
import { othersOn, StackedFaces } from '../../../ui/kanban/StackedFaces.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { CardKey } from '../../../ui/marks/CardKey.tsx'
import { StatusChip } from '../../../ui/marks/Chip.tsx'
import { PriorityMark } from '../../../ui/marks/PriorityMark.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import classes from './TasksTable.module.css'

type Props = {
  task: SprintTask
  canWrite: boolean
  isChosen: boolean
  onChoose: (id: number, on: boolean) => void
  onOpen: (taskId: number) => void
  onDelete: (task: SprintTask) => void
}

/** A task among others. On phones its facts stand below its title. */
export const TaskRow = memo(function TaskRow({ task, canWrite, isChosen, onChoose, onOpen, onDelete }: Props) {
  const priority = task.priority
  const person = task.assigned_user
  const others = <StackedFaces people={othersOn(task.participants, person)} most={2} />
  const hours = task.estimated_hours === null ? null : t('work:hours', { hours: format.number(task.estimated_hours) })
  return (
    <tr data-chosen={isChosen || undefined} data-status={task.status}>
      {canWrite && (
        <td className={classes.check}>
          <input
            type="checkbox"
            aria-label={t('sprints:tasks.select', { title: task.title })}
            checked={isChosen}
            onChange={(event) => onChoose(task.id, event.currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row" className={classes.title}>
        <CardKey text={task.key} />
        <button type="button" onClick={() => onOpen(task.id)}>
          {task.title}
        </button>
        {(task.notes || task.came_from) && (
          <p>
            {task.came_from && <span>{t('sprints:tasks.cameFrom', { sprint: task.came_from.name })}</span>}
            {task.notes}
          </p>
        )}
        <div className={classes.facts}>
          <StatusChip status={task.status} />
          <PriorityMark priority={priority} />
          {task.estimate !== null && <span>{format.points(task.estimate)}</span>}
          {hours && <span>{hours}</span>}
          <Due task={task} />
          {person && <Avatar name={person.name} avatar={person.avatar_url} size="xs" label={t('work:assignee', { name: person.name })} />}
          {others}
        </div>
      </th>
      <td className={classes.status}>
        <StatusChip status={task.status} />
      </td>
      <td className={classes.priority}>
        <span className={classes.marked}>
          <PriorityMark priority={priority} />
          <span aria-hidden="true">{t(`work:priority.${task.priority}`)}</span>
        </span>
      </td>
      <td className={classes.hours}>{hours}</td>
      <td className={classes.points}>{task.estimate !== null && format.number(task.estimate)}</td>
      <td className={classes.due}>
        <Due task={task} />
      </td>
      <td className={classes.assignee}>
        <span className={classes.marked}>
          {person && (
            <>
              <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
              <span className={classes.name}>{person.name}</span>
            </>
          )}
          <span className={classes.others}>{others}</span>
        </span>
      </td>
      <td className={classes.menu}>
        <RowMenu task={task} canWrite={canWrite} onOpen={onOpen} onDelete={onDelete} />
      </td>
    </tr>
  )
})

function Due({ task }: { task: SprintTask }) {
  if (task.due_date === null) return null
  const { state } = dueState(task.due_date, task.status)
  const date = format.day(task.due_date)
  const spoken = t(state === 'late' ? 'work:dueLate' : 'work:due', { date })
  return (
    <span className={classes.date} data-due={state} title={spoken}>
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true">{date}</span>
    </span>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** A task on its board, as an entry of a menu. */
const CardLink = ({ task, ...props }: { task: SprintTask; className?: string; children?: ReactNode }) => (
  <Link to="/board/$boardId" params={{ boardId: String(task.board_id) }} search={{ card: String(task.id) }} {...props} />
)

function RowMenu({ task, canWrite, onOpen, onDelete }: Pick<Props, 'task' | 'canWrite' | 'onOpen' | 'onDelete'>) {
  return (
    <Menu position="bottom-end" width={210} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={t('sprints:tasks.actionsOf', { title: task.title })} className={classes.dots} data-row-menu>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* After the menu has given the focus back to its button, to which the dialog returns it. */}
        <Menu.Item
          leftSection={canWrite ? <IconPencil {...icon} /> : <IconEye {...icon} />}
          onClick={() => setTimeout(() => onOpen(task.id))}
        >
          {t(canWrite ? 'sprints:card.edit' : 'sprints:task.see')}
        </Menu.Item>
        <Menu.Item component={CardLink} task={task} leftSection={<IconExternalLink {...icon} />}>
          {t('sprints:task.open')}
        </Menu.Item>
        {canWrite && (
          <Menu.Item className={menu.danger} leftSection={<IconTrash {...icon} />} onClick={() => onDelete(task)}>
            {t('sprints:task.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
