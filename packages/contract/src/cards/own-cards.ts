import { z } from 'zod'
import { CardHit } from './cards.ts'

/**
 * When an open task is due, as its person sees it: before today, today, later in this week (which ends on Sunday), after it, or
 * without a date. In the order in which they are looked at.
 */
export const dueGroups = ['late', 'today', 'week', 'later', 'undated'] as const
export const DueGroup = z.enum(dueGroups)
export type DueGroup = z.infer<typeof DueGroup>

/**
 * What is open with a person on the boards they see: each card once, whether they answer for it, take part, or both. `open`, `points` and
 * `boards` are of all of it; a group without tasks is left out. `cards` is a page of its group, those with the nearest date
 * first, then the higher priority, then by board.
 */
export const OwnCards = z.object({
  open: z.int(),
  points: z.number(),
  boards: z.int(),
  groups: z.array(z.object({ due: DueGroup, count: z.int(), points: z.number(), cards: z.array(CardHit) })),
})
export type OwnCards = z.infer<typeof OwnCards>
