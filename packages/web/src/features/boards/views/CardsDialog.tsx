import { useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { AnchoredDialog } from '../../../ui/dialog/AnchoredDialog.tsx'
import { useKanbanProps } from '../../../ui/kanban/kanban-props.ts'
import { useBoardPart } from '../session/board-session.ts'
import classes from './CardsDialog.module.css'
import { useRowWindow } from './use-row-window.ts'

type Props = { title: string; anchor: Element; ids: readonly number[]; onClose: () => void }

/** Cards in a list that opens beside what only counts them. */
export function CardsDialog({ title, anchor, ids, onClose }: Props) {
  return (
    <AnchoredDialog label={title} anchor={anchor} onClose={onClose}>
      <h2 className={classes.title}>
        {title} <span>{t('kanban:count', { count: ids.length })}</span>
      </h2>
      <Lines ids={ids} onClose={onClose} />
    </AnchoredDialog>
  )
}

/** In rem. */
const rowHeight = 2.75

function Lines({ ids, onClose }: Pick<Props, 'ids' | 'onClose'>) {
  const scroller = useRef<HTMLUListElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const row = rowHeight * rem
  const { from, to } = useRowWindow(scroller, { row })
  return (
    <ul ref={scroller} className={classes.list}>
      <li aria-hidden="true" style={{ height: ids.length * row }} />
      {ids.slice(from, to).map((id, offset) => (
        <li key={id} style={{ top: (from + offset) * row }} aria-setsize={ids.length} aria-posinset={from + offset + 1}>
          <Line cardId={id} onClose={onClose} />
        </li>
      ))}
    </ul>
  )
}

function Line({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const { itemHref, onOpen } = useKanbanProps()
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  if (!card) return null
  return (
    <a
      href={itemHref(cardId)}
      className={classes.line}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onClose()
        onOpen(cardId)
      }}
    >
      <span>{card.key}</span>
      {card.title}
    </a>
  )
}
