import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import { tasksOf } from '../../../../lib/text/tasks.ts'
import { Markdown } from '../../../../ui/marks/Markdown.tsx'
import { useFiles } from '../files/use-files.ts'
import { useMentionMarks } from '../mentions/use-mention-marks.ts'
import classes from './CardText.module.css'
import { drawPicture } from './draw-picture.ts'

type Props = {
  text: string
  /** Ticks the task of a line, for who may. */
  onTick?: ((line: number, done: boolean) => void) | undefined
}

/** A text of the card: with its pictures, and tasks that are ticked where they stand. */
export function CardText({ text, onTick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { files, isLoading } = useFiles()
  /** The task that was ticked last: it has the focus again once the text is drawn again. */
  const ticked = useRef<number | null>(null)
  const tick = useEffectEvent((index: number, done: boolean) => {
    const task = tasksOf(text)[index]
    if (!task || !onTick) return
    ticked.current = index
    onTick(task.line, done)
  })

  useMentionMarks(box, text)
  // What is drawn is text and marks; every time it is drawn, what can be done with it is put on.
  useLayoutEffect(() => {
    if (!box.current) return
    const byId = new Map(files.map((file) => [String(file.id), file]))
    for (const picture of box.current.querySelectorAll<HTMLImageElement>('img[data-file]'))
      drawPicture(picture, byId.get(picture.dataset.file ?? ''), isLoading, classes)
    drawTasks(box.current, tasksOf(text), onTick !== undefined)
    const again = ticked.current
    if (again !== null && document.activeElement === document.body)
      box.current.querySelectorAll<HTMLElement>('input[data-task]')[again]?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const element = box.current
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      const boxes = [...(element?.querySelectorAll('input[data-task]') ?? [])]
      tick(boxes.indexOf(target), target.checked)
    }
    element?.addEventListener('change', onChange)
    return () => element?.removeEventListener('change', onChange)
  }, [])
  return (
    <div ref={box} className={classes.text}>
      <Markdown text={text} />
    </div>
  )
}

/** Boxes in the place of the signs. Where parser and lines do not say the same, nothing can be ticked: it would be another task. */
function drawTasks(box: HTMLElement, tasks: readonly { done: boolean }[], canTick: boolean): void {
  const signs = [...box.querySelectorAll<HTMLElement>('[data-task]')]
  const isSure = signs.length === tasks.length && signs.every((sign, index) => (sign.dataset.task === 'done') === tasks[index]?.done)
  for (const sign of signs) {
    const input = sign instanceof HTMLInputElement ? sign : document.createElement('input')
    input.type = 'checkbox'
    input.dataset.task = sign.dataset.task ?? 'open'
    input.checked = sign.dataset.task === 'done'
    input.disabled = !canTick || !isSure
    if (input === sign) continue
    input.ariaLabel =
      sign
        .closest('li')
        ?.textContent?.replace(/^[☑☐]\s*/, '')
        .split('\n')[0]
        ?.trim() || t('card:description.task')
    sign.replaceWith(input)
  }
}
