import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import { IconAlignLeft, IconEye, IconPencil } from '@tabler/icons-react'
import { type MouseEvent, useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useCard } from '../card-context.ts'
import { Mentions } from '../mentions/Mentions.tsx'
import { CardText } from './CardText.tsx'
import { TextEditor } from './TextEditor.tsx'
import { type EditorProps, TextSection } from './TextSection.tsx'
import classes from './text.module.css'
import { useTextEdit } from './use-text-edit.ts'
import { useTick } from './use-tick.ts'

const MarkdownField = lazyPart(async () => (await import('./editor/MarkdownField.tsx')).MarkdownField, {
  texts: ['editor', 'files'],
  meanwhile: EditorComing,
})

/** What is written is counted from here on: before, nobody is near the limit. */
const countedFrom = limits.fullDescription * 0.9

/** The description: read as it looks, written as Markdown. */
export function Description() {
  const { card, canWrite } = useCard()
  const text = useTextEdit('description')
  const tick = useTick()
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
          <CardText
            text={card.description}
            onTick={canWrite && text.unsaved === null ? (line, done) => void tick(line, done) : undefined}
          />
        </div>
      )}
      editor={Editor}
    />
  )
}

/** A click into the text, not one that follows a link, ticks a task or ends a selection. */
const wantsToWrite = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest('a, input')) && (getSelection()?.isCollapsed ?? true)

function Editor({ text, value, merged, onLeave }: EditorProps) {
  const id = useId()
  const [preview, setPreview] = useState(false)
  const [sending, setSending] = useState(0)
  const length = value.trim().length
  const over = length > limits.fullDescription
  const previewButton = (
    <Button
      size="sm"
      variant="subtle"
      className={classes.previewButton}
      aria-pressed={preview}
      disabled={sending > 0}
      onClick={() => setPreview(!preview)}
      leftSection={preview ? <IconPencil aria-hidden /> : <IconEye aria-hidden />}
    >
      {t(preview ? 'card:description.write' : 'card:description.preview')}
    </Button>
  )
  return (
    <TextEditor field="description" text={text} invalid={over || sending > 0} onLeave={onLeave} aside={previewButton}>
      {merged && <p className={classes.note}>{t('card:conflict.merged')}</p>}
      {preview ? (
        <div className={classes.preview}>
          <CardText text={value} />
        </div>
      ) : (
        <Mentions>
          <MarkdownField
            id={`${id}-text`}
            value={value}
            label={t('card:description.label')}
            describedBy={`${id}-count ${id}-hint`}
            invalid={over}
            onType={text.type}
            onReplace={text.replace}
            onSending={setSending}
          />
        </Mentions>
      )}
      <div className={classes.below}>
        <span id={`${id}-hint`} role="status">
          {t(sending > 0 ? 'card:description.sending' : 'card:description.hint')}
        </span>
        <span id={`${id}-count`} className={classes.count} data-over={over || undefined}>
          {length >= countedFrom &&
            t(over ? 'card:description.over' : 'card:description.count', { count: length, max: limits.fullDescription })}
        </span>
      </div>
    </TextEditor>
  )
}

function EditorComing() {
  return <div className={classes.preview} aria-busy="true" />
}
