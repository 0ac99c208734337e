import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Planning, Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { format } from '../../../lib/dates/format.ts'
import { sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { Chip } from '../../../ui/marks/Chip.tsx'
import { sprintTones } from '../SprintCard.tsx'
import { backlogGroup } from './BacklogRow.tsx'
import { Capacity, round } from './Capacity.tsx'
import classes from './SprintTargets.module.css'

type Props = {
  boardId: number
  planning: Planning
  canWrite: boolean
  chosen: readonly SprintTask[]
  /** What is dragged with the row at that index. */
  takenAt: (index: number) => number[]
  onPlan: (ids: number[], sprint: Sprint) => void
  onEnd: (sprint: Sprint) => void
  /** Where the next one is made. */
  children: ReactNode
}

const pointsOf = (tasks: readonly SprintTask[]): number => round(tasks.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0))

/** The open sprints of the board, beside its backlog, each with what it can hold: what is dropped on one is planned into it. */
export function SprintTargets({ boardId, planning, canWrite, chosen, takenAt, onPlan, onEnd, children }: Props) {
  const { velocity } = planning
  const sprints = [...planning.sprints].sort((a, b) => (a.sprint.starts_on < b.sprint.starts_on ? -1 : 1))
  const adding = pointsOf(chosen)
  const waiting = sprints.filter(({ sprint }) => sprint.status === 'planned')
  const best =
    waiting.find(({ points }) => velocity.average_of > 0 && points + adding <= Math.round(velocity.average.points)) ??
    waiting[0] ??
    sprints[0]
  return (
    <section className={classes.targets} aria-labelledby="sprints-abertas">
      <h2 id="sprints-abertas">{t('sprints:backlog.sprints')}</h2>
      {canWrite && children}
      {sprints.length === 0 && (
        <p className={classes.hint}>
          {t('sprints:backlog.noSprints')}. {canWrite && t('sprints:backlog.noSprintsText')}
        </p>
      )}
      {sprints.length > 0 && canWrite && <p className={`${classes.hint} ${classes.how}`}>{t('sprints:backlog.choose')}</p>}
      <ul>
        {sprints.map((each) => (
          <Target
            key={each.sprint.id}
            each={each}
            isBest={each === best}
            {...{ boardId, velocity, canWrite, chosen, adding, takenAt, onPlan, onEnd }}
          />
        ))}
      </ul>
    </section>
  )
}

type TargetProps = Omit<Props, 'planning' | 'children'> & {
  each: Planning['sprints'][number]
  velocity: Planning['velocity']
  adding: number
  isBest: boolean
}

function Target({ boardId, each, velocity, canWrite, chosen, adding, isBest, takenAt, onPlan, onEnd }: TargetProps) {
  const { sprint, points, done_points } = each
  const element = useRef<HTMLLIElement>(null)
  const [over, setOver] = useState(0)
  const latest = useRef({ takenAt, onPlan, sprint })
  useEffect(() => {
    latest.current = { takenAt, onPlan, sprint }
  })
  const enabled = canWrite && sprint.can.write
  useEffect(() => {
    if (!element.current || !enabled) return
    const taken = (data: Record<string | symbol, unknown>) => latest.current.takenAt(Number(data.index))
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data.group === backlogGroup(boardId),
      onDragEnter: ({ source }) => setOver(taken(source.data).length),
      onDragLeave: () => setOver(0),
      onDrop: ({ source }) => {
        setOver(0)
        latest.current.onPlan(taken(source.data), latest.current.sprint)
      },
    })
  }, [boardId, enabled])
  const isActive = sprint.status === 'active'
  const count = enabled ? chosen.length : 0
  return (
    <li ref={element} className={classes.target} data-over={over > 0 || undefined}>
      <div className={classes.head}>
        <h3>
          <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
            {sprint.name}
          </Link>
        </h3>
        {isActive && enabled ? (
          <Button
            size="compact-sm"
            leftSection={<IconFlag size={16} stroke={1.75} aria-hidden />}
            aria-label={t('planning:endOf', { sprint: sprint.name })}
            onClick={() => onEnd(sprint)}
          >
            {t('planning:end')}
          </Button>
        ) : (
          <Chip tone={sprintTones[sprint.status]}>{t(`work:sprint.status.${sprint.status}`)}</Chip>
        )}
      </div>
      <p className={classes.when}>
        {sprintTimeText(sprint)}, {sprint.total_tasks} {t('work:counts.total', { count: sprint.total_tasks })}
        {isActive &&
          points > 0 &&
          `, ${t('planning:progress', { done: format.number(done_points), count: points, points: format.points(points) })}`}
      </p>
      {over > 0 && <p className={classes.dropHere}>{t('sprints:backlog.put', { count: over })}</p>}
      <Capacity velocity={velocity} held={points} adding={count > 0 ? adding : 0} count={count} />
      {count > 0 && (
        <Button
          className={classes.put}
          variant={isBest ? 'filled' : undefined}
          onClick={() =>
            onPlan(
              chosen.map(({ id }) => id),
              sprint,
            )
          }
        >
          {t('planning:put', { count })}
        </Button>
      )}
    </li>
  )
}
