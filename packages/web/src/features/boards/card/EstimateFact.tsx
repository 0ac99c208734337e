import { t } from '../../../i18n/index.ts'
import { VoteButton } from '../../../ui/VoteButton.tsx'
import { useCard } from './card-context.ts'
import { NumberFact } from './NumberFact.tsx'
import { useUpdate } from './use-update.ts'

/** How many points, and the way to a table where the team votes them. */
export function EstimateFact() {
  const { card } = useCard()
  const update = useUpdate()
  return (
    <NumberFact
      label={t('card:estimate.label')}
      none={t('card:estimate.none')}
      field={t('card:estimate.field')}
      // Nothing and none are spoken of in the plural.
      unit={t('card:estimate.points', { count: card.estimate || 2 })}
      problem={t('card:estimate.problem')}
      value={card.estimate}
      onSave={(estimate) => update({ estimate })}
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
