import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { inData, newSprint, Sprint, SprintParams, sprintDates } from './sprints.ts'

/** Where a task goes that a sprint leaves unfinished: on top of the backlog, into an open sprint of the board by its id, or into the new one. */
const Destination = z.union([z.literal('backlog'), z.literal('new'), BodyId], { error: texts.leftoversNowhere })

export const CloseSprint = z
  .object({
    leftovers_to: Destination.default('backlog'),
    /** Those that go elsewhere. A task that is done meanwhile, or no longer in the sprint, stays where it is. */
    others: z
      .array(z.object({ task_id: BodyId, to: Destination }))
      .max(limits.sprintTasks)
      .default([]),
    /** Made at the same time. */
    new_sprint: z
      .object(newSprint)
      .refine(...sprintDates)
      .optional(),
  })
  .refine(
    ({ leftovers_to, others, new_sprint }) => new_sprint !== undefined || ![leftovers_to, ...others.map(({ to }) => to)].includes('new'),
    { path: ['new_sprint'], error: texts.leftoversNowhere },
  )

export const ClosedSprint = z.object({
  sprint: Sprint,
  /** What was made for what is left, or the next one of a board that makes it itself. */
  new_sprint: Sprint.nullable(),
  /** How many tasks were not done. */
  leftovers: z.int(),
})
export type ClosedSprint = z.infer<typeof ClosedSprint>

export const ReopenedSprint = z.object({
  sprint: Sprint,
  /** How many of its tasks are back in it. */
  restored: z.int(),
  /** How many stay where somebody took them since. */
  left: z.int(),
})

export const sprintClosingApi = {
  close: {
    method: 'POST',
    url: '/sprints/:sprintId/close',
    access: 'session',
    summary: 'Encerra uma sprint e leva o que não foi concluído ao backlog, a outra sprint aberta ou a uma nova',
    params: SprintParams,
    body: CloseSprint,
    reply: inData(ClosedSprint),
  },
  reopen: {
    method: 'POST',
    url: '/sprints/:sprintId/reopen',
    access: 'session',
    summary: 'Reabre por até um dia uma sprint encerrada; o que saiu dela no encerramento volta, se ninguém mexeu depois',
    params: SprintParams,
    reply: inData(ReopenedSprint),
  },
} as const satisfies Record<string, Endpoint>
