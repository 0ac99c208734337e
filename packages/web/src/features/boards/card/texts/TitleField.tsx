import { limits } from '@rodada/contract/core/limits'
import { type KeyboardEvent, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useCard, useUnsaved } from '../card-context.ts'
import { TextConflict, TextNote } from './TextConflict.tsx'
import classes from './text.module.css'
import { useTextEdit } from './use-text-edit.ts'

/** The title, edited where it stands: leaving the field or Enter saves, Escape takes back what was typed. */
export function TitleField() {
  const { card, canWrite } = useCard()
  const title = useTextEdit('title')
  const field = useRef<HTMLTextAreaElement>(null)
  const cancelled = useRef(false)
  useUnsaved('title', title.unsaved)
  if (!canWrite) return <h2 className={classes.title}>{card.title}</h2>
  const { edit, conflict } = title
  const text = edit?.text ?? card.title
  const empty = text.trim() === ''
  const save = () => {
    if (cancelled.current) {
      cancelled.current = false
      return title.cancel()
    }
    if (edit && !empty) void title.save(edit)
    else title.cancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && edit && edit.text !== edit.origin) {
      event.stopPropagation()
      cancelled.current = true
      field.current?.blur()
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    field.current?.blur()
  }
  return (
    <div>
      <h2 className="sr-only">{card.title}</h2>
      {conflict ? (
        <TextConflict field="title" text={title} conflict={conflict} />
      ) : (
        <>
          <textarea
            ref={field}
            className={`${classes.title} ${classes.titleField}`}
            rows={1}
            value={text}
            maxLength={limits.cardTitle}
            aria-label={t('card:title.label')}
            aria-invalid={empty || undefined}
            aria-describedby={empty ? 'card-title-problem' : undefined}
            data-shortcut="t"
            spellCheck={edit !== null}
            onFocus={title.start}
            // One line, however it was pasted.
            onChange={(event) => title.type(event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
            onBlur={save}
            onKeyDown={onKeyDown}
          />
          {empty && (
            <p id="card-title-problem" className={classes.problem}>
              {t('card:title.required')}
            </p>
          )}
          {title.changed && <TextNote field="title" text={title} />}
        </>
      )}
    </div>
  )
}
