import { useMemo } from 'react'
import { createCardFacts } from '../../../ui/cards/card-facts.ts'
import { useSession } from './board-session.ts'

/** What one does with what is written on a card, in what opens over its board. */
export function useCardFacts() {
  const { writes } = useSession()
  return useMemo(() => createCardFacts(writes, 'boards'), [writes])
}
