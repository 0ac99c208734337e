import { limits } from '@rodada/contract/core/limits'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { focusRefused } from '../../lib/call/refused-field.ts'
import type { Day } from '../../lib/dates/days.ts'
import { lazyPart } from '../lazy-part.tsx'
import { toast } from '../states/feedback.tsx'
import { announce } from '../states/LiveRegion.tsx'
import classes from './Composer.module.css'
import { ComposerActions, Plus } from './ComposerParts.tsx'
import { emptyItem, hasMore, isWritten, keepNewItem, type NewItem, readNewItem } from './new-item.ts'
import { ManyLines, readLines } from './PastedLines.tsx'

const MoreFields = lazyPart(async () => (await import('./MoreFields.tsx')).MoreFields)

type Props = {
  /** The name of the column. */
  column: string
  /** Under what name an unsent text is kept; the column's own. */
  draft: string
  /** The last day of the sprint that the column is of. */
  sprintEnd?: Day | undefined
  /** Makes the item from a template instead, with the title as far as it is written. */
  template?: { label: string; onOpen: (title: string) => void }
  /** Shows the item at once. Resolves to whether it was accepted; what was refused comes back into the field. */
  onAdd: (item: NewItem) => Promise<boolean>
}
type ButtonProps = Props & { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The foot of a column: a button, and in its place the field in which one card after the other is written. */
export function ItemComposer({ isOpen, onOpen, onClose, ...props }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  if (isOpen)
    return (
      <Composer
        {...props}
        onClose={() => {
          onClose()
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  return (
    <button ref={button} type="button" className={classes.add} onClick={onOpen}>
      <Plus />
      <span>
        {t('kanban:composer.add')} <span className="sr-only">{t('kanban:composer.addIn', { list: props.column })}</span>
      </span>
      {isWritten(readNewItem(props.draft)) && <small>{t('kanban:composer.draft')}</small>}
    </button>
  )
}

/** What is being written, kept with each key: another column's composer, or a reload, must not lose it. */
function useNewItem(draft: string) {
  const [item, setItem] = useState(() => readNewItem(draft))
  /** Counts what was sent: fields that keep their own text begin again. */
  const [round, setRound] = useState(0)
  const latest = useRef(item)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const put = (next: NewItem) => {
    latest.current = next
    setItem(next)
    keepNewItem(draft, next)
  }
  return {
    item,
    round,
    change: (fields: Partial<NewItem>) => put({ ...latest.current, ...fields }),
    clear: () => {
      put(emptyItem)
      setRound((now) => now + 1)
    },
    /** What was refused comes back to be sent again, in front of what has been written since; also when nobody looks any more. */
    giveBack: (refused: NewItem) => {
      const now = isShown.current ? latest.current : readNewItem(draft)
      put(isWritten(now) ? { ...now, title: `${refused.title}\n${now.title}` } : refused)
      setRound((count) => count + 1)
    },
  }
}

function Composer({ draft, sprintEnd, template, onAdd, onClose }: Props & { onClose: () => void }) {
  const { item, round, change, giveBack, clear } = useNewItem(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const [more, setMore] = useState(() => hasMore(item))
  const [lines, setLines] = useState<string[] | null>(null)
  const id = useId()

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (focusRefused(field.current?.form)) return
    const title = item.title.replaceAll(/\s+/g, ' ').trim()
    field.current?.focus()
    if (title === '') return
    const wanted = { ...item, title }
    clear()
    if (await onAdd(wanted)) announce(t('kanban:composer.created', { title }))
    else giveBack(wanted)
  }
  const createAll = async (titles: string[]) => {
    setLines(null)
    change({ title: '' })
    field.current?.focus()
    let count = 0
    for (const title of titles) {
      if (!(await onAdd({ ...emptyItem, title }))) {
        giveBack({ ...emptyItem, title: titles.slice(count).join('\n') })
        break
      }
      count += 1
    }
    if (count > 0) toast(t('kanban:composer.manyDone', { count }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const sends = event.target === field.current || event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && sends && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void submit()
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (lines) setLines(null)
    else onClose()
  }
  return (
    <form
      noValidate
      className={classes.composer}
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // Leaving an empty field closes it; one with text stays, so that nothing typed is out of sight.
        if (!isWritten(item) && !lines && !more && !event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      <textarea
        ref={field}
        className={classes.text}
        rows={2}
        value={item.title}
        maxLength={limits.cardTitle}
        placeholder={t('kanban:composer.placeholder')}
        aria-label={t('kanban:composer.title')}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        onChange={(event) => change({ title: event.currentTarget.value })}
        onPaste={(event) => {
          const { value, selectionStart, selectionEnd } = event.currentTarget
          const pasted = event.clipboardData.getData('text/plain')
          if (readLines(pasted) === null) return
          event.preventDefault()
          // What was typed before goes with the line that it stands beside.
          setLines(readLines(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)))
        }}
      />
      {lines ? (
        <ManyLines
          lines={lines}
          onMany={() => void createAll(lines)}
          onSingle={() => {
            change({ title: lines.join(' ').slice(0, limits.cardTitle) })
            setLines(null)
            field.current?.focus()
          }}
        />
      ) : (
        <>
          {more && <MoreFields key={round} id={id} item={item} sprintEnd={sprintEnd} onChange={change} />}
          <ComposerActions submit={t('kanban:composer.submit')} onClose={onClose}>
            {template && (
              <button type="button" className={classes.more} onClick={() => template.onOpen(item.title)}>
                {template.label}
              </button>
            )}
            <button type="button" className={classes.more} aria-expanded={more} onClick={() => setMore(!more)}>
              {t(more ? 'kanban:composer.less' : 'kanban:composer.more')}
            </button>
          </ComposerActions>
        </>
      )}
    </form>
  )
}
