import { Button } from '@mantine/core'
import type { RoomTaskCard } from '@rodada/contract/rooms/tasks'
import { IconArrowsExchange, IconListCheck, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { hasSession } from '../../../lib/call/session.ts'
import { translated } from '../../../lib/call/sprint-words.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Compare } from '../../../ui/references/Compare.tsx'
import { useRoom } from '../session/room-context.ts'
import { hasStory, StoryButton } from './StoryButton.tsx'
import classes from './TaskBar.module.css'
import { useNearValue } from './use-near-value.ts'
import { useTaskCards } from './use-task-cards.ts'

export const loadTaskForm = () => import('./TaskForm.tsx')
const TaskForm = lazyPart(async () => (await loadTaskForm()).TaskForm)
const loadTasks = () => import('./RoomTasksDialog.tsx')
const SealedVotesDialog = lazyPart(async () => (await import('./SealedVotesDialog.tsx')).SealedVotesDialog, { texts: ['estimations'] })
export const RoomTasksDialog = lazyPart(async () => (await loadTasks()).RoomTasksDialog, { texts: ['work'] })

/** The task on the table; anybody may put another one there, or take it off. */
export function TaskBar() {
  const task = useRoom((state) => state.selectedTask)
  const online = useRoom((state) => state.joined)
  const [editing, setEditing] = useState(false)
  const card = useTaskCards().get(task?.task_id ?? 0)
  const near = useNearValue()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    // The form held the focus; it goes back to what opened it.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (editing) return <TaskForm title={task?.title ?? ''} onClose={close} />
  const label = t(task ? 'rooms:task.change' : 'rooms:task.choose')
  return (
    <section className={classes.task} aria-label={t('rooms:task.label')}>
      <div className={classes.grow}>
        <p className={classes.kind}>{(card?.sprint && translated(card.sprint).name) ?? card?.board_title ?? t('rooms:task.label')}</p>
        <h2 className={classes.title} data-none={!task || undefined} title={task?.title}>
          {task?.title ?? t('rooms:task.none')}
        </h2>
      </div>
      {card && card.sealed_votes.length > 0 && <SealedVotesButton votes={card.sealed_votes} />}
      {card && <Compare cardId={card.card_id} near={near} iconOnly className={hasStory(task, card) ? classes.compare : undefined} />}
      <StoryButton />
      <TasksButton />
      <Button
        ref={opener}
        size="sm"
        className={classes.change}
        disabled={!online}
        onClick={() => setEditing(true)}
        leftSection={task ? <IconArrowsExchange aria-hidden /> : <IconPencil aria-hidden />}
      >
        <span className={classes.changeText}>{label}</span>
      </Button>
    </section>
  )
}

/** How people had voted on the card before it came here. */
function SealedVotesButton({ votes }: { votes: RoomTaskCard['sealed_votes'] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="subtle" className={classes.tasks} onClick={() => setOpen(true)}>
        {t('rooms:task.sealed', { count: votes.length })}
      </Button>
      {open && <SealedVotesDialog votes={votes} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The room's tasks, for those who can bring some or find some here. */
function TasksButton() {
  const total = useRoom((state) => state.tasks.length)
  const done = useRoom((state) => state.tasks.filter(({ estimate }) => estimate !== null).length)
  const [open, setOpen] = useState(false)
  if (!hasSession() && total === 0) return null
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        className={classes.tasks}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadTasks().catch(() => undefined)}
        leftSection={<IconListCheck aria-hidden />}
      >
        <span className={classes.changeText}>{t('rooms:tasks.open')}</span>
        {total > 0 && (
          <span className={classes.count}>
            <span aria-hidden="true">
              {done}/{total}
            </span>
            <span className="sr-only"> {t('rooms:tasks.count', { done, total })}</span>
          </span>
        )}
      </Button>
      {open && <RoomTasksDialog onClose={() => setOpen(false)} />}
    </>
  )
}
