/** Constants of cards, free of schemas: the web reads them without loading any validation. */

/** What a card is to another one. The second of each pair is the first as the other card says it; 'relates_to' reads the same from both. */
export const relationKinds = ['blocks', 'blocked_by', 'part_of', 'parent_of', 'duplicates', 'duplicated_by', 'relates_to'] as const
export type RelationKind = (typeof relationKinds)[number]

/** When a card comes again: every weekday, week or month, or once it is done; as a copy, or as itself. */
export const recurrences = ['weekday', 'week', 'month', 'completion'] as const
export type Recurrence = (typeof recurrences)[number]
export const recurrenceModes = ['copy', 'reset'] as const
export type RecurrenceMode = (typeof recurrenceModes)[number]

/** Weekdays behind the one on which work that is under way was last moved, before it is said to stand still. */
export const calmWeekdays = 5
