/** Constants of cards, free of schemas: the web reads them without loading any validation. */

/** What a card is to another one. The second of each pair is the first as the other card says it; 'relates_to' reads the same from both. */
export const relationKinds = ['blocks', 'blocked_by', 'part_of', 'parent_of', 'duplicates', 'duplicated_by', 'relates_to'] as const
export type RelationKind = (typeof relationKinds)[number]
