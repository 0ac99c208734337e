import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

/** `read` gives undefined for what is no such value. */
type Written<Value> = { value: Value; read: (typed: string) => Value | undefined; onSave: (value: Value) => void }

/**
 * A value that is written where it stands. Enter and leaving the field save what can be read and is another value, and Escape takes back
 * what was typed. `typed` is null while nothing is.
 */
export function useWritten<Value>({ value, read, onSave }: Written<Value>) {
  const [typed, setTyped] = useState<string | null>(null)
  const written = typed === null ? value : read(typed)
  const save = () => {
    if (typed === null || written === undefined) return
    setTyped(null)
    if (written !== value) onSave(written)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape' || typed === null) return
    event.stopPropagation()
    setTyped(null)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)
  return { typed, setTyped, wrong: written === undefined, handlers: { onChange, onKeyDown, onBlur: save } }
}
