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
  /** Until when one that ended can be opened again; null for one that lasts, or that ended before this was possible. */
  reopens_until: Instant.nullable(),
  /** false: it had ended in another tool, and came with what was done in it. What it promised and how its days went is not known. */
  recorded: z.boolean(),
  version: z.int(),
  /** Writing ends with the sprint for everybody. Who may close one may open it again, while that is possible. */
  can: z.object({ write: z.boolean(), reopen: z.boolean() }),
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

/** When the cards that a board shows are planned: its sprints with them, and which of them waits for which other one. */
export const BoardSchedule = z.object({
  sprints: z.array(
    z.object({
      ...Sprint.pick({ id: true, nome: true, data_inicio: true, data_fim: true, status: true }).shape,
      card_ids: z.array(z.int()),
    }),
  ),
  blocks: z.array(z.object({ card_id: z.int(), blocked_id: z.int() })),
})
export type BoardSchedule = z.infer<typeof BoardSchedule>

// ---- what is written -----------------------------------------------------------------------------------------------

const name = title(limits.sprintName, texts.sprintNameRequired, texts.sprintNameTooLong)
const description = longText(limits.sprintDescription, texts.descriptionTooLong)
const day = z.string({ error: texts.sprintDatesRequired }).min(1, { error: texts.sprintDatesRequired }).pipe(Day)

/** What a new sprint is made of. */
export const newSprint = { nome: name, descricao: description.default(''), data_inicio: day, data_fim: day } as const
/** That a sprint ends after it began. */
export const sprintDates: [(sprint: { data_inicio: string; data_fim: string }) => boolean, { path: string[]; error: string }] = [
  (sprint) => sprint.data_inicio < sprint.data_fim,
  { path: ['data_fim'], error: texts.sprintDatesOrder },
]
export const CreateSprint = z.object({ ...newSprint, board_id: BodyId }).refine(...sprintDates)

export const UpdateSprint = z.object({
  nome: name.optional(),
  descricao: description.optional(),
  data_inicio: day.optional(),
  data_fim: day.optional(),
  /** 'ativa' starts a planned sprint before its day; 'encerrada' (or 'concluida') ends it, and sends what is left to the backlog. */
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
    token: 'board',
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
    token: 'board',
    summary: 'Quantas sprints a pessoa vê, e as tarefas das ativas',
    reply: inData(SprintsSummary),
  },
  ofBoard: {
    method: 'GET',
    url: '/boards/:boardId/sprints',
    alias: '/sprints/board/:boardId',
    access: 'session',
    summary: 'Sprints de um quadro: as abertas, depois as encerradas, as últimas primeiro',
    params: z.object({ boardId: Id }),
    reply: inData(z.array(Sprint)),
  },
  schedule: {
    method: 'GET',
    url: '/boards/:boardId/schedule',
    alias: '/sprints/board/:boardId/schedule',
    access: 'session',
    summary: 'Sprints de um quadro com os cartões que ele mostra em cada uma, e que cartões do quadro esperam por que outros',
    params: z.object({ boardId: Id }),
    reply: inData(BoardSchedule),
  },
  create: {
    method: 'POST',
    url: '/sprints',
    access: 'session',
    token: 'board',
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
