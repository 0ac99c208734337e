import { readDraft, writeDraft } from '../../lib/drafts.ts'
import type { PendingVote } from './room-state.ts'

type KeptVote = Pick<PendingVote, 'card' | 'round'>

const nameOf = (roomId: string): string => `vote.${roomId}`

/** Keeps a vote that the server has not confirmed, with the seat it belongs to, so that a reload does not lose it; null forgets it. */
export function keepVote(roomId: string, seat: number, vote: KeptVote | null): void {
  writeDraft(nameOf(roomId), vote && JSON.stringify([seat, vote.round, vote.card]))
}

/** The kept vote of this seat; whoever sits on another one by now does not inherit it. */
export function keptVote(roomId: string, seat: number): KeptVote | null {
  try {
    const kept: unknown = JSON.parse(readDraft(nameOf(roomId)) ?? 'null')
    if (!Array.isArray(kept) || kept[0] !== seat) return null
    const [, round, card]: unknown[] = kept
    return typeof round === 'number' && typeof card === 'string' ? { round, card } : null
  } catch {
    return null
  }
}
