import { Button, Menu } from '@mantine/core'
import type { Board } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { IconRun, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { Sprint, SprintTask } from '../../../lib/call/sprint-words.ts'
import { SealedButton } from '../../../ui/estimate/SealedButton.tsx'
import { VoteButton } from '../../../ui/fields/VoteButton.tsx'
import { IconButton } from '../../../ui/page/IconButton.tsx'
import menu from '../../../ui/page/menu.module.css'
import classes from '../tasks/BulkBar.module.css'

type Props = {
  tasks: readonly SprintTask[]
  board: Pick<Board, 'id' | 'title' | 'members' | 'deck' | 'deck_points'>
  sprints: readonly Sprint[]
  onPlan: (sprint: Sprint) => Promise<void>
  onClear: () => void
}

/** What one does with chosen cards of the backlog. */
export function PlanBar({ tasks, board, sprints, onPlan, onClear }: Props) {
  const count = tasks.length
  const [sending, setSending] = useState(false)
  const isTooMany = count > limits.tasksAtOnce
  const plan = (sprint: Sprint) => {
    setSending(true)
    void onPlan(sprint).finally(() => setSending(false))
  }
  return (
    <section className={classes.bar} aria-label={t('sprints:tasks.selected', { count })}>
      <p role="status">{t('sprints:tasks.selected', { count })}</p>
      {isTooMany && <p className={classes.problem}>{t('sprints:tasks.tooMany', { count: limits.tasksAtOnce })}</p>}
      <Menu position="top" offset={8} withInitialFocusPlaceholder={false} classNames={{ dropdown: menu.dropdown }}>
        <Menu.Target>
          <Button size="sm" variant="filled" leftSection={<IconRun aria-hidden />} loading={sending} disabled={isTooMany}>
            {t('sprints:backlog.put', { count })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {sprints.map((sprint) => (
            <Menu.Item key={sprint.id} onClick={() => plan(sprint)}>
              {sprint.name}
            </Menu.Item>
          ))}
          {sprints.length === 0 && <Menu.Label>{t('sprints:backlog.noSprints')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <VoteButton size="sm" cardIds={tasks.map(({ id }) => id)} roomName={board.title} label={t('sprints:task.vote')} />
      <SealedButton board={board} cards={tasks} />
      <IconButton label={t('sprints:tasks.clearSelection')} onClick={onClear}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </section>
  )
}
