import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Color, Done, Id, Instant, PersonSummary, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { SecretInAddress } from '../core/secret-address.ts'
import { texts } from '../texts/texts.ts'

/** How many days a public link counts at most, when it is to end by itself. */
export const linkDays = { min: 1, usual: 30, max: 365 } as const

/** A public link as the members of its board see it: all but the secret. */
export const ReadLink = z.object({
  id: z.int(),
  /** Whether it shows what people are called. */
  names: z.boolean(),
  made_by: PersonSummary,
  created_at: Instant,
  /** Null for one that somebody has to end. */
  expires_at: Instant.nullable(),
  /** When somebody last opened it, as far as an hour goes; null when nobody ever did. */
  last_read_at: Instant.nullable(),
})
export type ReadLink = z.infer<typeof ReadLink>

const days = { error: texts.linkDays }
export const NewReadLink = z.object({
  names: z.boolean().default(false),
  /** Without it the link counts until somebody ends it. */
  expires_in_days: z.int(days).min(linkDays.min, days).max(linkDays.max, days).nullable().default(null),
})

/** A card as strangers see it. Dates are 'YYYY-MM-DD'. */
export const PublicCard = z.object({
  key: z.string(),
  title: z.string(),
  status: WorkStatus,
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  estimate: z.number().nullable(),
  /** Places in the board's `labels`. */
  labels: z.array(z.int()),
  checklist_done: z.int(),
  checklist_total: z.int(),
  /** Who answers for it and who takes part, by their names; empty unless the link says them. */
  people: z.array(z.string()),
})
export type PublicCard = z.infer<typeof PublicCard>

/** A board as strangers see it. There is no id in it, nor anything by which a person could be reached. */
export const PublicBoard = z.object({
  title: z.string(),
  color: Color,
  names: z.boolean(),
  labels: z.array(z.object({ name: z.string(), color: Color })),
  lists: z.array(z.object({ title: z.string(), status: WorkStatus, cards: z.array(PublicCard) })),
  /** Cards that are not shown, because there are too many. */
  left_out: z.int(),
})
export type PublicBoard = z.infer<typeof PublicBoard>

const BoardParams = z.object({ boardId: Id })

/** Boards that strangers read. No token makes these calls, and who has the link needs no session. */
export const readLinksApi = {
  list: {
    method: 'GET',
    url: '/boards/:boardId/links',
    access: 'session',
    token: 'never',
    summary: 'Os links públicos do quadro, sem os segredos, o mais novo primeiro',
    params: BoardParams,
    reply: z.array(ReadLink),
  },
  create: {
    method: 'POST',
    url: '/boards/:boardId/links',
    access: 'session',
    token: 'never',
    summary: `Cria um link público, com que qualquer pessoa lê o quadro; só esta resposta o mostra. Até ${limits.readLinks} por quadro`,
    params: BoardParams,
    body: NewReadLink,
    reply: z.object({ id: z.int(), url: z.string() }),
  },
  remove: {
    method: 'DELETE',
    url: '/boards/:boardId/links/:linkId',
    access: 'session',
    token: 'never',
    summary: 'Encerra um link público, na hora',
    params: BoardParams.extend({ linkId: Id }),
    reply: Done,
  },
  read: {
    method: 'GET',
    url: '/public/:secret',
    access: 'open',
    token: 'never',
    summary: 'O quadro de um link público, como está agora: listas, cartões, etiquetas, prazos e estimativas; nomes, só se o link os diz',
    params: z.object({ secret: SecretInAddress }),
    reply: PublicBoard,
  },
} as const satisfies Record<string, Endpoint>
