import type { PersonSummary } from '@rodada/contract/core/fields'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { applyChange } from '../../lib/text/apply-change.ts'
import { Avatar } from '../marks/Avatar.tsx'
import classes from './MentionPicker.module.css'
import { matching, spokenAt } from './mention-text.ts'

type Field = HTMLTextAreaElement | HTMLInputElement
type Call = { field: Field; start: number; wanted: string }

const isField = (target: EventTarget): target is Field => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

type Props = {
  /** Who may be called. */
  people: readonly PersonSummary[]
  /** Those of the card, who are shown first. */
  isTaking: (personId: number) => boolean
  children: ReactNode
}

/**
 * Helps to call people by name in the field that it stands around: after an '@' it shows them. The field stays what it is; what is chosen is
 * typed into it.
 */
export function MentionPicker({ people, isTaking, children }: Props) {
  const [call, setCall] = useState<Call | null>(null)
  const [at, setAt] = useState(0)
  const dismissed = useRef<number | null>(null)
  const id = useId()
  const shown = call ? matching(ordered(people, isTaking), call.wanted) : []
  const isOpen = call !== null && shown.length > 0
  const active = Math.min(at, shown.length - 1)
  const field = isOpen ? call.field : null
  useActiveDescendant(field, `${id}-list`, `${id}-${active}`)

  const look = ({ target }: SyntheticEvent) => {
    if (!isField(target)) return
    const spoken = target.selectionStart === target.selectionEnd ? spokenAt(target.value, target.selectionStart ?? 0) : null
    if (spoken?.start !== dismissed.current) dismissed.current = null
    if (spoken?.wanted !== call?.wanted) setAt(0)
    setCall(spoken && dismissed.current === null ? { field: target, ...spoken } : null)
  }
  const close = () => {
    dismissed.current = call?.start ?? null
    setCall(null)
  }
  const choose = (person: PersonSummary | undefined) => {
    if (!call || !person) return
    const { field, start, wanted } = call
    const text = `@${person.name} `
    applyChange(field, { from: start, to: start + 1 + wanted.length, text, select: [start + text.length, start + text.length] })
    setCall(null)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chooses = event.key === 'Enter' || event.key === 'Tab'
    if (step === 0 && !chooses && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (step !== 0) setAt((active + step + shown.length) % shown.length)
    else if (chooses) choose(shown[active])
    else close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field within
    <div className={classes.around} onKeyDownCapture={onKeyDownCapture} onInput={look} onSelect={look} onBlur={() => setCall(null)}>
      {children}
      {isOpen && (
        <div className={classes.pop} onPointerDown={(event) => event.preventDefault()}>
          <p className={classes.head}>{t('kanban:mentions.head')}</p>
          <div id={`${id}-list`} role="listbox" aria-label={t('kanban:mentions.label')} className={classes.list}>
            {shown.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and its keys choose
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={person.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={classes.person}
                onClick={() => choose(person)}
              >
                <Avatar name={person.name} avatar={person.avatar_url} size="xs" />
                <b>{person.name}</b>
                <span>{t(isTaking(person.id) ? 'kanban:mentions.takesPart' : 'kanban:mentions.member')}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const ordered = (people: Props['people'], isTaking: Props['isTaking']) =>
  people.toSorted((a, b) => Number(isTaking(b.id)) - Number(isTaking(a.id)))

/** Tells a field of a text which line of a list its keys are on. */
function useActiveDescendant(field: Field | null, listId: string, optionId: string): void {
  useEffect(() => {
    if (!field) return
    const said = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': optionId,
      // While it is open, Escape is the list's: a dialog hears it before the field does.
      'data-mantine-stop-propagation': 'true',
    }
    for (const [name, value] of Object.entries(said)) field.setAttribute(name, value)
    document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(said)) field.removeAttribute(name)
    }
  }, [field, listId, optionId])
}
