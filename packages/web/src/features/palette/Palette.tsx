import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { limits } from '@rodada/contract/core/limits'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { tell } from './commands.ts'
import { type Entry, moveTo, type Step } from './entries.ts'
import { Options } from './Options.tsx'
import classes from './Palette.module.css'
import { noteCard } from './recent.ts'
import { useEntries } from './use-entries.ts'

/** How long after the last key a search begins, in milliseconds. */
const pause = 120

type Props = { onClose: () => void; onShortcuts: () => void }

/** Ctrl+K: a field that finds whatever there is, and does what can be done, worked by keys alone. */
export function Palette({ onClose, onShortcuts }: Props) {
  useReturnFocus()
  const id = useId()
  const router = useRouter()
  const [text, setText] = useState('')
  const [step, setStep] = useState<Step | null>(null)
  const [query] = useDebouncedValue(text.trim(), pause)
  const { entries, subject, refusal, state, isSettled, retry } = useEntries(text, query, step, onShortcuts)
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, entries.length - 1))
  const subjectKey = subject?.card.key ?? ''
  const title = step === null ? t('palette:title') : t(`palette:steps.${step}`, { key: subjectKey })

  const type = (next: string) => {
    setText(next)
    setActive(0)
    waiting.current = false
  }
  const choose = ({ act }: Entry) => {
    if (act.kind === 'write') return type(act.text)
    if (act.kind === 'ask') {
      setStep(act.step)
      return type('')
    }
    onClose()
    if (act.kind === 'go') {
      if (act.cardId !== undefined) noteCard(act.cardId)
      router.history.push(act.path)
    } else void Promise.resolve(act.run()).catch(tell)
  }
  const waiting = useChooseWhenSettled(isSettled, entries, at, choose)

  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const next = moveTo(event.key, at, entries.length)
    if (next !== null) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      waiting.current = true
      if (isSettled) waiting.run()
    } else if (event.key === 'Backspace' && text === '' && step !== null) {
      event.preventDefault()
      setStep(null)
      setActive(0)
    } else if (event.key === 'Tab') {
      // The field is all there is to reach: what lies below is reached by arrows.
      event.preventDefault()
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      title={<span className="sr-only">{t('palette:title')}</span>}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header, body: classes.body }}
    >
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries[at] ? `${id}-${entries[at].key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={step === null ? t('palette:placeholder') : title}
          value={text}
          maxLength={limits.cardSearch}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={pressed}
          data-autofocus
        />
      </div>
      {step !== null && text !== '' && <p className={classes.step}>{title}</p>}
      {refusal !== null && <p className={classes.step}>{refusal}</p>}
      <Options
        id={id}
        entries={entries}
        at={at}
        query={query}
        state={state}
        isOld={!isSettled}
        subjectKey={subjectKey}
        note={noteOf(step, text)}
        onPoint={setActive}
        onChoose={choose}
        onRetry={retry}
      />
      <p className="sr-only" role="status">
        {isSettled && query !== '' ? (refusal ?? t('palette:found', { count: entries.length })) : ''}
      </p>
      <footer className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('palette:keys.move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('palette:keys.open')}
        </span>
        {step !== null && (
          <span>
            <kbd>⌫</kbd> {t('palette:keys.back')}
          </span>
        )}
        <span>
          <kbd>Esc</kbd> {t('palette:keys.close')}
        </span>
      </footer>
    </Modal>
  )
}

/** Why a command's question has no answer yet. */
const noteOf = (step: Step | null, text: string): string | null =>
  step === 'create' && text.trim() === '' ? t('palette:writeTitle') : null

/** Enter may come before the answer does: then the first result counts when it arrives, instead of what was there before. */
function useChooseWhenSettled(isSettled: boolean, entries: Entry[], at: number, choose: (entry: Entry) => void) {
  const latest = useRef({ current: false, run: () => {} })
  latest.current.run = () => {
    latest.current.current = false
    const entry = entries[at]
    if (entry) choose(entry)
  }
  useEffect(() => {
    if (isSettled && latest.current.current) latest.current.run()
  }, [isSettled])
  return latest.current
}
