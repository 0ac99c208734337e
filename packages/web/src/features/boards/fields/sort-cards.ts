import type { BoardMember } from '@rodada/contract/boards/boards'
import type { BoardField } from '@rodada/contract/boards/fields'
import { priorities } from '@rodada/contract/boards/settings'
import type { CardChange } from '@rodada/contract/cards/cards'
import { format } from '../../../lib/dates/format.ts'
import { fieldText, valueIn } from '../../../ui/cards/field-text.ts'

/** What a list is put in order by: a fact that every card has, or a field of the board. */
export type SortBy = 'title' | 'due' | 'priority' | BoardField

/** What a card is compared by; null for nothing, which stands at the end either way. */
function rankOf(card: CardChange, by: SortBy, members: readonly BoardMember[]): number | string | null {
  if (by === 'title') return card.title
  if (by === 'due') return card.due_date
  if (by === 'priority') return card.priority === 'none' ? null : priorities.indexOf(card.priority)
  const value = valueIn(card.fields, by)
  if (by.type === 'choice') {
    const at = by.options.findIndex(({ id }) => id === value)
    return at < 0 ? null : at
  }
  if (by.type === 'person') return fieldText(by, value, members)
  return typeof value === 'boolean' ? 0 : value
}

/** Cards in another order. Equal ones stay as they stood, and those without a value behind all others. */
export function sortedCards(
  cards: readonly CardChange[],
  by: SortBy,
  { descending, members }: { descending: boolean; members: readonly BoardMember[] },
): CardChange[] {
  const ranked = cards.map((card) => ({ card, rank: rankOf(card, by, members) }))
  const direction = descending ? -1 : 1
  ranked.sort((a, b) => {
    if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null)
    const order =
      typeof a.rank === 'number' && typeof b.rank === 'number' ? a.rank - b.rank : format.compare(String(a.rank), String(b.rank))
    return order * direction
  })
  return ranked.map(({ card }) => card)
}
