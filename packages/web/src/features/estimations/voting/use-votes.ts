import { type Estimation, estimationsApi, type OwnVote } from '@rodada/contract/estimations/estimations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '../../../lib/call/call.ts'
import { estimationQuery } from '../api.ts'
import { ownVote, type Votes } from '../estimation-view.ts'

export type Casting = {
  votes: Votes
  /** Cards whose vote has not reached the server, and no longer tries to. */
  unsaved: ReadonlySet<number>
  /** Changes a vote and stores it. Of what is chosen quickly one after another the last counts. */
  cast: (cardId: number, vote: OwnVote) => void
  retry: () => void
}

/**
 * A person's own votes: shown at once, stored one after another for each card, and kept here when the network fails.
 * @param onClosed the estimation ended meanwhile
 */
export function useVotes(estimation: Estimation, onClosed: () => void): Casting {
  const client = useQueryClient()
  const [votes, setVotes] = useState<Votes>(estimation.votes)
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(new Set())
  /** What is to be stored next, while a vote of the same card is under way. */
  const waiting = useRef(new Map<number, OwnVote>())
  const sending = useRef(new Set<number>())

  // What was voted in another tab, where nothing is under way here.
  useEffect(() => {
    setVotes((mine) => {
      const kept = Object.entries(mine).filter(([id]) => sending.current.has(Number(id)) || waiting.current.has(Number(id)))
      return { ...estimation.votes, ...Object.fromEntries(kept) }
    })
  }, [estimation.votes])

  const mark = (cardId: number, isUnsaved: boolean) =>
    setUnsaved((before) => {
      const next = new Set(before)
      if (isUnsaved) next.add(cardId)
      else next.delete(cardId)
      return next
    })

  const send = async (cardId: number): Promise<void> => {
    if (sending.current.has(cardId)) return
    sending.current.add(cardId)
    try {
      for (let next = waiting.current.get(cardId); next !== undefined; next = waiting.current.get(cardId)) {
        const { status } = await call(estimationsApi.vote, { params: { estimationId: estimation.id, cardId }, body: next })
        if (waiting.current.get(cardId) === next) waiting.current.delete(cardId)
        if (status === 'closed') onClosed()
      }
      mark(cardId, false)
      void client.invalidateQueries({ queryKey: estimationQuery(estimation.id).queryKey })
    } catch (reason) {
      const status = reason instanceof CallError ? reason.status : 0
      if (status === 409) onClosed()
      // The card left the list, or the person did: the fresh answer says so.
      else if (status === 404 || status === 403) {
        waiting.current.delete(cardId)
        void client.invalidateQueries({ queryKey: estimationQuery(estimation.id).queryKey })
      } else mark(cardId, true)
    } finally {
      sending.current.delete(cardId)
    }
  }

  return {
    votes,
    unsaved,
    cast: (cardId, vote) => {
      waiting.current.set(cardId, vote)
      setVotes((before) => ({ ...before, [cardId]: vote }))
      void send(cardId)
    },
    retry: () => {
      for (const cardId of waiting.current.keys()) void send(cardId)
    },
  }
}

/** The own vote with another face, confidence or reason; undefined while there is no face, without which there is no vote. */
export const changedVote = (votes: Votes, cardId: number, change: Partial<OwnVote>): OwnVote | undefined => {
  const before = ownVote(votes, cardId)
  const vote = change.vote ?? before?.vote
  return vote === undefined ? undefined : { confidence: null, reason: null, ...before, ...change, vote }
}
