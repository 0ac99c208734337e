import { generateKeyBetween } from 'fractional-indexing'
import { cardIdsOf, type LiveColumn, type LiveItem, type LiveState } from './live-state.ts'

type Ranked = Pick<LiveState<{ revision: number }, LiveColumn, LiveItem>, 'lists' | 'cards' | 'order'>

/** A rank between two neighbours, or behind the first where the two leave no room; the server decides in the end. */
function between(before: string | null, after: string | null): string {
  try {
    return generateKeyBetween(before, after)
  } catch {
    // Two equal ranks, or one of another making: anything that sorts right behind the first will do until the answer.
    return `${before ?? ''}V`
  }
}

/** The rank of a card that goes behind `afterId` in a list, null for its top. Behind a card that is gone means at the end. */
export function cardRank(state: Ranked, cardId: number, listId: number, afterId: number | null): string {
  const others = cardIdsOf(state, listId).filter((id) => id !== cardId)
  const found = afterId === null ? -1 : others.indexOf(afterId)
  const at = afterId !== null && found < 0 ? others.length - 1 : found
  const rankAt = (index: number): string | null => state.cards.get(others[index] ?? Number.NaN)?.rank ?? null
  return between(rankAt(at), rankAt(at + 1))
}

/** The rank of a list that gets an index among all lists. */
export function listRank(state: Ranked, listId: number, index: number): string {
  const others = state.lists.filter(({ id }) => id !== listId)
  return between(others[index - 1]?.rank ?? null, others[index]?.rank ?? null)
}
