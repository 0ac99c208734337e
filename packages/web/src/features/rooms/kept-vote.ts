import { readDraft, writeDraft } from '../../lib/drafts.ts'
import type { PendingVote } from './room-state.ts'

type Vote = Pick<PendingVote, 'card' | 'round'>

const nameOf = (roomId: string): string => `vote.${roomId}`

/** Keeps a vote that the server has not confirmed, with the seat it belongs to, so that a reload does not lose it. */
export function keepVote(roomId: string, seat: number, { round, card }: Vote): void {
  writeDraft(nameOf(roomId), JSON.stringify([seat, round, card]))
}

/** The vote is settled, or nobody's any more. */
export function forgetVote(roomId: string): void {
  writeDraft(nameOf(roomId), null)
}

/** The kept vote of this seat; whoever sits on another one by now does not inherit it. */
export function keptVote(roomId: string, seat: number): Vote | null {
  try {
    const kept: unknown = JSON.parse(readDraft(nameOf(roomId)) ?? 'null')
    if (!Array.isArray(kept) || kept[0] !== seat) return null
    const [, round, card]: unknown[] = kept
    return typeof round === 'number' && typeof card === 'string' ? { round, card } : null
  } catch {
    return null
  }
}
