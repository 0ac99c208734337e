import type { RelationKind } from '@rodada/contract/cards/settings'
import type { Schema } from '../../../platform/database.ts'

export type StoredKind = Schema['card_relations']['kind']
/** A relation as it is stored: from the card that blocks, is a part or repeats. */
export type Stored = { kind: StoredKind; from_card_id: number; to_card_id: number }

/** Of each kind, how it is stored, and whether the card that says it is the one it goes out from. */
const directions: Record<RelationKind, { kind: StoredKind; goesOut: boolean }> = {
  blocks: { kind: 'blocks', goesOut: true },
  blocked_by: { kind: 'blocks', goesOut: false },
  part_of: { kind: 'part_of', goesOut: true },
  parent_of: { kind: 'part_of', goesOut: false },
  duplicates: { kind: 'duplicates', goesOut: true },
  duplicated_by: { kind: 'duplicates', goesOut: false },
  relates_to: { kind: 'relates_to', goesOut: true },
}

const incoming: Record<StoredKind, RelationKind> = {
  blocks: 'blocked_by',
  part_of: 'parent_of',
  duplicates: 'duplicated_by',
  relates_to: 'relates_to',
}

/** How it is stored that one card is this to another. */
export function storedAs(kind: RelationKind, cardId: number, otherId: number): Stored {
  const direction = directions[kind]
  // Who relates to whom makes no difference, so that the same two are related once.
  const goesOut = kind === 'relates_to' ? cardId < otherId : direction.goesOut
  return { kind: direction.kind, from_card_id: goesOut ? cardId : otherId, to_card_id: goesOut ? otherId : cardId }
}

/** What a stored relation is to one of its two cards, and which the other one is. */
export const seenFrom = (cardId: number, { kind, from_card_id, to_card_id }: Stored): { kind: RelationKind; otherId: number } =>
  from_card_id === cardId ? { kind, otherId: to_card_id } : { kind: incoming[kind], otherId: from_card_id }
