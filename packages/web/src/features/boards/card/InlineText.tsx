import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './checklist.module.css'

type Props = {
  value: string
  label: string
  max: number
  disabled?: boolean
  className?: string
  onSave: (text: string) => void
  /** What stands there while nobody writes; it is put into the button that starts writing. */
  children: ReactNode
}

/** A one-line text that becomes a field when clicked. Enter or leaving saves, Escape and an empty text change nothing. */
export function InlineText({ value, label, max, disabled, className, onSave, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const done = useRef(false)
  /** The text as it was when writing began: what this person did not change stays what somebody else may have made of it. */
  const opened = useRef(value)
  const finish = (save: boolean) => {
    // Taking the field away blurs it: that must not save a second time.
    if (done.current) return
    done.current = true
    const text = typed?.trim() ?? ''
    setTyped(null)
    if (save && text !== '' && text !== opened.current) onSave(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter')
    requestAnimationFrame(() => button.current?.focus())
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
          opened.current = value
          setTyped(value)
        }}
      >
        {children}
      </button>
    )
  return (
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
}
