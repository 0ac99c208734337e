import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { CardParams } from '../core/fields.ts'

/** Whole calendar days that a card took, from the day its work began to the day it was done, both counted: at least 1. */
const Days = z.int().min(1)

/** From how many days to how many four in five cards of an estimate took. */
export const DaysInterval = z.object({ from: Days, to: Days })
export type DaysInterval = z.infer<typeof DaysInterval>

/** What a board's finished cards of one estimate took. */
export const FinishedCards = z.object({
  /** Points. */
  estimate: z.number(),
  /** Of the last ones, the newest first. */
  days: z.array(Days),
  /** Null while there are too few cards to say. */
  interval: DaysInterval.nullable(),
  /** Those whose words are the most like those of the card that is asked about, the most alike first. */
  cards: z.array(z.object({ id: z.int(), title: z.string(), days: Days })),
})
export type FinishedCards = z.infer<typeof FinishedCards>

/** How one's own votes compare with what was saved in the end, over the last rounds. */
export const OwnVotes = z.object({ below: z.int(), same: z.int(), above: z.int() })
export type OwnVotes = z.infer<typeof OwnVotes>

export const referencesApi = {
  ofCard: {
    method: 'GET',
    url: '/cards/:cardId/references',
    access: 'session',
    summary: 'O que o quadro lembra: cartões terminados de cada estimativa, os mais parecidos com este, e quantos dias levaram',
    params: CardParams,
    /** The lowest estimate first. */
    reply: z.array(FinishedCards),
  },
  ownVotes: {
    method: 'GET',
    url: '/votes/own',
    access: 'session',
    token: 'account',
    summary: 'Em quantas das últimas rodadas o próprio voto ficou abaixo, igual ou acima do que foi salvo; ninguém mais o vê',
    reply: OwnVotes,
  },
} as const satisfies Record<string, Endpoint>
