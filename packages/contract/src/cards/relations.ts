import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, CardParams, Done, Id, Instant, PersonSummary, WorkStatus } from '../core/fields.ts'
import { relationKinds } from './settings.ts'

const RelationKind = z.enum(relationKinds)

/** The other card of a relation, as far as a line about it needs. */
export const RelatedCard = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  board_id: z.int(),
  board_title: z.string(),
  list_title: z.string(),
  status: WorkStatus,
  due_date: z.string().nullable(),
  /** Points. */
  estimate: z.number().nullable(),
  assigned_user: PersonSummary.nullable(),
  /** Of the card, or of its list. */
  archived_at: Instant.nullable(),
})
export type RelatedCard = z.infer<typeof RelatedCard>

/** What this card is to another one: it `kind` that one. `card` is null when the reader does not see the other card. */
export const CardRelation = z.object({ id: z.int(), kind: RelationKind, card: RelatedCard.nullable() })
export type CardRelation = z.infer<typeof CardRelation>

/** Cards that a board shows, of one that they are part of; `parent` is null for all those whose one the reader does not see. */
export const CardParts = z.object({
  parent: z.object({ id: z.int(), key: z.string(), title: z.string() }).nullable(),
  card_ids: z.array(z.int()),
})
export type CardParts = z.infer<typeof CardParts>

export const relationsApi = {
  parents: {
    method: 'GET',
    url: '/boards/:boardId/parents',
    access: 'session',
    summary: 'De que cartões fazem parte os que o quadro mostra, também de outros quadros; o que a pessoa não vê fica sem nome',
    params: z.object({ boardId: Id }),
    reply: z.array(CardParts),
  },
  add: {
    method: 'POST',
    url: '/cards/:cardId/relations',
    access: 'session',
    summary: 'Relaciona o cartão a outro em que a pessoa escreve, ou o liga (`relates_to`) a um que ela vê; o que já existe fica como está',
    params: CardParams,
    body: z.object({ kind: RelationKind, card_id: BodyId }),
    reply: CardRelation,
  },
  remove: {
    method: 'DELETE',
    url: '/cards/:cardId/relations/:relationId',
    access: 'session',
    summary: 'Desfaz uma relação do cartão',
    params: CardParams.extend({ relationId: Id }),
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
