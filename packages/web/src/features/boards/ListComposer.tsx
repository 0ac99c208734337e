import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/limits'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useBoardPart, useSession } from './board-session.ts'
import classes from './Composer.module.css'

/** Behind the last list: a button, and in its place the field in which new lists get their name. */
export function ListComposer() {
  const isFirst = useBoardPart(({ lists }) => lists.length === 0, false)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (open)
    return (
      <NewList
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
      aria-label={isFirst ? undefined : t('boards:list.add')}
      title={isFirst ? undefined : t('boards:list.add')}
      onClick={() => setOpen(true)}
    >
      <IconPlus size={18} stroke={1.75} aria-hidden />
      {isFirst && t('boards:list.addFirst')}
    </button>
  )
}

function NewList({ onClose }: { onClose: () => void }) {
  const { actions } = useSession()
  const [title, setTitle] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    if (name === '') return
    setTitle('')
    const accepted = await actions.addList(name)
    if (!accepted) setTitle((now) => (now === '' ? name : now))
    // The new list pushed this form out of view.
    requestAnimationFrame(() => form.current?.scrollIntoView({ inline: 'end', block: 'nearest' }))
  }
  return (
    <form ref={form} className={classes.listComposer} onSubmit={(event) => void submit(event)}>
      <input
        value={title}
        maxLength={limits.listTitle}
        placeholder={t('boards:list.addPlaceholder')}
        aria-label={t('boards:list.title')}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <div className={classes.actions}>
        <Button size="sm" variant="filled" type="submit">
          {t('boards:list.addSubmit')}
        </Button>
        <IconButton label={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
    </form>
  )
}
