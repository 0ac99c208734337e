import { limits } from '@rodada/contract/core/limits'
import { IconNote } from '@tabler/icons-react'
import { t } from '../../../../i18n/index.ts'
import { useCard } from '../card-context.ts'
import { MentionedText } from '../mentions/MentionedText.tsx'
import { Mentions } from '../mentions/Mentions.tsx'
import { TextEditor } from './TextEditor.tsx'
import { type EditorProps, TextSection } from './TextSection.tsx'
import classes from './text.module.css'
import { useTextEdit } from './use-text-edit.ts'

/** The notes of a task: plain lines, as the sprint's side writes them. A card that no sprint knows and that has none shows none. */
export function Notes() {
  const { card, canWrite } = useCard()
  const text = useTextEdit('notes')
  if (card.notes === '' && (card.sprint === null || !canWrite) && text.unsaved === null) return null
  return (
    <TextSection
      field="notes"
      icon={IconNote}
      text={text}
      shown={() => (
        <p className={classes.plain}>
          <MentionedText text={card.notes} />
        </p>
      )}
      editor={Editor}
    />
  )
}

function Editor({ text, value, onLeave }: EditorProps) {
  return (
    <TextEditor field="notes" text={text} onLeave={onLeave}>
      <Mentions>
        <textarea
          className={classes.area}
          rows={3}
          value={value}
          maxLength={limits.cardNotes}
          aria-label={t('card:notes.label')}
          onChange={(event) => text.type(event.currentTarget.value)}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write
          autoFocus
        />
      </Mentions>
    </TextEditor>
  )
}
