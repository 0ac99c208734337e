import { hoursStep } from '@rodada/contract/sprint-settings'
import { t } from '../../../i18n/index.ts'
import { useCard } from './card-context.ts'
import { NumberFact } from './NumberFact.tsx'
import { useUpdate } from './use-update.ts'

/** How many hours a task of a sprint is planned for; of a card that no sprint knows, only what was once said. */
export function HoursFact() {
  const { card } = useCard()
  const update = useUpdate()
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
      onSave={(estimated_hours) => update({ estimated_hours })}
    />
  )
}
