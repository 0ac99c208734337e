import { Button } from '@mantine/core'
import { isKeyPrefix } from '@rodada/contract/cards/keys'
import { limits } from '@rodada/contract/core/limits'
import type { DeckProblem } from '@rodada/contract/rooms/deck-problem'
import { sizesOf } from '@rodada/contract/rooms/faces'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../i18n/index.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { DeckField } from '../../../ui/estimate/DeckField.tsx'
import { SizePoints } from '../../../ui/estimate/SizePoints.tsx'
import { ColorChoice } from '../../../ui/fields/ColorChoice.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import classes from '../../../ui/fields/fields.module.css'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { TextConflict } from '../../../ui/fields/TextConflict.tsx'
import { useBoardPart, useSession } from '../session/board-session.ts'
import type { BoardFrame } from '../session/board-state.ts'
import own from './BoardSettingsModal.module.css'
import { type SettingsClash, useSettingsForm } from './use-settings-form.ts'

/** Title, description, colour, visibility, deck and rhythm of a board. */
export function BoardSettingsModal({ onClose }: { onClose: () => void }) {
  const frame = useBoardPart((board) => board.frame, null)
  if (!frame) return null
  return (
    <Dialog title={t('boardDialogs:settings.title')} onClose={onClose}>
      <Settings frame={frame} onClose={onClose} />
    </Dialog>
  )
}

function Settings({ frame, onClose }: { frame: BoardFrame; onClose: () => void }) {
  const { form, change, clashes, settle, problem, sending, save, canSave } = useSettingsForm(frame, onClose)
  const [missing, setMissing] = useState(false)
  const [tried, setTried] = useState(false)
  const [deckProblem, setDeckProblem] = useState<DeckProblem | null>(null)
  const { sync } = useSession()
  const onPoints = () => void sync.refresh()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)

  const hasPrefix = isKeyPrefix(form.key_prefix)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Marked before the first wrong field is looked for.
    flushSync(() => {
      setMissing(form.title.trim() === '')
      setTried(true)
    })
    if (form.title.trim() !== '' && hasPrefix && !deckProblem) void save()
    else element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
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
    <form ref={element} className={classes.form} onSubmit={submit} noValidate>
      <FormProblem text={problem} />
      {clashes.title ? (
        clash('title', clashes.title)
      ) : (
        <div className={classes.field}>
          <label htmlFor={`${id}-title`}>{t('boardDialogs:settings.name')}</label>
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
          <label htmlFor={`${id}-description`}>{t('boardDialogs:settings.description')}</label>
          <textarea
            id={`${id}-description`}
            className={classes.area}
            value={form.description}
            maxLength={limits.boardDescription}
            placeholder={t('boardDialogs:settings.descriptionHint')}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        </div>
      )}
      <div className={classes.field}>
        <label htmlFor={`${id}-prefix`}>{t('boardDialogs:settings.keyPrefix')}</label>
        <input
          id={`${id}-prefix`}
          className={`${classes.input} ${own.prefix}`}
          value={form.key_prefix}
          maxLength={limits.keyPrefixMax}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={(tried && !hasPrefix) || undefined}
          aria-describedby={`${id}-prefix-hint`}
          onChange={(event) => change({ key_prefix: event.currentTarget.value.toUpperCase() })}
        />
        <p id={`${id}-prefix-hint`} className={tried && !hasPrefix ? classes.problem : classes.hint}>
          {tried && !hasPrefix
            ? t('texts:keyPrefixInvalid')
            : t('boardDialogs:settings.keyPrefixHint', { prefix: hasPrefix ? form.key_prefix : frame.key_prefix })}
        </p>
      </div>
      <ColorChoice label={t('boardDialogs:settings.color')} value={form.color} onChange={(color) => change({ color })} />
      <fieldset className={classes.field}>
        <legend className={own.legend}>{t('boardDialogs:settings.visibility')}</legend>
        {visibility(false, t('boardDialogs:settings.private'), t('boardDialogs:settings.privateHint'))}
        {visibility(true, t('boardDialogs:settings.public'), t('boardDialogs:settings.publicHint'))}
      </fieldset>
      <Switch
        label={t('boardDialogs:settings.autoSprint')}
        hint={t('boardDialogs:settings.autoSprintHint')}
        checked={form.auto_sprint}
        onChange={(auto_sprint) => change({ auto_sprint })}
      />
      <DeckField
        label={t('decks:board.label')}
        deck={form.deck}
        none={{ name: t('decks:board.none'), hint: t('decks:board.noneHint') }}
        tried={tried}
        onChange={({ deck, problem }) => {
          change({ deck: deck && [...deck] })
          setDeckProblem(problem)
        }}
      />
      {form.deck !== null && !deckProblem && sizesOf(form.deck).length > 0 && (
        <SizePoints
          key={form.deck.join(' ')}
          boardId={frame.id}
          sizes={sizesOf(form.deck)}
          points={frame.deck_points}
          mayChange
          isQuiet
          onSaved={onPoints}
        />
      )}
      <DialogActions onCancel={onClose}>
        <Button variant="filled" type="submit" loading={sending} disabled={!canSave}>
          {t('boardDialogs:settings.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
