import type { Card } from '@rodada/contract/cards/cards'
import type { FieldValue, FieldValues } from '@rodada/contract/cards/field-values'
import type { PersonSummary, WorkStatus } from '@rodada/contract/core/fields'
import type { SprintOfCard } from '../../lib/call/sprint-words.ts'

/** Facts that a card has under the same name wherever it is shown. */
type Facts =
  | 'title'
  | 'description'
  | 'notes'
  | 'priority'
  | 'start_date'
  | 'due_date'
  | 'estimate'
  | 'estimated_hours'
  | 'assigned_user'
  | 'cover_file_id'
export type CardFields = Partial<Pick<Card, Facts>>
export type CardLabel = Card['labels'][number]

/**
 * What this tab has done and the server has not yet shown back. The same words for every place that shows cards: each draws them over
 * what the server told it last, and leaves out what it does not show. A change may be drawn again over an answer that contains it.
 */
export type DrawnChange =
  | { kind: 'patchCards'; cardIds: readonly number[]; fields: CardFields }
  | { kind: 'labelCard'; cardId: number; label: CardLabel; on: boolean }
  | { kind: 'participate'; cardId: number; person: PersonSummary; on: boolean }
  /** What a card has in a field of its board; null empties it. */
  | { kind: 'fillField'; cardId: number; fieldId: number; value: FieldValue | null }
  /** Into a sprint; null is the backlog. */
  | { kind: 'planCards'; cardIds: readonly number[]; sprint: SprintOfCard | null }
  | { kind: 'removeCards'; cardIds: readonly number[] }
  /** In the backlog, behind another card; null is its top. */
  | { kind: 'rankCard'; cardId: number; afterId: number | null }
  /** Something inside of a card, which only its window shows. */
  | { kind: 'insideCard'; cardId: number; draw: (card: Card) => Card }
  /** The whole card, as the server replied it. */
  | { kind: 'wholeCard'; cardId: number; card: Card }
  | { kind: 'moveCard'; cardId: number; listId: number; rank: string; status: WorkStatus }
  | { kind: 'patchList'; listId: number; fields: { name?: string; status?: WorkStatus } }
  | { kind: 'moveList'; listId: number; rank: string }
  | { kind: 'removeList'; listId: number }
/** Also a card that is made. */
export type Change<Item> = DrawnChange | { kind: 'addCard'; listId: number; card: Item }

/** `confirmed`: the server has accepted it; the next reply that was asked for afterwards contains it. */
export type Pending<Item> = { id: number; change: Change<Item>; confirmed: boolean }

export function cardIdsIn<Item extends { id: number }>(change: Change<Item>): readonly number[] {
  if ('cardIds' in change) return change.cardIds
  if ('cardId' in change) return [change.cardId]
  return change.kind === 'addCard' ? [change.card.id] : []
}

/** Whose writes keep their order: those on one card, on one list, and the cards that are added to one list. */
export function subjects<Item extends { id: number }>(change: Change<Item> | null): readonly string[] {
  if (!change) return []
  if (change.kind === 'addCard') return [`cards of ${change.listId}`]
  const cards = cardIdsIn(change).map((id) => `card ${id}`)
  return cards.length > 0 || !('listId' in change) ? cards : [`list ${change.listId}`]
}

/** The labels or people of a card with one put on or taken off. */
export function toggled<Part extends { id: number }>(parts: readonly Part[], part: Part, on: boolean): Part[] {
  const others = parts.filter(({ id }) => id !== part.id)
  return on ? [...others, part] : others
}

/** The same for their ids. */
export function toggledId(ids: readonly number[], id: number, on: boolean): number[] {
  const others = ids.filter((other) => other !== id)
  return on ? [...others, id] : others
}

/** The values of a card with one written or, with null, taken out. */
export function filled(values: FieldValues, fieldId: number, value: FieldValue | null): FieldValues {
  const { [fieldId]: _, ...others } = values
  return value === null ? others : { ...others, [fieldId]: value }
}
