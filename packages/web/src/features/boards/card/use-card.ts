import type { Card } from '@rodada/contract/cards'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { CallError } from '../../../lib/call.ts'
import { tellProblem } from '../../../ui/tell-problem.ts'
import { useBoard } from '../board-context.ts'
import type { Change } from './card-changes.ts'
import { cardKey, cardQuery } from './card-query.ts'

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
export type Write<Reply> = {
  /** What is shown until the answer. */
  change?: Change
  send: () => Promise<Reply>
  /** What the card is with the answer. */
  settle: (card: Card, reply: Reply) => Card
  /** Refusals that the caller tells about itself. */
  isExpected?: (problem: CallError) => boolean
}
export type Written<Reply> = { ok: true; reply: Reply } | { ok: false; problem: CallError }
export type WriteCard = <Reply>(write: Write<Reply>) => Promise<Written<Reply>>

let lastWrite = 0

/**
 * One card as the server said it last, with what was done here drawn over it until it is answered. A refused write simply
 * leaves the drawing; nothing has to be undone. Writes go out one after the other, so that the last one wins.
 */
export function useCardStore(cardId: number) {
  const board = useBoard()
  const client = useQueryClient()
  const key = useMemo(() => cardKey(cardId), [cardId])
  const { data, error, refetch, isFetching } = useQuery(cardQuery(cardId))
  const [pending, setPending] = useState<readonly { id: number; change?: Change }[]>([])
  const [saveState, setSaveState] = useState<SaveState>('idle')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const refreshBoard = useRef(board.refreshChanges)
  useEffect(() => {
    refreshBoard.current = board.refreshChanges
  }, [board.refreshChanges])

  const idle = pending.length === 0
  const seen = useRef(board.revision)
  useEffect(() => {
    // Answers that are asked for while a write is under way may or may not contain it.
    if (!idle || seen.current === board.revision) return
    seen.current = board.revision
    void client.invalidateQueries({ queryKey: key })
  }, [board.revision, idle, client, key])

  const write: WriteCard = useCallback(
    async ({ change, send, settle, isExpected }) => {
      lastWrite += 1
      const id = lastWrite
      setPending((before) => [...before, { id, change }])
      setSaveState('saving')
      const turn = queue.current.then(send)
      queue.current = turn.catch(() => undefined)
      try {
        const reply = await turn
        // What was asked for before does not know of this write.
        await client.cancelQueries({ queryKey: key, exact: true })
        client.setQueryData<Card>(key, (card) => card && settle(card, reply))
        setSaveState('saved')
        return { ok: true, reply }
      } catch (reason) {
        const problem = reason instanceof CallError ? reason : new CallError(t('errors.unknown'))
        if (!isExpected?.(problem)) {
          setSaveState('failed')
          tellProblem(t('card:problems.update'), problem)
        } else setSaveState('idle')
        // The refusal says that the card is not what is shown.
        void client.invalidateQueries({ queryKey: key })
        return { ok: false, problem }
      } finally {
        setPending((before) => before.filter((entry) => entry.id !== id))
        void refreshBoard.current()
      }
    },
    [client, key],
  )
  /** Takes in a card that the server sent along with a refusal. */
  const receive = useCallback((card: Card) => client.setQueryData<Card>(key, card), [client, key])

  const card = useMemo(() => data && pending.reduce((shown, { change }) => change?.(shown) ?? shown, data), [data, pending])
  const isGone = error instanceof CallError && error.status === 404
  return { card, error, isGone, isFetching, refetch, write, receive, saveState: idle ? saveState : ('saving' as const) }
}
