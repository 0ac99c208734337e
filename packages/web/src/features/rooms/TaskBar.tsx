import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { IconArrowsExchange, IconPencil } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useRoom, useRoomSession } from './room-context.ts'
import classes from './TaskBar.module.css'

/** The task on the table; anybody may put another one there, or take it off. */
export function TaskBar() {
  const task = useRoom((state) => state.selectedTask)
  const online = useRoom((state) => state.joined)
  const [editing, setEditing] = useState(false)
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
        <p className={classes.kind}>{t('rooms:task.label')}</p>
        <h2 className={classes.title} data-none={!task || undefined} title={task?.title}>
          {task?.title ?? t('rooms:task.none')}
        </h2>
      </div>
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

function TaskForm({ title, onClose }: { title: string; onClose: () => void }) {
  const session = useRoomSession()
  const [text, setText] = useState(title)
  const [busy, setBusy] = useState(false)
  const put = async (next: string | null) => {
    setBusy(true)
    const accepted = await session.selectTask(next)
    setBusy(false)
    if (accepted) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = text.trim()
    if (next === title) onClose()
    else void put(next === '' ? null : next)
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
            <Button variant="subtle" disabled={busy} onClick={() => void put(null)}>
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
