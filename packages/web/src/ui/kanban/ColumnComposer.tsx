import { type FormEvent, useRef, useState } from 'react'
import { announce } from '../states/LiveRegion.tsx'
import classes from './Composer.module.css'
import { ComposerActions, Plus } from './ComposerParts.tsx'

type Props = {
  /** How columns are called where this stands. */
  texts: { add: string; addFirst: string; placeholder: string; label: string; submit: string; created: (name: string) => string }
  /** There is no column yet: the button says what to do. */
  isFirst: boolean
  max: number
  /** Resolves to whether it was accepted; a refused name comes back into the field. */
  onAdd: (name: string) => Promise<boolean>
}

/** Behind the last column: a button, and in its place the field in which new columns get their name. */
export function ColumnComposer({ isFirst, ...props }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { texts } = props
  if (open)
    return (
      <NewColumn
        {...props}
        onClose={() => {
          setOpen(false)
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={isFirst ? classes.firstList : classes.newList}
      aria-label={isFirst ? undefined : texts.add}
      title={isFirst ? undefined : texts.add}
      onClick={() => setOpen(true)}
    >
      <Plus />
      {isFirst && texts.addFirst}
    </button>
  )
}

function NewColumn({ texts, max, onAdd, onClose }: Omit<Props, 'isFirst'> & { onClose: () => void }) {
  const [name, setName] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return
    setName('')
    const accepted = await onAdd(wanted)
    if (accepted) announce(texts.created(wanted))
    else setName((now) => (now === '' ? wanted : now))
    // The new column pushed this form out of view.
    requestAnimationFrame(() => form.current?.scrollIntoView({ inline: 'end', block: 'nearest' }))
  }
  return (
    <form ref={form} className={classes.listComposer} onSubmit={(event) => void submit(event)}>
      <input
        value={name}
        maxLength={max}
        placeholder={texts.placeholder}
        aria-label={texts.label}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <ComposerActions submit={texts.submit} onClose={onClose} />
    </form>
  )
}
