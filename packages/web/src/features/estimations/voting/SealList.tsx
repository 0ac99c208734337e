import { t } from '../../../i18n/index.ts'
import { MiniCard } from '../../../ui/estimate/MiniCard.tsx'
import { type Card, faceName, ownVote, type Votes } from '../estimation-view.ts'
import classes from './SealList.module.css'

type Props = { cards: readonly Card[]; votes: Votes; place: number; onGo: (place: number) => void }

/** All cards with one's own votes, beside the one that is voted on. */
export function SealList({ cards, votes, place, onGo }: Props) {
  return (
    <nav className={classes.list} aria-label={t('estimations:vote.list')}>
      <h2>{t('estimations:vote.own')}</h2>
      <ol>
        {cards.map(({ card_id, title }, index) => {
          const face = ownVote(votes, card_id)?.vote
          return (
            <li key={card_id}>
              <button type="button" aria-current={index === place ? 'step' : undefined} onClick={() => onGo(index)}>
                <span>{title}</span>
                <MiniCard face={face} tone={index === place ? 'accent' : 'plain'} />
                <span className="sr-only">{face === undefined ? t('estimations:vote.missing') : faceName(face)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
