import { Button, TextInput } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRoomSession } from '../session/room-context.ts'
import classes from './TaskBar.module.css'
import { useGoOn } from './UnsavedQuestion.tsx'

/** Puts a typed task on the table, or takes it off. */
export function TaskForm({ title, onClose }: { title: string; onClose: () => void }) {
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
