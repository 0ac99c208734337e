import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Clash, Edit } from '../../../../lib/text/stale-text.ts'
import { TextConflict } from '../../../../ui/fields/TextConflict.tsx'
import classes from '../checklists/checklist.module.css'
import { Mentions } from '../mentions/Mentions.tsx'

type Props = {
  value: string
  /** Of what carries the text, as it stands there. */
  version: number
  /** Above the two texts when somebody else wrote another one meanwhile. */
  heading: string
  label: string
  max: number
  disabled?: boolean
  /** People are called by name in it. */
  mentions?: boolean
  className?: string
  /** Saves a text on the version of when its writing began. Resolves to what somebody else wrote meanwhile. */
  onSave: (edit: Edit) => Promise<Clash | null>
  /** What stands there while nobody writes; it is put into the button that starts writing. */
  children: ReactNode
}

/**
 * A one-line text that becomes a field when clicked. Enter or leaving saves, Escape and an empty text change nothing. Who came
 * late is shown both texts.
 */
export function InlineText({ value, version, heading, label, max, disabled, mentions, className, onSave, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const done = useRef(false)
  /** The text as it was when writing began: what this person did not change stays what somebody else may have made of it. */
  const opened = useRef({ origin: value, version })
  const [conflict, setConflict] = useState<{ mine: Edit; theirs: Clash } | null>(null)
  const save = async (mine: Edit) => {
    setConflict(null)
    const theirs = await onSave(mine)
    if (theirs) setConflict({ mine, theirs })
  }
  const finish = (keep: boolean) => {
    // Taking the field away blurs it: that must not save a second time.
    if (done.current) return
    done.current = true
    const text = typed?.trim() ?? ''
    setTyped(null)
    if (keep && text !== '' && text !== opened.current.origin) void save({ text, ...opened.current })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter')
    requestAnimationFrame(() => button.current?.focus())
  }
  if (conflict) {
    const { mine, theirs } = conflict
    const base = { origin: theirs.theirs, version: theirs.version }
    return (
      <TextConflict
        heading={heading}
        origin={mine.origin}
        mine={mine.text}
        theirs={theirs.theirs}
        oneLine
        onMine={() => void save({ text: mine.text, ...base })}
        onTheirs={() => setConflict(null)}
        onRewrite={() => {
          setConflict(null)
          done.current = false
          opened.current = base
          setTyped(mine.text)
        }}
      />
    )
  }
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        className={`${classes.text} ${className ?? ''}`}
        disabled={disabled}
        title={label}
        onClick={() => {
          done.current = false
          opened.current = { origin: value, version }
          setTyped(value)
        }}
      >
        {children}
      </button>
    )
  const field = (
    <textarea
      className={`${classes.field} ${className ?? ''}`}
      rows={1}
      value={typed}
      maxLength={max}
      aria-label={label}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
      onBlur={() => finish(true)}
      onKeyDown={onKeyDown}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
    />
  )
  return mentions ? <Mentions>{field}</Mentions> : field
}
