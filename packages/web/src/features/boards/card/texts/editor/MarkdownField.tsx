import { type ChangeEvent, type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef } from 'react'
import { t } from '../../../../../i18n/index.ts'
import { applyChange, selectedIn, type TextChange } from '../../../../../lib/text/apply-change.ts'
import classes from './editor.module.css'
import { Toolbar } from './Toolbar.tsx'
import { applyTool, continueLine, type Tool } from './text-edits.ts'
import { usePictures } from './use-pictures.ts'

type Props = {
  id: string
  value: string
  label: string
  describedBy: string
  invalid: boolean
  onType: (text: string) => void
  /** Puts one stretch of the text, as it is by then, in the place of another, even when the field is gone. */
  onReplace: (stretch: string, text: string) => void
  /** Pictures are on their way into the text: it is not whole yet. */
  onSending: (sending: number) => void
}

const keys: Readonly<Record<string, Tool>> = { b: 'bold', i: 'italic', k: 'link' }

/** A text as Markdown, with tools for what nobody knows by heart. It stays a plain field: what is not typed is put in as if it were. */
export function MarkdownField({ id, value, label, describedBy, invalid, onType, onReplace, onSending }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const change = (make: (area: HTMLTextAreaElement) => TextChange | null): boolean => {
    const made = field.current && make(field.current)
    if (!field.current || !made) return false
    applyChange(field.current, made)
    return true
  }
  const insert = (text: string) =>
    change((area) => {
      const { start, end } = selectedIn(area)
      return { from: start, to: end, text, select: [start + text.length, start + text.length] }
    })
  const addPictures = usePictures({ insert, onReplace, onSending })
  const apply = (tool: Tool) => {
    const words = { text: t('editor:words.text'), address: 'https://', column: t('editor:words.column'), cell: t('editor:words.cell') }
    change((area) => applyTool(tool, selectedIn(area), words))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const tool = event.ctrlKey || event.metaKey ? keys[event.key.toLowerCase()] : undefined
    if (tool && !event.shiftKey) {
      event.preventDefault()
      apply(tool)
    }
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isEnter && change((area) => continueLine(selectedIn(area)))) event.preventDefault()
  }
  /** Takes pictures out of what was pasted or dropped; everything else is for others. */
  const take = (event: ClipboardEvent | DragEvent, { files, types }: DataTransfer): void => {
    const pictures = [...files].filter(({ type }) => type.startsWith('image/'))
    // Cells of a spreadsheet come as a picture of them, too.
    if (pictures.length === 0 || pictures.length < files.length || types.includes('text/plain')) return
    event.preventDefault()
    addPictures(pictures)
  }
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addPictures([...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  return (
    <div className={classes.box}>
      <Toolbar controls={id} disabled={false} onUse={(tool) => (tool === 'image' ? picker.current?.click() : apply(tool))} />
      <textarea
        ref={field}
        id={id}
        className={classes.area}
        rows={6}
        value={value}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write
        autoFocus
        onFocus={({ currentTarget, relatedTarget }) => {
          if (relatedTarget === null && currentTarget.selectionEnd === 0)
            currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
        }}
      />
      <input ref={picker} type="file" accept="image/*" multiple hidden onChange={pick} />
    </div>
  )
}
