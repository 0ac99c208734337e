import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../../../../i18n/index.ts'
import { TextNote } from './TextConflict.tsx'
import classes from './text.module.css'
import type { TextField } from './text-edit.ts'
import type { TextEdit } from './use-text-edit.ts'

type Props = {
  field: TextField
  text: TextEdit
  /** The text is not one that can be saved. */
  invalid?: boolean
  onLeave: () => void
  /** Stands beside the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** What stands around the field of a text: its keys, what somebody else did to it meanwhile, and the buttons that end the writing. */
export function TextEditor({ field, text, invalid = false, onLeave, aside, children }: Props) {
  const save = () => {
    if (invalid || !text.edit) return
    void text.save(text.edit)
    onLeave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
    if (event.key !== 'Escape') return
    // What was typed stays as a draft; only an untouched text is simply left.
    event.stopPropagation()
    if (text.unsaved === null) text.cancel()
    onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and of its buttons
    <div className={classes.editor} onKeyDown={onKeyDown}>
      {text.changed && <TextNote field={field} text={text} />}
      {children}
      <div className={classes.choices}>
        <Button size="sm" variant="filled" onClick={save} disabled={invalid}>
          {t('card:save')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            text.cancel()
            onLeave()
          }}
        >
          {t('cancel')}
        </Button>
        {aside}
      </div>
    </div>
  )
}
