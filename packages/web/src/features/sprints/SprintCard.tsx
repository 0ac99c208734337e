import { Button } from '@mantine/core'
import { IconEdit, IconFlag, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { Sprint } from '../../lib/call/sprint-words.ts'
import { format } from '../../lib/dates/format.ts'
import { isActive, sprintDates, sprintTime, sprintTimeParts } from '../../lib/dates/sprint-time.ts'
import { Swatch } from '../../ui/fields/Swatch.tsx'
import { Chip, type ChipTone } from '../../ui/marks/Chip.tsx'
import { IconButton } from '../../ui/page/IconButton.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import type { SprintDialog } from './dialogs/sprint-dialog.ts'
import classes from './SprintCard.module.css'

/** How a sprint's status is drawn. */
export const sprintTones: Record<Sprint['status'], ChipTone> = { planned: 'warn', active: 'brand', ended: 'neutral' }

/** How many tasks an ended sprint had at its end that were not done. */
export const leftovers = (sprint: Sprint): number => sprint.total_tasks - sprint.done_tasks

type Props = { sprint: Sprint; onOpen: (dialog: SprintDialog['kind']) => void }

/** A sprint among others: how it stands, how far it got, and while it lasts what one does with it. */
export function SprintCard({ sprint, onOpen }: Props) {
  const active = isActive(sprint)
  const params = { sprintId: String(sprint.id) }
  return (
    <article className={classes.card} data-ended={!active || undefined} aria-label={sprint.name}>
      <header>
        <h2>
          <Link to="/sprint/$sprintId/board" params={params}>
            {sprint.name}
          </Link>
        </h2>
        <Chip tone={sprintTones[sprint.status]}>{t(`work:sprint.status.${sprint.status}`)}</Chip>
      </header>
      <p className={classes.board}>
        <Swatch color={sprint.board_color} size={16} />
        <span>{sprint.board_name}</span>
      </p>
      {sprint.description && <p className={classes.description}>{sprint.description}</p>}
      <SprintWhen sprint={sprint} />
      <ProgressBar label={t('work:sprint.progress')} percent={sprint.progress} />
      <p className={classes.counts}>
        <Link to="/sprint/$sprintId/tasks" params={params}>
          <Count value={sprint.total_tasks}>{t('work:counts.total', { count: sprint.total_tasks })}</Count>
          <span className="sr-only"> {t('sprints:card.tasks', { sprint: sprint.name })}</span>
        </Link>
        <Count value={sprint.done_tasks}>{t('work:counts.done', { count: sprint.done_tasks })}</Count>
        {active ? (
          <>
            <Count value={sprint.running_tasks}>{t('work:counts.doing')}</Count>
            <Count value={sprint.waiting_tasks}>{t('work:counts.pending', { count: sprint.waiting_tasks })}</Count>
          </>
        ) : (
          <Link to="/sprint/$sprintId/report" params={params}>
            <Count value={leftovers(sprint)}>{t('work:counts.left', { count: leftovers(sprint) })}</Count>
            <span className="sr-only"> {t('sprints:card.seeReport', { sprint: sprint.name })}</span>
          </Link>
        )}
      </p>
      {active && sprint.can.write && <Actions sprint={sprint} onOpen={onOpen} />}
    </article>
  )
}

/** The dates of a sprint, and at the other end how it stands to today. */
export function SprintWhen({ sprint }: { sprint: Sprint }) {
  const { before, strong, after } = sprintTimeParts(sprint)
  return (
    <p className={classes.when}>
      <span>{sprintDates(sprint)}</span>
      <span data-late={sprintTime(sprint).state === 'late' || undefined}>
        {before} <b>{strong}</b> {after}
      </span>
    </p>
  )
}

const Count = ({ value, children }: { value: number; children: ReactNode }) => (
  <span>
    <b>{format.integer(value)}</b> {children}
  </span>
)

function Actions({ sprint, onOpen }: Props) {
  const named = (action: 'newTask' | 'edit' | 'end' | 'delete') =>
    t('sprints:card.of', { action: t(`sprints:card.${action}`), sprint: sprint.name })
  return (
    <footer>
      <Button
        variant="subtle"
        size="sm"
        className={classes.newTask}
        leftSection={<IconPlus aria-hidden />}
        aria-label={named('newTask')}
        onClick={() => onOpen('task')}
      >
        {t('sprints:card.newTask')}
      </Button>
      <Button variant="subtle" size="sm" leftSection={<IconEdit aria-hidden />} aria-label={named('edit')} onClick={() => onOpen('edit')}>
        <span className={classes.wide}>{t('sprints:card.edit')}</span>
      </Button>
      <Button variant="subtle" size="sm" leftSection={<IconFlag aria-hidden />} aria-label={named('end')} onClick={() => onOpen('end')}>
        <span className={classes.wide}>{t('sprints:card.end')}</span>
      </Button>
      <IconButton label={named('delete')} className={classes.delete} onClick={() => onOpen('delete')}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </footer>
  )
}
