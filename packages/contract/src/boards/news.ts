import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Done, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { ActivityKind } from './activities.ts'
import { FieldType } from './fields.ts'

/**
 * What others did to one thing of a card since a person's last visit, from the first change to the last. `field` is what an update changed
 * ('due_date'), or the name of a field of the board. Without `from` and `to` it is only known that it changed.
 */
export const NewsChange = z.object({
  kind: ActivityKind,
  field: z.string().nullable(),
  /** Of a field of the board. */
  type: FieldType.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The beginning of the last comment, as it is now. */
  excerpt: z.string().nullable(),
  /** The last who did it; null for what no person did, and when the account is gone. */
  user: PersonSummary.nullable(),
  /** A program of theirs did it, with a personal token. */
  by_program: z.boolean(),
  count: z.int(),
  at: Instant,
})
export type NewsChange = z.infer<typeof NewsChange>

/**
 * A card that others changed since a person's last visit. `last_id` is the last thing that happened to it. Of a `deleted` one it is told
 * that it was deleted; its key is empty once it cannot be brought back.
 */
export const CardNews = z.object({
  board_id: z.int(),
  card: z.object({ id: z.int(), key: z.string(), title: z.string(), deleted: z.boolean() }),
  last_id: z.int(),
  /** The latest of each. Those beyond the limit are left out. */
  changes: z.array(NewsChange),
})
export type CardNews = z.infer<typeof CardNews>

/** A board with news. Up to `until` they are what is shown; `since` is when the person last said that they saw all, or became a member. */
export const BoardNews = z.object({
  id: z.int(),
  title: z.string(),
  color: z.string(),
  cards: z.int(),
  until: z.int(),
  since: Instant,
})
export type BoardNews = z.infer<typeof BoardNews>

export const newsApi = {
  list: {
    method: 'GET',
    url: '/news',
    access: 'session',
    token: 'board',
    summary:
      'O que os outros mudaram nos próprios quadros desde a última visita, por cartão, o mais novo primeiro; `before` pede a página seguinte. Cada quadro conta as últimas 1.000 mudanças de 30 dias',
    query: z.object({ before: Id.optional(), board_id: Id.optional(), limit: z.coerce.number().int().min(1).max(50).default(20) }),
    reply: z.object({ boards: z.array(BoardNews), cards: z.array(CardNews), next: z.int().nullable() }),
  },
  ofBoard: {
    method: 'GET',
    url: '/boards/:boardId/news',
    access: 'session',
    summary: 'Os cartões de um quadro que mudaram desde a última visita; nenhum para quem não é membro',
    params: z.object({ boardId: Id }),
    reply: z.object({ card_ids: z.array(z.int()), until: z.int() }),
  },
  see: {
    method: 'PUT',
    url: '/news/seen',
    access: 'session',
    token: 'board',
    summary: 'Dá como visto o que há em quadros até `until`, ou só em um cartão de cada',
    body: z.object({
      boards: z
        .array(z.object({ board_id: BodyId, until: BodyId, card_id: BodyId.optional() }))
        .min(1)
        .max(limits.seenAtOnce),
    }),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
