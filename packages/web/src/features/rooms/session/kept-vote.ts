import { readDraft, writeDraft } from '../../../lib/device/drafts.ts'
import type { Choice } from './room-state.ts'

/** `over`: what the server had when this was chosen. */
type Vote = Choice & { round: number; over: Choice | null }

const nameOf = (roomId: string): string => `vote.${roomId}`

/** Keeps a vote that the server has not confirmed, with the seat it belongs to, so that a reload does not lose it. */
export function keepVote(roomId: string, seat: number, { round, card, confidence, over }: Vote): void {
  writeDraft(nameOf(roomId), JSON.stringify([seat, round, [card, confidence], over && [over.card, over.confidence]]))
}

/** The vote is settled, or its seat is gone. */
export function forgetVote(roomId: string): void {
  writeDraft(nameOf(roomId), null)
}

function choiceOf(kept: unknown): Choice | null {
  const [card, confidence]: unknown[] = Array.isArray(kept) ? kept : []
  if (typeof card !== 'string') return null
  return { card, confidence: confidence === 'sure' || confidence === 'unsure' ? confidence : null }
}

/** The kept vote of this seat; another seat does not inherit it. */
export function keptVote(roomId: string, seat: number): Vote | null {
  try {
    const kept: unknown = JSON.parse(readDraft(nameOf(roomId)) ?? 'null')
    if (!Array.isArray(kept) || kept[0] !== seat) return null
    const [, round, vote, over]: unknown[] = kept
    const choice = choiceOf(vote)
    return typeof round === 'number' && choice ? { round, ...choice, over: choiceOf(over) } : null
  } catch {
    return null
  }
}
