import { Button } from '@mantine/core'
import { boardsApi } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { CallError, call } from '../../lib/call.ts'
import { ColorChoice } from '../../ui/ColorChoice.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { toast } from '../../ui/feedback.tsx'
import classes from '../../ui/fields.module.css'
import own from './BoardSettingsModal.module.css'
import { useBoardPart, useSession } from './board-session.ts'
import type { BoardFrame } from './board-state.ts'

/** Title, description, colour and visibility of a board. */
export function BoardSettingsModal({ onClose }: { onClose: () => void }) {
  const frame = useBoardPart((board) => board.frame, null)
  if (!frame) return null
  return (
    <Dialog title={t('boards:settings.title')} onClose={onClose}>
      <Settings frame={frame} onClose={onClose} />
    </Dialog>
  )
}

function Settings({ frame, onClose }: { frame: BoardFrame; onClose: () => void }) {
  const { boardId, store, sync } = useSession()
  const [title, setTitle] = useState(frame.title)
  const [description, setDescription] = useState(frame.description)
  const [color, setColor] = useState(frame.color)
  const [isPublic, setPublic] = useState(frame.is_public)
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [sending, setSending] = useState(false)
  // What the form was filled from: a later version means that somebody else changed the board meanwhile.
  const version = useRef(frame.version)
  const id = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(title.trim() === '')
    if (title.trim() === '') return
    setSending(true)
    setProblem(null)
    try {
      const body = { title, description, color, is_public: isPublic, version: version.current }
      await call(boardsApi.update, { params: { boardId }, body })
      void sync.refresh()
      toast(t('boards:settings.saved'))
      onClose()
    } catch (reason) {
      setSending(false)
      const isConflict = reason instanceof CallError && reason.status === 409
      setProblem(isConflict ? t('boards:settings.conflict') : reason instanceof Error ? reason.message : t('boards:problems.updateBoard'))
      if (isConflict) {
        await sync.refresh()
        version.current = store.get().board?.frame.version ?? version.current
      }
    }
  }
  const visibility = (value: boolean, label: string, hint: string) => (
    <label className={own.choice}>
      <input type="radio" name={`${id}-visibility`} checked={isPublic === value} onChange={() => setPublic(value)} />
      <span>
        <b>{label}</b>
        <small>{hint}</small>
      </span>
    </label>
  )
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <div className={classes.field}>
        <label htmlFor={`${id}-title`}>{t('boards:settings.name')}</label>
        <input
          id={`${id}-title`}
          className={classes.input}
          value={title}
          maxLength={limits.boardTitle}
          data-autofocus
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-missing` : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {missing && (
          <p id={`${id}-missing`} className={classes.problem}>
            {texts.boardTitleRequired}
          </p>
        )}
      </div>
      <div className={classes.field}>
        <label htmlFor={`${id}-description`}>{t('boards:settings.description')}</label>
        <textarea
          id={`${id}-description`}
          className={classes.area}
          value={description}
          maxLength={limits.boardDescription}
          placeholder={t('boards:settings.descriptionHint')}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </div>
      <ColorChoice label={t('boards:settings.color')} value={color} onChange={setColor} />
      <fieldset className={classes.field}>
        <legend className={own.legend}>{t('boards:settings.visibility')}</legend>
        {visibility(false, t('boards:settings.private'), t('boards:settings.privateHint'))}
        {visibility(true, t('boards:settings.public'), t('boards:settings.publicHint'))}
      </fieldset>
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending}>
          {t('boards:settings.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
