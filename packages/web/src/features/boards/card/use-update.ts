import { type Card, cardsApi } from '@rodada/contract/cards'
import { call } from '../../../lib/call.ts'
import { patch } from './card-changes.ts'
import { useCard } from './card-context.ts'

/** Changes facts for which the last word counts, shown at once. */
export function useUpdate() {
  const { card, write } = useCard()
  return (fields: Partial<Pick<Card, 'due_date' | 'priority' | 'estimate' | 'estimated_hours'>>) =>
    void write({
      change: patch(fields),
      send: () => call(cardsApi.update, { params: { cardId: card.id }, body: fields }),
      settle: (_, fresh) => fresh,
    })
}
