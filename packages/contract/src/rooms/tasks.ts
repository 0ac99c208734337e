import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Id, Instant, PersonSummary, Round, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'

/**
 * A card that somebody brought to a room's table. Everybody in the room sees its title as it was shared, and the points that
 * the room gave it; who may see the card itself asks `roomTasksApi.list`.
 */
export const RoomTask = z.object({ id: z.int(), title: z.string(), estimate: z.number().nullable() })
export type RoomTask = z.infer<typeof RoomTask>

/** How sure somebody is of their own vote: a secret until the reveal, as the vote is. */
export const Confidence = z.enum(['sure', 'unsure'])
export type Confidence = z.infer<typeof Confidence>

const roomId = z.string().max(40)
export const CardIds = z.array(BodyId).min(1).max(limits.roomTasks)

export const AddTasks = z.object({ roomId, card_ids: CardIds })
export const RemoveTask = z.object({ roomId, task_id: BodyId })
const estimate = z
  .number({ error: texts.estimateInvalid })
  .min(0, { error: texts.estimateInvalid })
  .max(limits.estimate, { error: texts.estimateInvalid })

export const SaveEstimate = z.object({
  roomId,
  /** The revealed round whose votes led to it. */
  round: Round,
  estimate,
})

/** Ends a revealed round, saves what it agreed on when that is given, and begins the next round with the next task. */
export const NextTask = z.object({ roomId, round: Round, estimate: estimate.optional() })

type OnTable = {
  /** In the order of the table. */
  tasks: readonly RoomTask[]
  /** The one that lies on the table; null for a typed title, and for nothing. */
  selected: number | null
  /** The one that the revealed round voted on. */
  voted: number | null
}

/**
 * The task that comes after a revealed round: another one that was put on the table meanwhile, else the next without an estimate.
 * It never goes back: what was left behind without an estimate waits in the list.
 */
export function nextTaskOf({ tasks, selected, voted }: OnTable): RoomTask | undefined {
  const waiting = tasks.filter((task) => task.estimate === null && task.id !== voted)
  return waiting.find(({ id }) => id === selected) ?? waiting.find(({ id }) => id > (selected ?? voted ?? 0))
}

/** A vote of a sealed estimation that has closed. */
export const SealedVote = z.object({
  user_id: z.int(),
  name: z.string(),
  vote: z.string(),
  confidence: Confidence.nullable(),
  /** What the person saw in the card, in one line. */
  reason: z.string().nullable(),
})
export type SealedVote = z.infer<typeof SealedVote>

/** The card behind a room's task, for somebody who sees its board. */
export const RoomTaskCard = z.object({
  task_id: z.int(),
  card_id: z.int(),
  board_id: z.int(),
  board_title: z.string(),
  board_color: z.string(),
  sprint: z.object({ id: z.int(), nome: z.string() }).nullable(),
  title: z.string(),
  /** The beginning of a long one. */
  description: z.string(),
  status: WorkStatus,
  estimate: z.number().nullable(),
  /** How people had voted on it in a sealed estimation before it came to this table; empty for other cards, and for who only reads its board. */
  sealed_votes: z.array(SealedVote),
  /** What sizes are worth on its board, in points by their face. */
  deck_points: z.record(z.string(), z.number()),
  /** May save an estimate to it. */
  can: z.object({ write: z.boolean() }),
})
export type RoomTaskCard = z.infer<typeof RoomTaskCard>

/** An estimate that a round of a room saved to a card, with the votes it came from (the first of a very large room). `average` as in the room: one decimal with a dot. */
export const TaskEstimate = z.object({
  id: z.int(),
  estimate: z.number(),
  average: z.string(),
  votes: z.array(
    z.object({
      /** The seat in the room, or the account in a sealed estimation: people of one name are two. Absent for votes of before it was kept. */
      participant_id: z.int().optional(),
      name: z.string(),
      vote: z.string(),
      confidence: Confidence.optional(),
      /** What the person saw in the card, in one line. */
      reason: z.string().optional(),
    }),
  ),
  room_name: z.string(),
  /** Who saved it; null when the account is gone. */
  user: PersonSummary.nullable(),
  created_at: Instant,
})
export type TaskEstimate = z.infer<typeof TaskEstimate>

export const roomTasksApi = {
  list: {
    method: 'GET',
    url: '/rooms/:roomId/tasks',
    access: 'session',
    token: 'account',
    summary: 'Os cartões por trás das tarefas de uma sala, entre os que quem pergunta vê',
    params: z.object({ roomId }),
    reply: z.array(RoomTaskCard),
  },
  estimates: {
    method: 'GET',
    url: '/cards/:cardId/estimates',
    access: 'session',
    summary: 'Estimativas que salas gravaram em um cartão, as últimas primeiro, com os votos, de vinte em vinte',
    params: z.object({ cardId: Id }),
    query: z.object({ before: Id.optional() }),
    reply: z.array(TaskEstimate),
  },
} as const satisfies Record<string, Endpoint>
