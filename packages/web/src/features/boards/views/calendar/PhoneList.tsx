import { memo, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { format } from '../../../../lib/dates/format.ts'
import { Points } from '../../../../ui/kanban/CardFace.tsx'
import { useKanban } from '../../../../ui/kanban/kanban-controller.ts'
import { useIsChosen } from '../../selection/ChooseBox.tsx'
import { useBoardPart } from '../../session/board-session.ts'
import { useCardLink } from './CalendarCard.tsx'
import classes from './CalendarPhone.module.css'

/** Cards that a list shows at first, and with each press on what is behind them. */
const step = 20

/** Cards of a day, or those without one, under the month of a phone. */
export function PhoneList({ title, ids, columnId, none }: { title: string; ids: readonly number[]; columnId: number; none: string }) {
  const [most, setMost] = useState(step)
  const kanban = useKanban()
  return (
    <section className={classes.list}>
      <h3>
        {title} <span>{format.integer(ids.length)}</span>
      </h3>
      {ids.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul
          onFocus={({ target }) => {
            const id = target.dataset.kanbanItem
            if (id !== undefined) kanban.onFocus({ columnId, itemId: Number(id) })
          }}
        >
          {ids.slice(0, most).map((id) => (
            <li key={id}>
              <PhoneCard cardId={id} columnId={columnId} />
            </li>
          ))}
          {ids.length > most && (
            <li>
              <button type="button" onClick={() => setMost(most + step)}>
                {t('views:calendar.more', { count: ids.length - most })}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

const PhoneCard = memo(function PhoneCard({ cardId, columnId }: { cardId: number; columnId: number }) {
  const card = useBoardPart(({ cards }) => cards.get(cardId), undefined)
  const isChosen = useIsChosen(cardId)
  const link = useCardLink(cardId, columnId)
  if (!card) return null
  return (
    <a {...link} tabIndex={0} data-chosen={isChosen || undefined}>
      <span className={classes.key}>{card.key}</span>
      <b>{card.title}</b>
      {card.estimate !== null && <Points points={card.estimate} />}
    </a>
  )
})
