import type { CardParts, CardRelation } from '@rodada/contract/cards/relations'
import { keyOf } from '../queries.ts'
import { seenFrom } from './kinds.ts'
import type { ParentRow } from './parent-queries.ts'
import type { RelationRow } from './queries.ts'

/** A relation as one of its cards says it. `seen` are the cards that the viewer sees. */
export function relationView<Card>(
  cardId: number,
  relation: RelationRow,
  seen: ReadonlyMap<number, Card>,
): Pick<CardRelation, 'id' | 'kind'> & { card: Card | null } {
  const { kind, otherId } = seenFrom(cardId, relation)
  return { id: relation.id, kind, card: seen.get(otherId) ?? null }
}

/** The parts of each card together. Which of the unseen ones a card is part of is not told. */
export function partsView(rows: readonly ParentRow[]): CardParts[] {
  const known = new Map<number | null, CardParts>()
  for (const { card_id, id, number, key_prefix, title } of rows) {
    const parent = id === null ? null : { id, key: keyOf({ key_prefix: key_prefix ?? '', number: number ?? 0 }), title: title ?? '' }
    const parts = known.get(id) ?? { parent, card_ids: [] }
    parts.card_ids.push(card_id)
    known.set(id, parts)
  }
  // The two databases disagree where null stands.
  return [...known.values()].sort((one, other) => Number(one.parent === null) - Number(other.parent === null))
}
