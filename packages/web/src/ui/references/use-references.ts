import { type FinishedCards, referencesApi } from '@rodada/contract/cards/references'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

const none: FinishedCards[] = []

/**
 * What a card's board remembers of its finished cards, the lowest estimate first; nothing without a card. All estimates come in one answer, so
 * that no request says which one a person looks at.
 */
export function useReferences(cardId: number | undefined): readonly FinishedCards[] {
  const { data } = useQuery({
    queryKey: ['references', cardId],
    queryFn: ({ signal }) => call(referencesApi.ofCard, { params: { cardId: cardId ?? 0 }, signal }),
    enabled: cardId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
  return cardId === undefined ? none : (data ?? none)
}
