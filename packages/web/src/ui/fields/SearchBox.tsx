import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { afterPress } from '../../lib/device/after-press.ts'
import { listenToPageKeys } from '../../lib/device/page-keys.ts'
import { useSingleKeys } from '../../lib/device/single-keys.ts'
import classes from './SearchBox.module.css'

/** How long after the last key a search begins, in milliseconds. */
const pause = 250

type Props = { label: string; value: string; onSearch: (text: string) => void; className?: string }

/** A search field: '/' leads to it, Escape empties it, and it asks a moment after the last key. */
export function SearchBox({ label, value, onSearch, className }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed by other means: back, or a link.
  if (value !== known) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useSlashKey(input)
  const hasKey = useSingleKeys()

  const search = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    onSearch(next.trim())
  }
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), pause)
  }
  return (
    <search className={[classes.box, className].filter(Boolean).join(' ')}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        aria-keyshortcuts={hasKey ? '/' : undefined}
        placeholder={label}
        value={text}
        maxLength={100}
        // In a dialog the first Escape empties the field, and only the next one closes the dialog.
        data-mantine-stop-propagation={text !== ''}
        onChange={(event) => change(event.currentTarget.value)}
        // What holds it may close before the moment has passed.
        onBlur={() => text.trim() !== value && afterPress(() => search(text))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text)
          if (event.key === 'Escape' && text !== '') search('')
        }}
      />
      {text === '' ? (
        hasKey && (
          <span className={classes.key} aria-hidden="true">
            /
          </span>
        )
      ) : (
        <button
          type="button"
          aria-label={t('clearSearch')}
          onClick={() => {
            search('')
            input.current?.focus()
          }}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </search>
  )
}

/** '/' moves to the field, unless somebody is writing or a dialog is open. */
function useSlashKey(field: React.RefObject<HTMLInputElement | null>): void {
  // With the field, not after it: a key that is pressed as soon as the field is there counts.
  useLayoutEffect(
    () =>
      listenToPageKeys({
        key: ({ key }) => {
          if (key === '/') field.current?.focus()
          return key === '/'
        },
      }),
    [field],
  )
}
