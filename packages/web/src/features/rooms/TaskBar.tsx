import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { IconArrowsExchange, IconListCheck, IconPencil } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { hasSession } from '../../lib/session.ts'
import { translated } from '../../lib/sprint-words.ts'
import { late } from '../../ui/late.tsx'
import { useRoom, useRoomSession } from './room-context.ts'
import classes from './TaskBar.module.css'
import { useGoOn } from './UnsavedQuestion.tsx'
import { useTaskCards } from './use-task-cards.ts'

const loadTasks = () => import('./RoomTasksDialog.tsx')
const RoomTasksDialog = late(async () => (await loadTasks()).RoomTasksDialog, { texts: ['work'] })

/** The task on the table; anybody may put another one there, or take it off. */
export function TaskBar() {
  const task = useRoom((state) => state.selectedTask)
  const online = useRoom((state) => state.joined)
  const [editing, setEditing] = useState(false)
  const card = useTaskCards().get(task?.task_id ?? 0)
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

/** The room's tasks, for whoever can bring some or finds some here. */
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

function TaskForm({ title, onClose }: { title: string; onClose: () => void }) {
  const session = useRoomSession()
  const [text, setText] = useState(title)
  const [busy, setBusy] = useState(false)
  const goOn = useGoOn()
  const put = async (next: string | null) => {
    setBusy(true)
    const accepted = await session.selectTask(next === null ? null : { title: next })
    setBusy(false)
    if (accepted) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim()
    if (next === title) onClose()
    else goOn(() => void put(next === '' ? null : next))
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <section className={classes.task} aria-label={t('rooms:task.label')}>
      <form className={classes.form} onSubmit={submit} onKeyDown={cancelOnEscape}>
        <TextInput
          className={classes.grow}
          aria-label={t('rooms:task.field')}
          placeholder={t('rooms:task.placeholder')}
          value={text}
          maxLength={limits.taskTitle}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          autoFocus
        />
        <div className={classes.actions}>
          {title !== '' && (
            <Button variant="subtle" disabled={busy} onClick={() => goOn(() => void put(null))}>
              {t('rooms:task.clear')}
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={busy}>
            {t('rooms:task.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
