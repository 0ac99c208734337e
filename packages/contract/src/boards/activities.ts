import { z } from 'zod'
import { relationKinds } from '../cards/settings.ts'
import { Instant, PersonSummary } from '../core/fields.ts'
import { FieldType } from './fields.ts'
import { activityKinds } from './settings.ts'

export const ActivityKind = z.enum(activityKinds)
export type ActivityKind = z.infer<typeof ActivityKind>

/**
 * One thing that somebody did on a board. `subject` names the card, list or person it was done to, as it was called then;
 * `details` says what a kind needs besides: `from` and `to` of a move, `fields` of an update, what a card became to another in
 * `relation`, where `to` is absent when that one is on another board, and
 * in `from` the key that a card from another board had there.
 */
export const Activity = z.object({
  id: z.int(),
  kind: ActivityKind,
  board_id: z.int(),
  card_id: z.int().nullable(),
  /** null when the account is gone. */
  user: PersonSummary.nullable(),
  /** A program of theirs did it, with a personal token. */
  by_program: z.boolean(),
  subject: z.string(),
  details: z.object({
    from: z.string().optional(),
    to: z.string().optional(),
    fields: z.array(z.string()).optional(),
    /** Of a field that a card got another value in: `fields` is then its name. */
    type: FieldType.optional(),
    /** Values that an update changed, without long texts: a day, a number, a priority, a title. An absent side was empty. */
    changes: z.array(z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() })).optional(),
    /** The comment that was written. */
    comment: z.int().optional(),
    relation: z.enum(relationKinds).optional(),
  }),
  created_at: Instant,
})
export type Activity = z.infer<typeof Activity>
