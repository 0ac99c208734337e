import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { normalize } from '../../../../lib/text/normalize.ts'
import classes from './ChoiceList.module.css'

export type Choice = { value: string; text: string; shown?: ReactNode }
type Props = { label: string; choices: readonly Choice[]; chosen: string; onChoose: (value: string) => void }

/** One of several values: arrows walk, the first letters find, Enter takes. */
export function ChoiceList({ label, choices, chosen, onChoose }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex(({ value }) => value === chosen),
    ),
  )
  const typed = useRef({ text: '', when: 0 })
  useEffect(() => list.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const find = (letter: string, when: number) => {
    const { current } = typed
    current.text = when - current.when < 800 ? current.text + letter : letter
    current.when = when
    const wanted = normalize(current.text)
    const from = current.text.length > 1 ? at : at + 1
    const order = [...choices.keys()].map((index) => (from + index) % choices.length)
    const found = order.find((index) => normalize(choices[index]?.text ?? '').startsWith(wanted))
    if (found !== undefined) setAt(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = choices.length - 1
    const next = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key]
    const choice = choices[at]
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter' && choice) onChoose(choice.value)
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) find(event.key, event.timeStamp)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={`${id}-${at}`}
        className={classes.list}
        onKeyDown={onKeyDown}
      >
        {choices.map(({ value, text, shown = text }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and hears the keys
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            data-at={index}
            data-active={index === at || undefined}
            aria-selected={value === chosen}
            className={classes.option}
            onClick={() => onChoose(value)}
          >
            {shown}
            {value === chosen && <IconCheck size={16} stroke={2} aria-hidden className={classes.check} />}
          </div>
        ))}
      </div>
      <p className={classes.foot} aria-hidden="true">
        <kbd>Enter</kbd> {t('views:table.keep')} <kbd>Esc</kbd> {t('views:table.back')}
      </p>
    </>
  )
}
