import { Button, Menu } from '@mantine/core'
import { IconArrowLeft, IconDots, IconEdit, IconEye, IconFlag, IconLayoutKanban, IconListNumbers, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { t } from '../../../i18n/index.ts'
import { isActive, sprintDates, sprintTime, sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Faces } from '../../../ui/kanban/Faces.tsx'
import { useFrameTools } from '../../../ui/page/frame-tools.ts'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import { MenuLink } from '../../../ui/page/MenuLink.tsx'
import menu from '../../../ui/page/menu.module.css'
import { SprintViews } from '../SprintHead.tsx'
import { useSnapshot } from '../session/sprint-session.ts'
import { countTasks, type SprintState } from '../session/sprint-state.ts'
import classes from './SprintBoardHeader.module.css'
import { useSprintUi } from './sprint-ui.ts'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The head of a sprint's board: which one, how long still, how far it got, and how else to look at it. */
export function SprintBoardHeader({ board, mayWrite }: { board: SprintState; mayWrite: boolean }) {
  const { sprint } = board.frame
  const { text, setText, open } = useSprintUi()
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
      <SearchBox className={classes.search} label={t('sprints:board.search')} value={text} onSearch={setText} />
      <div className={classes.views}>
        <SprintViews sprintId={sprint.id} current="board" />
      </div>
      {mayWrite && (
        <Button className={classes.add} leftSection={<IconPlus aria-hidden />} onClick={() => open({ kind: 'newTask', columnId: null })}>
          {t('sprints:board.newTask')}
        </Button>
      )}
      <Menu position="bottom-end" width={230} offset={4} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <IconButton label={t('sprints:board.menu')}>
            <IconDots {...icon} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (
            <Menu.Item
              className={classes.narrow}
              leftSection={<IconPlus {...icon} />}
              onClick={() => setTimeout(() => open({ kind: 'newTask', columnId: null }))}
            >
              {t('sprints:board.newTask')}
            </Menu.Item>
          )}
          <Menu.Item component={MenuLink} to={`/board/${sprint.board_id}/backlog`} leftSection={<IconListNumbers {...icon} />}>
            {t('sprints:board.backlog')}
          </Menu.Item>
          <Menu.Item component={MenuLink} to={`/board/${sprint.board_id}`} leftSection={<IconLayoutKanban {...icon} />}>
            {t('sprints:board.openBoard', { board: sprint.board_name })}
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconEdit {...icon} />} onClick={() => setTimeout(() => open({ kind: 'edit' }))}>
                {t('sprints:board.edit')}
              </Menu.Item>
              <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => setTimeout(() => open({ kind: 'end' }))}>
                {t('sprints:board.end')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {useFrameTools()}
    </header>
  )
}

/** How many tasks there are and how many are done: as they are drawn now, or as they were at the end of an ended sprint. */
function Counter({ board }: { board: SprintState }) {
  const { sprint } = board.frame
  const { total, done } = isActive(sprint) ? countTasks(board) : { total: sprint.total_tasks, done: sprint.done_tasks }
  return (
    <span className={classes.counter} title={t('sprints:board.doneSpoken', { done, total })}>
      <span className={classes.bar} aria-hidden="true">
        <i style={{ '--v': `${total > 0 ? (done / total) * 100 : 0}%` } as CSSProperties} />
      </span>
      <span className={classes.long}>{t('sprints:board.done', { done, total })}</span>
      <span className={classes.short} aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  )
}
