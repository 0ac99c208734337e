import type { PersonSummary } from '@rodada/contract/core/fields'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Avatar } from '../../../../ui/marks/Avatar.tsx'
import { useBoard } from '../../session/use-board.ts'
import { useCard } from '../card-context.ts'
import { applyChange } from '../texts/editor/apply-change.ts'
import classes from './Mentions.module.css'
import { matching, spokenAt } from './mention-text.ts'

type Field = HTMLTextAreaElement | HTMLInputElement
type Call = { field: Field; start: number; wanted: string }

const isField = (target: EventTarget): target is Field => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/**
 * Helps to call people by name in the field that it stands around: after an '@' it shows who sees the card, those who take part first.
 * The field stays what it is; what is chosen is typed into it.
 */
export function Mentions({ children }: { children: ReactNode }) {
  const [call, setCall] = useState<Call | null>(null)
  const [at, setAt] = useState(0)
  const dismissed = useRef<number | null>(null)
  const id = useId()
  const { people, isTaking } = usePeople()
  const shown = call ? matching(people, call.wanted) : []
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
          <p className={classes.head}>{t('card:mentions.head')}</p>
          <div id={`${id}-list`} role="listbox" aria-label={t('card:mentions.label')} className={classes.list}>
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
                <span>{t(isTaking(person.id) ? 'card:mentions.takesPart' : 'card:mentions.member')}</span>
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Who may be called: everybody on the board but oneself, those of the card first. */
function usePeople() {
  const { card } = useCard()
  const { members, viewerId } = useBoard()
  const isTaking = (id: number) => card.assigned_user?.id === id || card.participant_ids.includes(id)
  const others = members.map(({ user }) => user).filter(({ id }) => id !== viewerId)
  return { people: others.sort((a, b) => Number(isTaking(b.id)) - Number(isTaking(a.id))), isTaking }
}

/** Tells a field of a text which line of a list its keys are on. */
function useActiveDescendant(field: Field | null, listId: string, optionId: string): void {
  useEffect(() => {
    if (!field) return
    const said = { 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-activedescendant': optionId }
    for (const [name, value] of Object.entries(said)) field.setAttribute(name, value)
    document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(said)) field.removeAttribute(name)
    }
  }, [field, listId, optionId])
}
