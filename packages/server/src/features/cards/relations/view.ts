import type { CardRelation, RelatedCard } from '@rodada/contract/cards/relations'
import { seenFrom } from './kinds.ts'
import type { RelationRow } from './queries.ts'

/** A relation as one of its cards says it. `seen` are the cards that the viewer sees. */
export function relationView(cardId: number, relation: RelationRow, seen: ReadonlyMap<number, RelatedCard>): CardRelation {
  const { kind, otherId } = seenFrom(cardId, relation)
  return { id: relation.id, kind, card: seen.get(otherId) ?? null }
}
