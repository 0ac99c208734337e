import { t } from '../../../../i18n/index.ts'
import { VoteButton } from '../../../../ui/fields/VoteButton.tsx'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { NumberFact } from './NumberFact.tsx'

/** How many points, and the way to a table where the team votes them. */
export function EstimateFact() {
  const { card } = useCard()
  const { update } = useCardFacts()
  return (
    <NumberFact
      label={t('card:estimate.label')}
      none={t('card:estimate.none')}
      field={t('card:estimate.field')}
      // Nothing and none are spoken of in the plural.
      unit={t('card:estimate.points', { count: card.estimate || 2 })}
      problem={t('card:estimate.problem')}
      value={card.estimate}
      onSave={(estimate) => void update(card.id, { estimate })}
    >
      <VoteButton
        size="compact-sm"
        variant="subtle"
        cardIds={[card.id]}
        roomName={card.title}
        label={t(card.estimate === null ? 'card:estimate.vote' : 'card:estimate.voteAgain')}
      />
    </NumberFact>
  )
}
