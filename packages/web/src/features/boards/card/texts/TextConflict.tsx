import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../../../../i18n/index.ts'
import { TextConflict as Choice } from '../../../../ui/fields/TextConflict.tsx'
import { announce } from '../../../../ui/states/LiveRegion.tsx'
import classes from './text.module.css'
import type { TextField } from './text-edit.ts'
import { type Conflict, type TextEdit, useWhoChanged } from './use-text-edit.ts'

/** While somebody writes: the text under their hands was changed by somebody else. Nothing is replaced. */
export function TextNote({ field, text }: { field: TextField; text: TextEdit }) {
  const name = useWhoChanged(field, true)
  const note = t(`card:conflict.note.${field}`, { name })
  useEffect(() => announce(note), [note])
  return (
    <p className={classes.note}>
      <IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />
      <span>{note}</span>
      {/* The field must not lose its focus first: for the title that would be a save. */}
      <Button size="sm" variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={text.compare}>
        {t('card:conflict.see')}
      </Button>
    </p>
  )
}

type Props = { field: TextField; text: TextEdit; conflict: Conflict }

/** Two people wrote the same text of the card. */
export function TextConflict({ field, text, conflict: { mine, theirs, version } }: Props) {
  const name = useWhoChanged(field, true)
  return (
    <Choice
      heading={t(`conflict:title.${field}`)}
      name={name}
      origin={mine.origin}
      mine={mine.text}
      theirs={theirs}
      oneLine={field === 'title'}
      onMine={() => void text.save({ text: mine.text, origin: theirs, version })}
      onTheirs={text.cancel}
      onRewrite={text.rewrite}
    />
  )
}
