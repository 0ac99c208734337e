import { Button } from '@mantine/core'
import { IconArrowLeft, IconDots, IconEye, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { isActive, sprintDates, sprintTime, sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Faces } from '../../../ui/kanban/Faces.tsx'
import { useFrameTools } from '../../../ui/page/frame-tools.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { lazyPop, PopButton } from '../../../ui/page/PopButton.tsx'
import { SprintViews } from '../SprintHead.tsx'
import { useSnapshot } from '../session/sprint-session.ts'
import { countTasks, type SprintState } from '../session/sprint-state.ts'
import classes from './SprintBoardHeader.module.css'
import { useSprintUi } from './sprint-ui.ts'

const sprintMenu = lazyPop(async () => (await import('./SprintMenuList.tsx')).SprintMenuList)

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The head of a sprint's board: which one, how long still, how far it got, and how else to look at it. */
export function SprintBoardHeader({ board, mayWrite }: { board: SprintState; mayWrite: boolean }) {
  const { sprint } = board.frame
  const { open } = useSprintUi()
  return (
    <header className={classes.header}>
      <Link to="/sprints" className={classes.back} aria-label={t('sprints:missing.action')} title={t('sprints:missing.action')}>
        <IconArrowLeft {...icon} />
      </Link>
      <div className={classes.words}>
        <h1 title={sprint.description || undefined}>{sprint.name}</h1>
        <p>
          <span className={classes.dates}>{sprintDates(sprint)}, </span>
          <span data-late={sprintTime(sprint).state === 'late' || undefined}>{sprintTimeText(sprint)}</span>
        </p>
      </div>
      <Counter board={board} />
      <Faces here={useSnapshot((snapshot) => snapshot.here)} />
      {!mayWrite && isActive(sprint) && (
        <span className={classes.readOnly}>
          <IconEye size={14} stroke={1.75} aria-hidden />
          {t('sprints:board.readOnly')}
        </span>
      )}
      <span className={classes.gap} />
      <div className={classes.wide}>
        <SprintSearch />
      </div>
      <div className={classes.views}>
        <SprintViews sprintId={sprint.id} current="board" />
      </div>
      {mayWrite && (
        <Button className={classes.add} leftSection={<IconPlus aria-hidden />} onClick={() => open({ kind: 'newTask', columnId: null })}>
          {t('sprints:board.newTask')}
        </Button>
      )}
      <PopButton fetch={sprintMenu.fetch} content={(at) => <sprintMenu.Pop at={at} sprint={sprint} mayWrite={mayWrite} />}>
        <IconButton label={t('sprints:board.menu')}>
          <IconDots {...icon} />
        </IconButton>
      </PopButton>
      {useFrameTools()}
    </header>
  )
}

/** The words that the sprint's tasks are looked for by. In the head, and where it has no room among the filters. */
export function SprintSearch() {
  const { filter, setFilter } = useSprintUi()
  return (
    <SearchBox
      className={classes.search}
      label={t('sprints:board.search')}
      value={filter.text}
      onSearch={(text) => setFilter({ ...filter, text })}
    />
  )
}

/** How many tasks there are and how many are done: as they are drawn now, or as they were at the end of an ended sprint. */
function Counter({ board }: { board: SprintState }) {
  const { sprint } = board.frame
  const { total, done } = isActive(sprint) ? countTasks(board) : { total: sprint.total_tasks, done: sprint.done_tasks }
  return (
    <span className={classes.counter} title={t('sprints:board.doneSpoken', { done, count: total })}>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ '--v': `${total > 0 ? (done / total) * 100 : 0}%` } as CSSProperties} />
      </span>
      <span className={classes.long}>{t('sprints:board.done', { done, count: total })}</span>
      <span className={classes.short} aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  )
}
