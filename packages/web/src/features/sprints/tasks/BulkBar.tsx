import { Button, Menu } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconArchive, IconRun, IconUserPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { boardFrameQuery } from '../../../lib/call/board-queries.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { isActive, sprintTimeText } from '../../../lib/dates/sprint-time.ts'
import { SealedButton } from '../../../ui/estimate/SealedButton.tsx'
import { VoteButton } from '../../../ui/fields/VoteButton.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import { sprintsOfBoardQuery } from '../api.ts'
import classes from './BulkBar.module.css'
import type { BulkActions } from './bulk-actions.ts'

type Props = { sprint: Sprint; tasks: readonly SprintTask[]; actions: BulkActions; onClear: () => void }

/** What one does with many tasks at once; it stands at the foot of the page while some are chosen. */
export function BulkBar({ sprint, tasks, actions, onClear }: Props) {
  const [sending, setSending] = useState(false)
  const { data: board } = useQuery(boardFrameQuery(sprint.board_id))
  const { data: sprints } = useQuery(sprintsOfBoardQuery(sprint.board_id))
  const others = sprints?.filter((other) => isActive(other) && other.id !== sprint.id) ?? []
  const run = async (act: () => Promise<boolean>) => {
    setSending(true)
    const done = await act()
    setSending(false)
    if (done) onClear()
  }
  const isTooMany = tasks.length > limits.tasksAtOnce
  return (
    <section className={classes.bar} aria-label={t('sprints:tasks.selected', { count: tasks.length })}>
      <p role="status">{t('sprints:tasks.selected', { count: tasks.length })}</p>
      {isTooMany && <p className={classes.problem}>{t('sprints:tasks.tooMany', { count: limits.tasksAtOnce })}</p>}
      <Menu position="top" offset={8} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <Button size="sm" leftSection={<IconUserPlus aria-hidden />} disabled={sending || isTooMany}>
            {t('sprints:tasks.assign')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <Menu.Item onClick={() => void run(() => actions.assign(tasks, null))}>{t('sprints:task.nobody')}</Menu.Item>
          {board?.members.map(({ user }) => (
            <Menu.Item
              key={user.id}
              leftSection={<Avatar name={user.name} avatar={user.avatar_url} size="xs" />}
              onClick={() => void run(() => actions.assign(tasks, user))}
            >
              {user.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="top" offset={8} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <Button size="sm" leftSection={<IconRun aria-hidden />} disabled={sending || isTooMany}>
            {t('sprints:tasks.move')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <Menu.Item
            leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />}
            onClick={() => void run(() => actions.moveTo(tasks, null))}
          >
            {t('sprints:tasks.toBacklog')}
          </Menu.Item>
          {others.map((other) => (
            <Menu.Item
              key={other.id}
              leftSection={<IconRun size={18} stroke={1.75} aria-hidden />}
              onClick={() => void run(() => actions.moveTo(tasks, other))}
            >
              {other.name}
              {other.status === 'planned' && <small className={classes.when}>{sprintTimeText(other)}</small>}
            </Menu.Item>
          ))}
          {sprints && others.length === 0 && <Menu.Label>{t('sprints:tasks.noOtherSprint')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <VoteButton size="sm" cardIds={tasks.map(({ id }) => id)} roomName={sprint.name} label={t('sprints:task.vote')} />
      {board && <SealedButton board={board} cards={tasks} />}
      <IconButton label={t('sprints:tasks.clearSelection')} onClick={onClear}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </section>
  )
}
