import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { toast } from '../../../../ui/states/feedback.tsx'
import { useCard } from '../card-context.ts'
import type { Arriving } from './upload-queue.ts'

/**
 * Files that are dropped on the window of the card or pasted into it. @returns whether some are held over it
 */
export function useArrivals(onFiles: (files: readonly Arriving[]) => void): boolean {
  const { canWrite, popBox } = useCard()
  const [isOver, setOver] = useState(false)
  const window = popBox?.parentElement
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    if (!canWrite || !window) return
    const isInside = ({ target }: Event) => target instanceof Node && window.contains(target)
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Beside the window too: the browser would leave the page for the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none'
      setOver(isInside(event))
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // A text that pictures go into.
      const isTaken = event.defaultPrevented
      event.preventDefault()
      setOver(false)
      if (isInside(event) && !isTaken) take(dropped(event.dataTransfer))
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const isElsewhere = !isInside(event) && event.target !== document.body
      // What is a text too, as cells of a spreadsheet are, stays one where a text is written.
      const isText = isField(event.target) && event.clipboardData?.types.includes('text/plain')
      if (files.length === 0 || isElsewhere || isText || event.defaultPrevented) return
      event.preventDefault()
      take(files.map((file) => ({ file, name: pastedName(file) })))
    }
    document.addEventListener('dragenter', onDrag)
    document.addEventListener('dragover', onDrag)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('dragenter', onDrag)
      document.removeEventListener('dragover', onDrag)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('paste', onPaste)
    }
  }, [canWrite, window])
  return isOver
}

/** What was dropped, without the folders, which a browser takes for files that cannot be read. */
function dropped({ items, files }: DataTransfer): Arriving[] {
  const folders = [...items].filter((item) => item.webkitGetAsEntry()?.isDirectory).map((item) => item.getAsFile()?.name)
  if (folders.length > 0) toast(t('files:folders'), { kind: 'problem' })
  return [...files].filter(({ name }) => !folders.includes(name)).map((file) => ({ file, name: file.name }))
}

/** Browsers call every picture from the clipboard the same. */
export function pastedName({ name }: Pick<File, 'name'>): string {
  const ending = /^image(\.\w+)$/.exec(name)?.[1]
  if (ending === undefined) return name
  const now = new Date()
  return `${t('files:pasted', { moment: `${format.date(now)} ${format.time(now)}` }).replaceAll(/[/:]/g, '-')}${ending}`
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
