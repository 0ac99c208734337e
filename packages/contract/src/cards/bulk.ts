import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/** What may happen to many cards at once. */
const changes = {
  /** A list of their board; those that stand there already stay where they are, the others go to its end in this order. */
  list_id: BodyId.optional(),
  /** A label of their board, put on all of them. */
  label_id: BodyId.optional(),
  /** Who does them; null for nobody. */
  assigned_to: BodyId.nullable().optional(),
  /** An open sprint of their board; null for its backlog. */
  sprint_id: BodyId.nullable().optional(),
  archive: z.literal(true, { error: texts.bulkOneChange }).optional(),
} as const
const kinds = Object.keys(changes) as (keyof typeof changes)[]

export const BulkCards = z
  .object({
    card_ids: z
      .array(BodyId, { error: texts.bulkCount })
      .min(1, { error: texts.bulkCount })
      .max(limits.cardsAtOnce, { error: texts.bulkCount }),
    ...changes,
  })
  .refine((body) => kinds.filter((kind) => body[kind] !== undefined).length === 1, { path: ['card_ids'], error: texts.bulkOneChange })
/** One change, without the cards that it is of. */
export type BulkChange = Omit<z.input<typeof BulkCards>, 'card_ids'>

export const BulkDone = z.object({
  /** How many cards are other than before. */
  changed: z.int(),
  /** What `undo` takes for an hour; null when nothing changed. */
  undo: z.string().nullable(),
})
export type BulkDone = z.infer<typeof BulkDone>

export const BulkUndone = z.object({
  restored: z.int(),
  /** How many stay as they are: somebody changed them meanwhile, or what they were is gone. */
  left: z.int(),
})
export type BulkUndone = z.infer<typeof BulkUndone>

export const bulkApi = {
  change: {
    method: 'POST',
    url: '/cards/bulk',
    access: 'session',
    token: 'board',
    summary: 'Move, etiqueta, atribui, planeja ou arquiva muitos cartões: uma mudança por chamada, em todos ou em nenhum',
    body: BulkCards,
    reply: BulkDone,
  },
  undo: {
    method: 'POST',
    url: '/cards/bulk/undo',
    access: 'session',
    token: 'board',
    summary: 'Desfaz uma mudança de muitos cartões; os que alguém mudou depois ficam como estão',
    body: z.object({
      undo: z
        .string({ error: texts.bulkUndoGone })
        .min(1, { error: texts.bulkUndoGone })
        .max(limits.bulkUndo, { error: texts.bulkUndoGone }),
    }),
    reply: BulkUndone,
  },
} as const satisfies Record<string, Endpoint>
