import { hoursStep } from '@rodada/contract/sprints/settings'
import { t } from '../../../../i18n/index.ts'
import { useCardFacts } from '../../session/use-card-facts.ts'
import { useCard } from '../card-context.ts'
import { NumberFact } from './NumberFact.tsx'

/** How many hours a task of a sprint is planned for; of a card that no sprint knows, only what was once said. */
export function HoursFact() {
  const { card } = useCard()
  const { update } = useCardFacts()
  if (card.sprint === null && card.estimated_hours === null) return null
  return (
    <NumberFact
      label={t('card:hours.label')}
      none={t('card:hours.none')}
      field={t('card:hours.field')}
      unit={t('card:hours.unit', { count: card.estimated_hours || 2 })}
      problem={t('card:hours.problem')}
      value={card.estimated_hours}
      step={hoursStep}
      onSave={(estimated_hours) => void update(card.id, { estimated_hours })}
    />
  )
}
