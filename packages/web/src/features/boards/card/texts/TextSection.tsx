import { Button } from '@mantine/core'
import { type Icon, IconPencil } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useCard, useUnsaved } from '../card-context.ts'
import { momentText } from '../comments/moment.ts'
import { Section } from '../Section.tsx'
import { TextConflict } from './TextConflict.tsx'
import classes from './text.module.css'
import { isDirty } from './text-edit.ts'
import type { TextEdit } from './use-text-edit.ts'

export type EditorProps = {
  text: TextEdit
  value: string
  /** The value was put together of two people's texts just now. */
  merged: boolean
  onLeave: () => void
}

type Props = {
  field: 'description' | 'notes'
  icon: Icon
  text: TextEdit
  /** The text that there is, as one reads it. */
  shown: (open: () => void) => ReactNode
  /** What stands there without a text for who may not write. */
  none?: ReactNode
  /** The key of the window that begins to write. */
  shortcut?: string
  editor: ComponentType<EditorProps>
}

/** A text of the card that is read until one asks to write: its heading, its draft, and what two people wrote at once. */
export function TextSection({ field, icon, text, shown, none, shortcut, editor: Editor }: Props) {
  const { card, canWrite } = useCard()
  const [writing, setWriting] = useState(false)
  const [merged, setMerged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useUnsaved(field, canWrite ? text.unsaved : null)
  const { edit, conflict } = text
  const open = () => {
    text.start()
    setMerged(false)
    setWriting(true)
  }
  const leave = () => {
    setWriting(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const isEmpty = card[field] === ''
  const isEditing = canWrite && edit !== null && writing
  const action = canWrite && !isEditing && !conflict && !isEmpty && (
    <Button ref={opener} size="sm" onClick={open} leftSection={<IconPencil aria-hidden />} data-shortcut={shortcut}>
      {t('card:edit')}
    </Button>
  )
  const add = canWrite ? (
    <button ref={opener} type="button" className={classes.add} onClick={open} data-shortcut={shortcut}>
      {t(`card:${field}.add`)}
    </button>
  ) : (
    none
  )
  return (
    <Section icon={icon} title={t(`card:${field}.title`)} action={action}>
      {canWrite && conflict ? (
        <TextConflict
          field={field}
          conflict={conflict}
          text={{
            ...text,
            rewrite: (proposal) => {
              text.rewrite(proposal)
              setMerged(true)
              setWriting(true)
            },
          }}
        />
      ) : isEditing ? (
        <Editor text={text} value={edit.text} merged={merged} onLeave={leave} />
      ) : (
        <>
          {isEmpty ? add : shown(open)}
          {canWrite && edit !== null && isDirty(edit) && (
            <p className={classes.note}>
              <span>
                {t(text.changed ? 'card:oldDraft' : 'card:draft', {
                  moment: momentText(new Date(text.draftedAt ?? Date.now()).toISOString()),
                })}
              </span>
              <Button size="sm" variant="subtle" onClick={() => setWriting(true)}>
                {t('card:resume')}
              </Button>
              <Button size="sm" variant="subtle" onClick={text.cancel}>
                {t('card:discard')}
              </Button>
            </p>
          )}
        </>
      )}
    </Section>
  )
}
