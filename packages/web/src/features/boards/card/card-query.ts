import { cardsApi } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { translated } from '../../../lib/call/sprint-words.ts'
import type { Day } from '../../../lib/dates/days.ts'

/** Everything that is known of a card; its activity hangs below, so that both grow old together. */
export const cardKey = (cardId: number) => ['card', cardId] as const

/** A whole card. The board's revision says when it is old. */
export const cardQuery = (cardId: number) =>
  queryOptions({
    queryKey: cardKey(cardId),
    queryFn: ({ signal }) => call(cardsApi.get, { params: { cardId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/** The last day of a card's sprint, while that lasts. */
export const runningEnd = (sprint: Card['sprint'] | undefined): Day | null => (sprint && !sprint.ended ? translated(sprint).ends_on : null)
