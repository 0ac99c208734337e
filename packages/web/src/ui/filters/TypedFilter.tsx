import { type HTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import { afterPress } from '../../lib/device/after-press.ts'
import classes from '../fields/fields.module.css'

/** How long after the last key cards are filtered, in milliseconds. */
const pause = 300

type Props = {
  /** Of a field with a visible label of its own; without one, `label` is said. */
  id?: string
  label: string
  value: string
  /** The text as it counts; undefined for what is none. */
  read: (text: string) => string | undefined
  /** What is said of a text that is none. */
  problem?: string
  maxLength: number
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Whether it was opened to be written in. */
  autoFocus?: boolean
  onChange: (text: string) => void
}

/** What is typed into a filter: it counts a moment after the last key, with Enter, and when the field is left. */
export function TypedFilter({ id, label, value, read, problem, maxLength, inputMode, autoFocus = false, onChange }: Props) {
  const problemId = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // null: the field shows its value.
  const [typed, setTyped] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  // What is typed stays as it is typed, unless the filter became another one by other means.
  if (value !== known) {
    setKnown(value)
    if (typed !== null && read(typed) !== value) setTyped(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = (text: string) => {
    clearTimeout(timer.current)
    const next = read(text)
    if (next !== undefined && next !== value) onChange(next)
  }
  const isWrong = typed !== null && read(typed) === undefined
  return (
    <div className={classes.field}>
      <input
        id={id}
        className={classes.input}
        aria-label={id === undefined ? label : undefined}
        placeholder={id === undefined ? label : undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? problemId : undefined}
        autoComplete="off"
        enterKeyHint="done"
        inputMode={inputMode}
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus={autoFocus}
        value={typed ?? value}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => settle(text), pause)
        }}
        onBlur={() => {
          if (typed === null) return
          clearTimeout(timer.current)
          afterPress(() => {
            settle(typed)
            if (!isWrong) setTyped(null)
          })
        }}
        onKeyDown={(event) => event.key === 'Enter' && settle(event.currentTarget.value)}
      />
      {isWrong && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
