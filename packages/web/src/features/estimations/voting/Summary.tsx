import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { t } from '../../../i18n/index.ts'
import { MiniCard } from '../../../ui/estimate/MiniCard.tsx'
import { type Card, faceName, missingCards, ownVote, type Votes } from '../estimation-view.ts'
import classes from './Summary.module.css'

type Props = {
  cards: readonly Card[]
  votes: Votes
  when: string
  heading: Ref<HTMLHeadingElement>
  onGo: (place: number) => void
  onDone: () => void
}

/** One's own votes behind the last card: what was skipped comes first. */
export function Summary({ cards, votes, when, heading, onGo, onDone }: Props) {
  const missing = missingCards(cards, votes)
  const [first] = missing
  const shown = [...missing, ...cards.filter((card) => !missing.includes(card))]
  return (
    <div className={classes.summary}>
      <h1 ref={heading} tabIndex={-1}>
        {t('estimations:summary.title')}
      </h1>
      <p>
        {missing.length === 0 ? t('estimations:summary.allDone', { when }) : t('estimations:summary.skipped', { count: missing.length })}
      </p>
      <ol>
        {shown.map((card) => {
          const own = ownVote(votes, card.card_id)
          return (
            <li key={card.card_id}>
              <button type="button" onClick={() => onGo(cards.indexOf(card))}>
                <span className={classes.title}>{card.title}</span>
                <span className={classes.how}>
                  {own === undefined ? t('estimations:vote.missing') : own.confidence !== null && t(`estimations:${own.confidence}`)}
                </span>
                <MiniCard face={own?.vote} />
                {own && <span className="sr-only">{faceName(own.vote)}</span>}
              </button>
            </li>
          )
        })}
      </ol>
      <p className={classes.actions}>
        {first && (
          <Button variant="filled" onClick={() => onGo(cards.indexOf(first))}>
            {t('estimations:summary.goOn')}
          </Button>
        )}
        <Button variant={first ? 'default' : 'filled'} onClick={onDone}>
          {t('estimations:summary.done')}
        </Button>
      </p>
    </div>
  )
}
