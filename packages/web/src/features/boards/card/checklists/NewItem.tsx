import { Button } from '@mantine/core'
import { limits } from '@rodada/contract/core/limits'
import type { ClipboardEvent } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Mentions } from '../mentions/Mentions.tsx'
import { useNewLine } from '../use-new-line.ts'
import classes from './checklist.module.css'

type Props = {
  checklistId: number
  /** Answers whether the item was added. */
  onAdd: (title: string) => Promise<boolean>
  onClose: () => void
}

/** A line for the next item. It stays after each, so that a list is written in one go; pasted lines become items of their own. */
export function NewItem({ checklistId, onAdd, onClose }: Props) {
  const { text, type, enter, add } = useNewLine(`item ${checklistId}`, onAdd)
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    const titles = lines.filter((line) => line !== '')
    if (titles.length < 2) return
    event.preventDefault()
    for (const title of titles) void add(title.slice(0, limits.checklistItem))
  }
  return (
    <form
      className={classes.newItem}
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <Mentions>
        <input
          className={classes.field}
          value={text}
          maxLength={limits.checklistItem}
          placeholder={t('card:checklist.itemPlaceholder')}
          aria-label={t('card:checklist.itemField')}
          enterKeyHint="enter"
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={onPaste}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write an item
          autoFocus
        />
      </Mentions>
      <Button size="sm" type="submit" variant="filled" disabled={text.trim() === ''}>
        {t('card:checklist.create')}
      </Button>
      <Button size="sm" variant="subtle" onClick={onClose}>
        {t('close')}
      </Button>
    </form>
  )
}
