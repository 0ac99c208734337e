import { readDraft, writeDraft } from '../../lib/drafts.ts'
import type { PendingVote } from './room-state.ts'

/** `over`: the card that the server had when this one was chosen. */
type Vote = Pick<PendingVote, 'card' | 'round'> & { over: string | null }

const nameOf = (roomId: string): string => `vote.${roomId}`

/** Keeps a vote that the server has not confirmed, with the seat it belongs to, so that a reload does not lose it. */
export function keepVote(roomId: string, seat: number, { round, card, over }: Vote): void {
  writeDraft(nameOf(roomId), JSON.stringify([seat, round, card, over]))
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
    const [, round, card, over]: unknown[] = kept
    return typeof round === 'number' && typeof card === 'string' ? { round, card, over: typeof over === 'string' ? over : null } : null
  } catch {
    return null
  }
}
