import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts'
import { paletteQuery } from './api.ts'
import { type Entry, entriesOf, moveTo, type Place } from './entries.ts'
import { Options } from './Options.tsx'
import classes from './Palette.module.css'

/** How long after the last key a search begins, in milliseconds. */
const pause = 120

/** Ctrl+K: a field that finds boards and cards by their title, worked by keys alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), pause)
  const { data, isError, isPlaceholderData, refetch } = useQuery(paletteQuery(query))
  const entries = data ? entriesOf(data) : []
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, entries.length - 1))
  // What is on screen belongs to the text in the field only once both the pause and the answer are over.
  const isSettled = query === text.trim() && !isPlaceholderData && data !== undefined

  const open = ({ boardId, sprintId, cardId }: Place) => {
    onClose()
    if (sprintId !== null) void navigate({ to: '/sprint/$sprintId/board', params: { sprintId: String(sprintId) } })
    else
      void navigate({
        to: '/board/$boardId',
        params: { boardId: String(boardId) },
        search: cardId === null ? {} : { card: String(cardId) },
      })
  }
  const waiting = useOpenWhenSettled(isSettled, entries, at, open)

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
          aria-label={t('palette:title')}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries[at] ? `${id}-${entries[at].key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette:placeholder')}
          value={text}
          maxLength={100}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(0)
            waiting.current = false
          }}
          onKeyDown={pressed}
          data-autofocus
        />
      </div>
      <Options
        id={id}
        entries={entries}
        at={at}
        query={query}
        state={isError && !data ? 'failed' : data === undefined ? 'loading' : 'ready'}
        isOld={!isSettled}
        onPoint={setActive}
        onOpen={open}
        onRetry={() => void refetch()}
      />
      <p className="sr-only" role="status">
        {isSettled && query !== '' ? t('palette:found', { count: entries.length }) : ''}
      </p>
      <footer className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('palette:keys.move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('palette:keys.open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('palette:keys.close')}
        </span>
      </footer>
    </Modal>
  )
}

/** Enter may come before the answer does: then the first result opens when it arrives, instead of what was there before. */
function useOpenWhenSettled(isSettled: boolean, entries: Entry[], at: number, open: (place: Place) => void) {
  const latest = useRef({ current: false, run: () => {} })
  latest.current.run = () => {
    latest.current.current = false
    const entry = entries[at]
    if (entry) open(entry)
  }
  useEffect(() => {
    if (isSettled && latest.current.current) latest.current.run()
  }, [isSettled])
  return latest.current
}
