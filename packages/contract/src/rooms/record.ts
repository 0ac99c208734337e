import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Ok, type SocketEvent, usual } from '../core/event.ts'
import { Done, Id, Instant, Round } from '../core/fields.ts'
import { Confidence } from './tasks.ts'

/** A vote of a revealed round. Two people of one name are told apart by `participantId`, their seat at that table. */
export const RecordVote = z.object({
  participantId: z.int(),
  userName: z.string(),
  vote: z.string(),
  /** Absent where the person gave none. */
  confidence: Confidence.optional(),
})
export type RecordVote = z.infer<typeof RecordVote>

/** What somebody who voted saw in the task, in one line. */
export const RecordReason = z.object({ participantId: z.int(), userName: z.string(), avatar: z.string().nullable(), text: z.string() })
export type RecordReason = z.infer<typeof RecordReason>

/** A revealed round, as the session's record keeps it. */
export const RecordRound = z.object({
  round: z.int(),
  /**
   * What was voted on; null when nothing lay on the table. `task_id` is null for a typed title, and once the task left the room. `card`
   * is there for who sees the card.
   */
  task: z
    .object({ title: z.string(), task_id: z.int().nullable(), card: z.object({ id: z.int(), board_id: z.int() }).nullable() })
    .nullable(),
  votes: z.array(RecordVote),
  /** The cards that it was voted with, in their order. */
  deck: z.array(z.string()),
  /** One decimal with a dot, '0.0' when no vote was a number. */
  average: z.string(),
  /** Of a deck of sizes the size in the middle, the lower one of two; null when no vote was a number or a size. */
  median: z.union([z.number(), z.string()]).nullable(),
  /** In the order in which they were first said. */
  reasons: z.array(RecordReason),
  /** What was saved to the card; null when nothing was. */
  estimate: z.number().nullable(),
  /** Who saved it, and when; null for what was saved before this was kept. */
  savedBy: z.string().nullable(),
  savedAt: Instant.nullable(),
  /** How many only observed as the cards turned. */
  observers: z.int(),
  /** When the round began, or its task came to the table; null for rounds of before this was kept. */
  startedAt: Instant.nullable(),
  revealedAt: Instant,
})
export type RecordRound = z.infer<typeof RecordRound>

/** Newest first; `next` goes into `before` for the page after this one. */
export const RecordPage = z.object({
  room: z.object({
    roomId: z.string(),
    roomName: z.string(),
    /** Whether one may still go back to it. */
    open: z.boolean(),
    can: z.object({ delete: z.boolean() }),
  }),
  rounds: z.array(RecordRound),
  next: z.int().nullable(),
})
export type RecordPage = z.infer<typeof RecordPage>

/** A room with a record, for somebody who sat there. */
export const RecordedRoom = z.object({
  roomId: z.string(),
  roomName: z.string(),
  rounds: z.int(),
  /** When its last round was revealed. */
  lastAt: Instant,
  open: z.boolean(),
})
export type RecordedRoom = z.infer<typeof RecordedRoom>

const roomId = z.string().max(40)

/** What who moderates does with the record at the table, where guests have no other way to it. */
export const recordEvents = {
  readHistory: {
    payload: z.object({ roomId, before: Round.optional() }),
    reply: RecordPage,
    who: 'moderator',
    token: 'account',
    reads: true,
    limits: usual(40, 10),
  },
  /** Ends the record of all rounds but the one on the table, for everybody. */
  deleteHistory: { payload: z.object({ roomId }), reply: Ok, who: 'moderator', token: 'account', limits: usual(5, 10) },
} as const satisfies Record<string, SocketEvent>

const params = z.object({ roomId })
export const recordApi = {
  rooms: {
    method: 'GET',
    url: '/rooms/history',
    access: 'session',
    token: 'account',
    summary: 'Salas com registro em que a pessoa sentou, as de rodada mais recente primeiro; `next` vai em `before` para a página seguinte',
    query: z.object({ before: Instant.optional() }),
    reply: z.object({ rooms: z.array(RecordedRoom), next: Instant.nullable() }),
  },
  history: {
    method: 'GET',
    url: '/rooms/:roomId/history',
    access: 'session',
    token: 'account',
    summary: 'Rodadas reveladas de uma sala, também depois que ela acaba, para as contas que sentaram nela',
    params,
    query: z.object({ before: Id.optional() }),
    reply: RecordPage,
  },
  export: {
    method: 'GET',
    url: '/rooms/:roomId/history.csv',
    access: 'session',
    token: 'account',
    summary: 'As mesmas rodadas como CSV em UTF-8, um voto por linha',
    params,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  },
  delete: {
    method: 'DELETE',
    url: '/rooms/:roomId/history',
    access: 'session',
    token: 'account',
    summary: 'Exclui o registro de uma sala para todo mundo, por quem a moderou; o que foi salvo nos cartões fica',
    params,
    reply: Done,
  },
} as const satisfies Record<string, Endpoint>
