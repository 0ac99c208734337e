import { deckProblem } from '@rodada/contract/rooms/deck-problem'
import { read, write } from './storage.ts'

/** Keeps the deck that somebody chose for a room in this browser. */
export const rememberDeck = (deck: readonly string[]): void => void write('rodada.deck', JSON.stringify(deck))

/** The deck that this browser chose last; undefined without one, and where what is kept is none. */
export function lastDeck(): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(read('rodada.deck') ?? 'null')
    const isDeck = Array.isArray(kept) && kept.every((face) => typeof face === 'string' && face.trim() !== '')
    return isDeck && deckProblem(kept) === null ? kept : undefined
  } catch {
    return undefined
  }
}
