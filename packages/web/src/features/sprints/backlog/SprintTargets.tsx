import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint } from '../../../lib/call/sprint-words.ts'
import { sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx'
import { backlogGroup } from './BacklogRow.tsx'
import classes from './BacklogScreen.module.css'

type Props = {
  boardId: number
  sprints: readonly Sprint[]
  canWrite: boolean
  /** What is dragged with the row at that index. */
  takenAt: (index: number) => number[]
  onDrop: (ids: number[], sprint: Sprint) => void
}

/** The open sprints of the board, beside its backlog: what is dropped on one is planned into it. */
export function SprintTargets({ boardId, sprints, canWrite, takenAt, onDrop }: Props) {
  return (
    <section className={classes.targets} aria-labelledby="sprints-abertas">
      <h2 id="sprints-abertas">{t('sprints:backlog.sprints')}</h2>
      {sprints.length === 0 && (
        <p className={classes.hint}>
          {t('sprints:backlog.noSprints')}. {canWrite && t('sprints:backlog.noSprintsText')}
        </p>
      )}
      {sprints.length > 0 && canWrite && <p className={classes.hint}>{t('sprints:backlog.choose')}</p>}
      <ul>
        {sprints.map((sprint) => (
          <Target key={sprint.id} sprint={sprint} {...{ boardId, canWrite, takenAt, onDrop }} />
        ))}
      </ul>
    </section>
  )
}

function Target({ boardId, sprint, canWrite, takenAt, onDrop }: Omit<Props, 'sprints'> & { sprint: Sprint }) {
  const element = useRef<HTMLLIElement>(null)
  const [over, setOver] = useState(0)
  const latest = useRef({ takenAt, onDrop, sprint })
  useEffect(() => {
    latest.current = { takenAt, onDrop, sprint }
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
        latest.current.onDrop(taken(source.data), latest.current.sprint)
      },
    })
  }, [boardId, enabled])
  return (
    <li ref={element} className={classes.target} data-over={over > 0 || undefined}>
      <h3>
        <Link to="/sprint/$sprintId/board" params={{ sprintId: String(sprint.id) }}>
          {sprint.name}
        </Link>
      </h3>
      <p>
        {sprintTimeText(sprint)}, {sprint.total_tasks} {t('work:counts.total', { count: sprint.total_tasks })}
      </p>
      {over > 0 ? (
        <p className={classes.dropHere}>{t('sprints:backlog.put', { count: over })}</p>
      ) : (
        <ProgressBar label={t('work:sprint.progress')} percent={sprint.progress} quiet />
      )}
    </li>
  )
}
