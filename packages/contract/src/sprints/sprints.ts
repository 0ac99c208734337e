import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Day, Id, Instant, longText, PageSize, Search, title, Version } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { texts } from '../texts/texts.ts'
import { sprintStatuses } from './settings.ts'

/** Sprint calls wrap what they answer: `{"data": …}`. */
export const inData = <T extends z.ZodType>(data: T) => z.object({ data })
/** What sprint calls answer when there is nothing to tell. */
export const DoneData = inData(z.object({}))

export const SprintStatus = z.enum(sprintStatuses)
export type SprintStatus = z.infer<typeof SprintStatus>

// ---- what is read --------------------------------------------------------------------------------------------------

/**
 * A sprint with its tasks counted; cancelled and archived ones do not count. `progresso` is a percentage with one decimal.
 * Dates are calendar days 'YYYY-MM-DD', both inside the sprint. 'planejada' until the first day, unless it was started before.
 */
export const Sprint = z.object({
  id: z.int(),
  nome: z.string(),
  descricao: z.string(),
  data_inicio: z.string(),
  data_fim: z.string(),
  status: SprintStatus,
  board_id: z.int(),
  board_name: z.string(),
  board_color: z.string(),
  progresso: z.number(),
  total_tasks: z.int(),
  tasks_concluidas: z.int(),
  tasks_em_andamento: z.int(),
  /** Pending and blocked ones. */
  tasks_pendentes: z.int(),
  ended_at: Instant.nullable(),
  version: z.int(),
  /** Writing ends with the sprint for everybody. */
  can: z.object({ write: z.boolean() }),
})
export type Sprint = z.infer<typeof Sprint>

/** Over all sprints this person sees. The tasks are those of the sprints that have not ended. */
export const SprintsSummary = z.object({
  all: z.int(),
  active: z.int(),
  ended: z.int(),
  total_tasks: z.int(),
  tasks_concluidas: z.int(),
})
export type SprintsSummary = z.infer<typeof SprintsSummary>

// ---- what is written -----------------------------------------------------------------------------------------------

const name = title(limits.sprintName, texts.sprintNameRequired, texts.sprintNameTooLong)
const description = longText(limits.sprintDescription, texts.descriptionTooLong)
const day = z.string({ error: texts.sprintDatesRequired }).min(1, { error: texts.sprintDatesRequired }).pipe(Day)

export const CreateSprint = z
  .object({ nome: name, descricao: description.default(''), data_inicio: day, data_fim: day, board_id: BodyId })
  .refine((sprint) => sprint.data_inicio < sprint.data_fim, { path: ['data_fim'], error: texts.sprintDatesOrder })

export const UpdateSprint = z.object({
  nome: name.optional(),
  descricao: description.optional(),
  data_inicio: day.optional(),
  data_fim: day.optional(),
  /** 'ativa' starts a planned sprint before its day; 'encerrada' (or 'concluida') ends it, once and for good. */
  status: z.enum([...sprintStatuses, 'concluida']).optional(),
  /** The version that the change was made on; late, it is answered 409 with the fresh sprint in `current`. */
  version: Version.optional(),
})

export const SprintParams = z.object({ sprintId: Id })

export const sprintsApi = {
  list: {
    method: 'GET',
    url: '/sprints',
    access: 'session',
    summary: 'Sprints dos quadros que a pessoa vê: as abertas pela data de fim, depois as encerradas, as últimas primeiro',
    query: z.object({
      status: z.enum(['todas', 'ativas', 'encerradas']).default('todas'),
      q: Search.optional(),
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: inData(z.array(Sprint)),
  },
  summary: {
    method: 'GET',
    url: '/sprints/summary',
    access: 'session',
    summary: 'Quantas sprints a pessoa vê, e as tarefas das ativas',
    reply: inData(SprintsSummary),
  },
  ofBoard: {
    method: 'GET',
    url: '/sprints/board/:boardId',
    access: 'session',
    summary: 'Sprints de um quadro: as abertas, depois as encerradas, as últimas primeiro',
    params: z.object({ boardId: Id }),
    reply: inData(z.array(Sprint)),
  },
  create: {
    method: 'POST',
    url: '/sprints',
    access: 'session',
    summary: 'Cria uma sprint com as três colunas de início',
    body: CreateSprint,
    reply: inData(Sprint),
  },
  get: { method: 'GET', url: '/sprints/:sprintId', access: 'session', summary: 'Uma sprint', params: SprintParams, reply: inData(Sprint) },
  update: {
    method: 'PUT',
    url: '/sprints/:sprintId',
    access: 'session',
    summary: 'Muda uma sprint, ou a encerra: o que não foi concluído volta ao backlog do quadro',
    params: SprintParams,
    body: UpdateSprint,
    reply: inData(Sprint),
  },
  remove: {
    method: 'DELETE',
    url: '/sprints/:sprintId',
    access: 'session',
    summary: 'Exclui uma sprint com os seus números; as tarefas ficam no quadro',
    params: SprintParams,
    reply: DoneData,
  },
} as const satisfies Record<string, Endpoint>
