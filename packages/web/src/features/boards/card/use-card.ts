import type { Card, CardChange } from '@rodada/contract/cards/cards'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError } from '../../../lib/call/call.ts'
import { TextClash } from '../../../lib/text/stale-text.ts'
import type { Change } from '../../../ui/cards/changes.ts'
import { createQueryPlace, type Outcome, useDrawn } from '../../../ui/cards/query-place.ts'
import type { Attempt } from '../../../ui/cards/writes.ts'
import { tellProblem } from '../../../ui/states/tell-problem.ts'
import { useBoard } from '../session/use-board.ts'
import { concernsCard, type Draw, drawOnCard } from './card-changes.ts'
import { cardKey, cardQuery } from './card-query.ts'

export type SaveState = Outcome | 'saving'
export type AttemptOnCard = <Reply>(
  change: Change<CardChange>,
  send: () => Promise<Reply>,
  settle?: (reply: Reply) => Change<CardChange>,
) => Promise<Attempt<Reply>>
export type Write<Reply> = {
  /** What is shown until the answer, and with it unless `settle` knows more. */
  change: Draw
  send: () => Promise<Reply>
  /** What the answer makes of the card. */
  settle?: (reply: Reply) => Draw
}
export type WriteCard = <Reply>(write: Write<Reply>) => Promise<Attempt<Reply>>

/** One card as the server said it last, with what was done over it: here, or on the board behind. */
export function useCardStore(cardId: number) {
  const { writes, revision } = useBoard()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(cardQuery(cardId))
  const [place] = useState(() =>
    createQueryPlace<Card, CardChange>({ client, queryKey: cardKey(cardId), draw: drawOnCard, concerns: concernsCard(cardId) }),
  )
  useEffect(() => writes.join(place), [writes, place])
  const { drawn: card, idle, outcome } = useDrawn(place, data)

  const seen = useRef(revision)
  useEffect(() => {
    // A question that is asked while a write is under way would have to be asked again.
    if (!idle || seen.current === revision) return
    seen.current = revision
    void client.invalidateQueries({ queryKey: cardKey(cardId) })
  }, [revision, idle, client, cardId])

  /** Says what went wrong, unless the person is asked which text stays. */
  const attempt: AttemptOnCard = useCallback(
    async (change, send, settle) => {
      const done = await writes.attempt(change, send, settle)
      if (!done.ok && !(done.reason instanceof TextClash)) tellProblem(t('card:problems.update'), done.reason)
      return done
    },
    [writes],
  )
  /** Changes something that only this window shows. */
  const write: WriteCard = useCallback(
    ({ change, send, settle }) => {
      const inside = (draw: Draw) => ({ kind: 'insideCard', cardId, draw }) as const
      return attempt(inside(change), send, settle && ((reply) => inside(settle(reply))))
    },
    [attempt, cardId],
  )
  /** Takes in a card that the server sent along with a refusal. */
  const receive = useCallback((fresh: Card) => client.setQueryData<Card>(cardKey(cardId), fresh), [client, cardId])

  const isGone = error instanceof CallError && error.status === 404
  const saveState: SaveState = idle ? outcome : 'saving'
  return { card, error, isGone, refetch, attempt, write, receive, saveState }
}
