import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useBoardPart, useSession } from './board-session.ts'
import { useBoardUi } from './board-ui.ts'
import classes from './Composer.module.css'

/** More lines than this are hardly meant to be cards. */
const mostLines = 200

/** The foot of a list: a button, and in its place the field in which one card after the other is written. */
export function CardComposer({ listId }: { listId: number }) {
  const mayWrite = useBoardPart(({ frame }) => frame.can.write, false)
  const title = useBoardPart(({ lists }) => lists.find(({ id }) => id === listId)?.title ?? '', '')
  const { addingTo, setAddingTo } = useBoardUi()
  const button = useRef<HTMLButtonElement>(null)
  if (!mayWrite) return null
  if (addingTo === listId)
    return (
      <Composer
        listId={listId}
        onClose={() => {
          setAddingTo(null)
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={classes.add}
      aria-label={t('boards:card.addIn', { list: title })}
      onClick={() => setAddingTo(listId)}
    >
      <IconPlus size={18} stroke={1.75} aria-hidden />
      {t('boards:card.add')}
    </button>
  )
}

function Composer({ listId, onClose }: { listId: number; onClose: () => void }) {
  const { actions } = useSession()
  const { kanban } = useBoardUi()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [lines, setLines] = useState<string[] | null>(null)

  const create = async (title: string): Promise<boolean> => {
    const created = actions.addCard(listId, title)
    kanban.revealLast(listId)
    const accepted = await created
    // What was refused comes back to be sent again, in front of what has been written since.
    if (!accepted) setText((now) => (now.trim() === '' ? title : `${title}\n${now}`))
    return accepted
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const title = text.replaceAll(/\s+/g, ' ').trim()
    field.current?.focus()
    if (title === '') return
    setText('')
    void create(title)
  }
  const createAll = async (titles: string[]) => {
    setLines(null)
    setText('')
    field.current?.focus()
    let count = 0
    for (const title of titles) {
      if (!(await actions.addCard(listId, title))) {
        setText(titles.slice(count).join('\n'))
        break
      }
      count += 1
      kanban.revealLast(listId)
    }
    if (count > 0) toast(t('boards:card.manyDone', { count }))
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, limits.cardTitle))
      .filter(Boolean)
    if (pasted.length < 2 || pasted.length > mostLines) return
    event.preventDefault()
    setLines(pasted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (lines) setLines(null)
      else onClose()
    }
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      <textarea
        ref={field}
        rows={2}
        value={text}
        maxLength={limits.cardTitle}
        placeholder={t('boards:card.placeholder')}
        aria-label={t('boards:card.title')}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          // Leaving an empty field closes it; one with text stays, so that nothing typed is lost.
          if (text.trim() === '' && !lines && !event.currentTarget.form?.contains(event.relatedTarget)) onClose()
        }}
      />
      {lines ? (
        <div className={classes.many} role="status">
          <p>{t('boards:card.manyAsk', { count: lines.length })}</p>
          <Button size="sm" variant="filled" onClick={() => void createAll(lines)}>
            {t('boards:card.many', { count: lines.length })}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              setText(lines.join(' ').slice(0, limits.cardTitle))
              setLines(null)
              field.current?.focus()
            }}
          >
            {t('boards:card.single')}
          </Button>
        </div>
      ) : (
        <div className={classes.actions}>
          <Button size="sm" variant="filled" type="submit">
            {t('boards:card.addSubmit')}
          </Button>
          <IconButton label={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
      )}
    </form>
  )
}
