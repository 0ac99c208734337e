import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { ColorChoice } from '../../ui/ColorChoice.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from '../../ui/fields.module.css'
import { TextConflict } from '../../ui/TextConflict.tsx'
import own from './BoardSettingsModal.module.css'
import { useBoardPart } from './board-session.ts'
import type { BoardFrame } from './board-state.ts'
import { type SettingsClash, useSettingsForm } from './use-settings-form.ts'

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
  const { form, change, clashes, settle, problem, sending, save, canSave } = useSettingsForm(frame, onClose)
  const [missing, setMissing] = useState(false)
  const id = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(form.title.trim() === '')
    if (form.title.trim() !== '') void save()
  }
  const clash = (name: 'title' | 'description', { origin, theirs }: SettingsClash) => (
    <TextConflict
      heading={t(`conflict:title.${name}`)}
      origin={origin}
      mine={form[name]}
      theirs={theirs}
      oneLine={name === 'title'}
      onMine={() => settle(name, form[name])}
      onTheirs={() => settle(name, theirs)}
      onRewrite={(text) => settle(name, text.slice(0, limits.boardDescription))}
    />
  )
  const visibility = (value: boolean, label: string, hint: string) => (
    <label className={own.choice}>
      <input type="radio" name={`${id}-visibility`} checked={form.is_public === value} onChange={() => change({ is_public: value })} />
      <span>
        <b>{label}</b>
        <small>{hint}</small>
      </span>
    </label>
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormProblem text={problem} />
      {clashes.title ? (
        clash('title', clashes.title)
      ) : (
        <div className={classes.field}>
          <label htmlFor={`${id}-title`}>{t('boards:settings.name')}</label>
          <input
            id={`${id}-title`}
            className={classes.input}
            value={form.title}
            maxLength={limits.boardTitle}
            data-autofocus
            aria-invalid={missing || undefined}
            aria-describedby={missing ? `${id}-missing` : undefined}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          {missing && (
            <p id={`${id}-missing`} className={classes.problem}>
              {t('texts:boardTitleRequired')}
            </p>
          )}
        </div>
      )}
      {clashes.description ? (
        clash('description', clashes.description)
      ) : (
        <div className={classes.field}>
          <label htmlFor={`${id}-description`}>{t('boards:settings.description')}</label>
          <textarea
            id={`${id}-description`}
            className={classes.area}
            value={form.description}
            maxLength={limits.boardDescription}
            placeholder={t('boards:settings.descriptionHint')}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </div>
      )}
      <ColorChoice label={t('boards:settings.color')} value={form.color} onChange={(color) => change({ color })} />
      <fieldset className={classes.field}>
        <legend className={own.legend}>{t('boards:settings.visibility')}</legend>
        {visibility(false, t('boards:settings.private'), t('boards:settings.privateHint'))}
        {visibility(true, t('boards:settings.public'), t('boards:settings.publicHint'))}
      </fieldset>
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending} disabled={!canSave}>
          {t('boards:settings.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
