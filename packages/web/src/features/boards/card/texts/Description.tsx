import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconAlignLeft, IconEye, IconPencil } from '@tabler/icons-react'
import { type MouseEvent, useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Markdown } from '../../../../ui/marks/Markdown.tsx'
import { useCard } from '../card-context.ts'
import { TextEditor } from './TextEditor.tsx'
import { type EditorProps, TextSection } from './TextSection.tsx'
import classes from './text.module.css'
import { useTextEdit } from './use-text-edit.ts'

/** What is written is counted from here on: before, nobody is near the limit. */
const countedFrom = limits.fullDescription * 0.9

/** The description: read as it looks, written as Markdown. */
export function Description() {
  const { card, canWrite } = useCard()
  const text = useTextEdit('description')
  return (
    <TextSection
      field="description"
      icon={IconAlignLeft}
      text={text}
      shortcut="e"
      none={<p className={classes.none}>{t('card:description.none')}</p>}
      shown={(open) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the button beside it does the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div onClick={(event) => canWrite && wantsToWrite(event) && open()} className={canWrite ? classes.text : undefined}>
          <Markdown text={card.description} />
        </div>
      )}
      editor={Editor}
    />
  )
}

/** A click into the text, not one that follows a link or ends a selection. */
const wantsToWrite = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest('a')) && (getSelection()?.isCollapsed ?? true)

function Editor({ text, value, merged, onLeave }: EditorProps) {
  const id = useId()
  const [preview, setPreview] = useState(false)
  const length = value.trim().length
  const over = length > limits.fullDescription
  const previewButton = (
    <Button
      size="sm"
      variant="subtle"
      className={classes.previewButton}
      aria-pressed={preview}
      onClick={() => setPreview(!preview)}
      leftSection={preview ? <IconPencil aria-hidden /> : <IconEye aria-hidden />}
    >
      {t(preview ? 'card:description.write' : 'card:description.preview')}
    </Button>
  )
  return (
    <TextEditor field="description" text={text} invalid={over} onLeave={onLeave} aside={previewButton}>
      {merged && <p className={classes.note}>{t('card:conflict.merged')}</p>}
      {preview ? (
        <div className={classes.preview}>
          <Markdown text={value} />
        </div>
      ) : (
        <textarea
          className={classes.area}
          rows={6}
          value={value}
          aria-label={t('card:description.label')}
          aria-describedby={`${id}-count ${id}-hint`}
          aria-invalid={over || undefined}
          onChange={(event) => text.type(event.currentTarget.value)}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)}
        />
      )}
      <div className={classes.below}>
        <span id={`${id}-hint`}>{t('card:description.hint')}</span>
        <span id={`${id}-count`} className={classes.count} data-over={over || undefined}>
          {length >= countedFrom &&
            t(over ? 'card:description.over' : 'card:description.count', { count: length, max: limits.fullDescription })}
        </span>
      </div>
    </TextEditor>
  )
}
