import { Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconRun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { useReorder } from '../../../lib/use-reorder.ts'
import { othersOn, StackedFaces } from '../../../ui/kanban/StackedFaces.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { CardKey } from '../../../ui/marks/CardKey.tsx'
import { PriorityMark } from '../../../ui/marks/PriorityMark.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import { TaskPoints } from '../tasks/TaskPoints.tsx'
import classes from './BacklogScreen.module.css'
import { EstimateButton } from './EstimateButton.tsx'

export const backlogGroup = (boardId: number): string => `backlog ${boardId}`

type Props = {
  task: SprintTask
  index: number
  count: number
  canWrite: boolean
  isChosen: boolean
  sprints: readonly Sprint[]
  onChoose: (id: number, on: boolean, through: boolean) => void
  onRank: (from: number, to: number) => void
  onPlan: (sprint: Sprint) => void
  deck: readonly string[] | null
  onEstimate: (points: number | null) => void
}

/** A card of the backlog: chosen, dragged to another place or into a sprint, or moved by the arrows on its grip. */
export function BacklogRow({ task, index, count, canWrite, isChosen, sprints, onChoose, onRank, onPlan, deck, onEstimate }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const through = useRef(false)
  const { dragging, edge } = useReorder({ group: backlogGroup(task.board_id), index, enabled: canWrite, row, handle: row, onMove: onRank })
  const onGripKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : index + step
    if (to === index || to < 0 || to >= count) return
    event.preventDefault()
    onRank(index, to)
  }
  const person = task.assigned_user
  return (
    <li ref={row} className={classes.row} data-chosen={isChosen || undefined} data-dragging={dragging || undefined} data-edge={edge}>
      {canWrite && (
        <>
          <button
            type="button"
            className={classes.grip}
            aria-label={`${t('sprints:backlog.drag', { title: task.title })}, ${t('sprints:backlog.position', { position: index + 1, count })}`}
            title={t('sprints:backlog.rank')}
            onKeyDown={onGripKey}
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </button>
          <input
            type="checkbox"
            aria-label={t('sprints:tasks.select', { title: task.title })}
            checked={isChosen}
            onClick={(event) => {
              through.current = event.shiftKey
            }}
            onChange={(event) => onChoose(task.id, event.currentTarget.checked, through.current)}
          />
        </>
      )}
      <span className={classes.rank} aria-hidden="true">
        {format.integer(index + 1)}
      </span>
      <span className={classes.words}>
        <Link to="/board/$boardId" params={{ boardId: String(task.board_id) }} search={{ card: String(task.id) }} draggable={false}>
          <CardKey text={task.key} />
          {task.title}
        </Link>
        {(task.came_from || task.labels.length > 0) && (
          <span className={classes.facts}>
            {task.came_from && <b>{t('sprints:tasks.cameFrom', { sprint: task.came_from.name })}</b>}
            {task.labels.map(({ id, name, color }) => (
              <span key={id} className={classes.label} style={{ '--c': color } as CSSProperties}>
                {name}
              </span>
            ))}
          </span>
        )}
      </span>
      <PriorityMark priority={task.priority} />
      {canWrite ? <EstimateButton task={task} deck={deck} onEstimate={onEstimate} /> : <TaskPoints points={task.estimate} />}
      <span className={classes.who}>
        {person && <Avatar name={person.name} avatar={person.avatar_url} size="xs" label={t('work:assignee', { name: person.name })} />}
        <StackedFaces people={othersOn(task.participants, person)} most={2} />
      </span>
      {canWrite && <RowMenu {...{ task, index, count, sprints, onRank, onPlan }} />}
    </li>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function RowMenu({
  task,
  index,
  count,
  sprints,
  onRank,
  onPlan,
}: Pick<Props, 'task' | 'index' | 'count' | 'sprints' | 'onRank' | 'onPlan'>) {
  return (
    <Menu position="bottom-end" width={240} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
      <Menu.Target>
        <IconButton label={t('sprints:backlog.actions', { title: task.title })} className={classes.dots} data-row-menu>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {sprints.map((sprint) => (
          <Menu.Item key={sprint.id} leftSection={<IconRun {...icon} />} onClick={() => onPlan(sprint)}>
            {t('sprints:backlog.plan', { sprint: sprint.name })}
          </Menu.Item>
        ))}
        {sprints.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconArrowBarToUp {...icon} />} disabled={index === 0} onClick={() => onRank(index, 0)}>
          {t('sprints:backlog.top')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={index === 0} onClick={() => onRank(index, index - 1)}>
          {t('sprints:backlog.moveUp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={index === count - 1} onClick={() => onRank(index, index + 1)}>
          {t('sprints:backlog.moveDown')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
