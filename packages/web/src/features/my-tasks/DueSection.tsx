import type { CardHit } from '@rodada/contract/cards/cards'
import type { OwnCards } from '@rodada/contract/cards/own-cards'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { format } from '../../lib/dates/format.ts'
import { tellProblem } from '../../ui/states/tell-problem.ts'
import { groupPage, restQuery } from './api.ts'
import classes from './OpenTasks.module.css'
import { TaskRow } from './TaskRow.tsx'

type Props = {
  group: OwnCards['groups'][number]
  leaving: ReadonlySet<number>
  onComplete: (card: CardHit) => unknown
  onDate: (card: CardHit) => void
}

/** The tasks that are due in one of the spans that people think in. */
export function DueSection({ group, leaving, onComplete, onDate }: Props) {
  const { due, count, points } = group
  const id = useId()
  const [isLong, setLong] = useState(false)
  const rest = useInfiniteQuery({ ...restQuery(due), enabled: isLong })
  // A card that moved up between two pages is in both.
  const cards = [...new Map([...group.cards, ...(isLong ? (rest.data?.pages.flat() ?? []) : [])].map((card) => [card.id, card])).values()]
  const left = count - cards.length
  const showMore = async () => {
    if (!isLong) return setLong(true)
    const { error } = await rest.fetchNextPage()
    if (error) tellProblem(t('myTasks:failed'), error)
  }
  return (
    <section aria-labelledby={id} data-due={due}>
      <header className={classes.group}>
        <h2 id={id}>
          {t(`myTasks:due.${due}`)} <span>{format.integer(count)}</span>
        </h2>
        {points > 0 && <p>{format.points(points)}</p>}
      </header>
      <ul>
        {cards.map((card) => (
          <TaskRow
            key={card.id}
            card={card}
            isLeaving={leaving.has(card.id)}
            onComplete={() => onComplete(card)}
            onDate={() => onDate(card)}
          />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={classes.more} disabled={rest.isFetching} onClick={() => void showMore()}>
          {t('myTasks:more', { count: Math.min(left, groupPage) })}
        </button>
      )}
    </section>
  )
}
