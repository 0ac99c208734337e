import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { type KeyboardEvent, useId } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Mentions } from '../mentions/Mentions.tsx'
import classes from './comments.module.css'

/** What is left is said from here on. */
const counterFrom = 100

type Props = {
  value: string
  label: string
  submit: string
  hint?: string
  autoFocus?: boolean
  /** The key of the window that leads here. */
  shortcut?: string
  onChange: (text: string) => void
  onSubmit: () => void
  onCancel?: () => void
  /** Escape, which keeps what is written. */
  onLeave?: () => void
}

/** A field for a comment, new or old; Ctrl+Enter sends. */
export function CommentField({ value, label, submit, hint, autoFocus, shortcut, onChange, onSubmit, onCancel, onLeave }: Props) {
  const id = useId()
  const left = limits.comment - value.trim().length
  const blank = value.trim() === ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (!blank && left >= 0) onSubmit()
    }
    if (event.key !== 'Escape' || !onLeave) return
    event.stopPropagation()
    onLeave()
  }
  return (
    <form
      className={classes.form}
      data-open={!blank || onCancel !== undefined || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (!blank && left >= 0) onSubmit()
      }}
    >
      <Mentions>
        <textarea
          className={classes.field}
          rows={1}
          value={value}
          placeholder={label}
          aria-label={label}
          data-shortcut={shortcut}
          aria-invalid={left < 0 || undefined}
          aria-describedby={left <= counterFrom ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noAutofocus: only set where the person has just asked to write
          autoFocus={autoFocus}
        />
      </Mentions>
      <div className={classes.below}>
        <Button size="sm" type="submit" variant="filled" disabled={blank || left < 0}>
          {submit}
        </Button>
        {onCancel && (
          <Button size="sm" variant="subtle" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        {left <= counterFrom ? (
          <span id={id} className={classes.left} data-over={left < 0 || undefined}>
            {t(left < 0 ? 'card:comments.over' : 'card:comments.left', { count: Math.abs(left) })}
          </span>
        ) : (
          hint && <span className={classes.hint}>{hint}</span>
        )}
      </div>
    </form>
  )
}
