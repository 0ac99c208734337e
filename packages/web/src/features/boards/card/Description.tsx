import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { IconAlignLeft, IconEye, IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useCard, useUnsaved } from './card-context.ts'
import { Markdown } from './Markdown.tsx'
import { Section } from './Section.tsx'
import { TextConflict, TextNote } from './TextConflict.tsx'
import classes from './text.module.css'
import { isDirty } from './text-edit.ts'
import { type TextEdit, useTextEdit } from './use-text-edit.ts'

/** The description: read as it looks, written as Markdown. */
export function Description() {
  const { card, canWrite } = useCard()
  const text = useTextEdit('description')
  const [writing, setWriting] = useState(false)
  const [merged, setMerged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useUnsaved('description', canWrite ? text.unsaved : null)
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
  const draft = edit !== null && isDirty(edit)
  const isEditing = canWrite && edit !== null && writing
  const action = canWrite && !isEditing && !conflict && (
    <Button ref={opener} size="sm" onClick={open} leftSection={<IconPencil aria-hidden />} data-shortcut="e">
      {t('card:edit')}
    </Button>
  )
  return (
    <Section icon={IconAlignLeft} title={t('card:description.title')} action={card.description !== '' && action}>
      {canWrite && conflict ? (
        <TextConflict
          field="description"
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
          {card.description === '' ? (
            canWrite ? (
              <button ref={opener} type="button" className={classes.add} onClick={open} data-shortcut="e">
                {t('card:description.add')}
              </button>
            ) : (
              <p className={classes.none}>{t('card:description.none')}</p>
            )
          ) : (
            // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the button beside it does the same
            // biome-ignore lint/a11y/useKeyWithClickEvents: as above
            <div onClick={(event) => canWrite && wantsToWrite(event) && open()} className={canWrite ? classes.text : undefined}>
              <Markdown text={card.description} />
            </div>
          )}
          {canWrite && draft && (
            <p className={classes.note}>
              <span>{t('card:description.draft')}</span>
              <Button size="sm" variant="subtle" onClick={() => setWriting(true)}>
                {t('card:description.resume')}
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

/** A click into the text, not one that follows a link or ends a selection. */
const wantsToWrite = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest('a')) && (getSelection()?.isCollapsed ?? true)

function Editor({ text, value, merged, onLeave }: { text: TextEdit; value: string; merged: boolean; onLeave: () => void }) {
  const id = useId()
  const [preview, setPreview] = useState(false)
  const over = value.trim().length > limits.taskDescription
  const save = () => {
    if (over || !text.edit) return
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
      {merged && <p className={classes.note}>{t('card:conflict.merged')}</p>}
      {text.changed && <TextNote field="description" text={text} />}
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
          {t(over ? 'card:description.over' : 'card:description.count', { count: value.trim().length, max: limits.taskDescription })}
        </span>
      </div>
      <div className={classes.choices}>
        <Button size="sm" variant="filled" onClick={save} disabled={over}>
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
      </div>
    </div>
  )
}
