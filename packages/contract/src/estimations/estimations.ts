import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Id, Instant, PersonSummary } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { oneLineText } from '../core/plain-text.ts'
import { Deck } from '../rooms/decks.ts'
import { Confidence, SealedVote } from '../rooms/tasks.ts'
import { texts } from '../texts/texts.ts'
import { settleRules } from './settings.ts'

const EstimationParams = z.object({ estimationId: Id })

export const CreateEstimation = z.object({
  board_id: BodyId,
  card_ids: z
    .array(BodyId, { error: texts.estimationWithoutCards })
    .min(1, { error: texts.estimationWithoutCards })
    .max(limits.estimationCards, { error: texts.estimationTooManyCards }),
  deck: Deck,
  voter_ids: z
    .array(BodyId, { error: texts.estimationWithoutVoters })
    .min(1, { error: texts.estimationWithoutVoters })
    .max(limits.estimationVoters, { error: texts.estimationTooManyVoters }),
  closes_at: z.iso.datetime({ offset: true, error: texts.estimationClosesInvalid }),
  settle: z.enum(settleRules).default('none'),
})

export const CastVote = z.object({
  vote: z.union([z.string().max(limits.deckCard), z.number()], { error: texts.estimationVoteInvalid }).transform(String),
  confidence: Confidence.nullish(),
  /** What the person sees in the card, in one line; an empty one is none. */
  reason: z
    .string()
    .nullish()
    .transform((reason) => oneLineText(reason ?? '') || null)
    .pipe(z.string().max(limits.voteReason, { error: texts.estimationReasonTooLong }).nullable()),
})

/** A person's own vote. Until the close it is shown to nobody else. */
export const OwnVote = z.object({ vote: z.string(), confidence: Confidence.nullable(), reason: z.string().nullable() })
export type OwnVote = z.infer<typeof OwnVote>

const Voter = z.object({
  user_id: z.int(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  /** Whether the person has voted on every card: all that others are told before the close. */
  finished: z.boolean(),
})

const EstimationCard = z.object({
  card_id: z.int(),
  title: z.string(),
  /** The beginning of a long one. */
  description: z.string(),
  /** The points that the card has now. */
  estimate: z.number().nullable(),
  /** Empty until the close, and for people who only read the board. In the order of the voters' ids, which says nothing of time. */
  votes: z.array(SealedVote),
  /** The points that the card took by itself at the close, and those that it had before; null when it took none. */
  settled: z.number().nullable(),
  estimate_before: z.number().nullable(),
})

const shared = {
  id: z.int(),
  board_id: z.int(),
  board_title: z.string(),
  board_color: z.string(),
  status: z.enum(['open', 'closed']),
  /** Who opened it; null when the account is gone. */
  organizer: PersonSummary.nullable(),
  created_at: Instant,
  closes_at: Instant,
  closed_at: Instant.nullable(),
  voters: z.array(Voter),
}

/** A sealed estimation in a list. */
export const EstimationSummary = z.object({ ...shared, card_count: z.int() })
export type EstimationSummary = z.infer<typeof EstimationSummary>

export const Estimation = z.object({
  ...shared,
  deck: z.array(z.string()),
  settle: z.enum(settleRules),
  /** In the order in which they were chosen. */
  cards: z.array(EstimationCard),
  /** The viewer's own votes, by the id of the card. */
  votes: z.record(z.string(), OwnVote),
  can: z.object({ vote: z.boolean(), close: z.boolean(), take_to_room: z.boolean() }),
})
export type Estimation = z.infer<typeof Estimation>

export const estimationsApi = {
  list: {
    method: 'GET',
    url: '/estimations',
    access: 'session',
    token: 'board',
    summary:
      'Estimativas sem reunião dos quadros de que a pessoa participa, ou de um quadro que ela vê; as abertas primeiro, depois as mais novas',
    query: z.object({ board_id: Id.optional() }),
    reply: z.array(EstimationSummary),
  },
  get: {
    method: 'GET',
    url: '/estimations/:estimationId',
    access: 'session',
    summary: 'Uma estimativa sem reunião. Até encerrar, só os próprios votos; depois, os de todos para quem escreve no quadro',
    params: EstimationParams,
    reply: Estimation,
  },
  create: {
    method: 'POST',
    url: '/estimations',
    access: 'session',
    token: 'board',
    summary: 'Abre uma estimativa sem reunião de cartões de um quadro, para pessoas dele, até um prazo de 2 segundos a 30 dias',
    body: CreateEstimation,
    reply: Estimation,
  },
  vote: {
    method: 'PUT',
    url: '/estimations/:estimationId/votes/:cardId',
    access: 'session',
    summary: 'Guarda ou troca o próprio voto em um cartão. A resposta é a mesma qualquer que seja o voto',
    params: z.object({ estimationId: Id, cardId: Id }),
    body: CastVote,
    /** `finished`: whether the person has now voted on every card. */
    reply: z.object({ status: z.enum(['open', 'closed']), finished: z.boolean() }),
  },
  close: {
    method: 'POST',
    url: '/estimations/:estimationId/close',
    access: 'session',
    summary: 'Encerra uma estimativa sem reunião antes do prazo: quem a abriu ou administra o quadro',
    params: EstimationParams,
    reply: Estimation,
  },
  room: {
    method: 'POST',
    url: '/estimations/:estimationId/room',
    access: 'session',
    token: 'account',
    summary: 'Abre uma sala com os cartões que não se resolveram, os votos mais distantes primeiro',
    params: EstimationParams,
    reply: z.object({ roomId: z.string(), hostToken: z.string() }),
  },
} as const satisfies Record<string, Endpoint>

export interface EstimationServerEvents {
  /** Somebody finished voting, or the estimation closed: who shows it asks again. To its voters and to who opened it. */
  estimationChanged: (change: { estimationId: number }) => void
}
