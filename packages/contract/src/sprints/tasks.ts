import { z } from 'zod'
import { conditionWords, type FieldCondition, readCondition } from '../boards/field-conditions.ts'
import type { DueFilter } from '../boards/settings.ts'
import { CardLabel } from '../cards/cards.ts'
import { StoredFieldValues } from '../cards/field-values.ts'
import type { Endpoint } from '../core/endpoint.ts'
import {
  BodyId,
  DateOnly,
  Hours,
  Id,
  Instant,
  largestInteger,
  longText,
  Notes,
  PageSize,
  PersonSummary,
  Position,
  type Priority,
  Search,
  title,
  Version,
  WorkStatus,
} from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { githubStates } from '../integrations/settings.ts'
import { texts } from '../texts/texts.ts'
import { taskPriorities, taskPriorityInputs } from './settings.ts'
import { DoneData, inData, Sprint, SprintParams } from './sprints.ts'

// ---- what is read --------------------------------------------------------------------------------------------------

/** `rank` orders the columns of a sprint as plain text; `ordem` is the index that follows from it. */
export const SprintColumn = z.object({
  id: z.int(),
  nome: z.string(),
  ordem: z.int(),
  rank: z.string(),
  status: WorkStatus,
  sprint_id: z.int(),
  /** Counts the changes of its name. */
  version: z.int(),
})
export type SprintColumn = z.infer<typeof SprintColumn>

export const TaskPriority = z.enum(Object.values(taskPriorities))
export type TaskPriority = z.infer<typeof TaskPriority>

/**
 * A card as the sprint side speaks of it: the same row that its board shows. Without a sprint it is in the backlog, ranked
 * there by `rank`; null ranks stand last, by id. Hours are decimal hours, points what the team voted.
 */
export const SprintTask = z.object({
  id: z.int(),
  key: z.string(),
  sprint_id: z.int().nullable(),
  column_id: z.int().nullable(),
  rank: z.string().nullable(),
  board_id: z.int(),
  list_id: z.int(),
  titulo: z.string(),
  descricao: z.string(),
  /** The description is longer than the sprint side's limit: here is its beginning, and it is changed on the card. */
  description_cut: z.boolean(),
  prioridade: TaskPriority,
  data_limite: z.string().nullable(),
  /** As on the card: the day on which work is to begin. */
  start_date: z.string().nullable(),
  estimativa_horas: z.number().nullable(),
  estimativa_pontos: z.number().nullable(),
  observacoes: z.string(),
  status: WorkStatus,
  /** As on the card. */
  moved_at: Instant.nullable(),
  labels: z.array(CardLabel),
  assigned_user: PersonSummary.nullable(),
  /** Who takes part besides. */
  participants: z.array(PersonSummary),
  comment_count: z.int(),
  checklist_total: z.int(),
  checklist_done: z.int(),
  attachment_count: z.int(),
  file_count: z.int(),
  blocked: z.boolean(),
  subcards_total: z.int(),
  subcards_done: z.int(),
  recurs: z.boolean(),
  /** As its board shows it. */
  github_state: z.enum(githubStates).nullable(),
  /** What it has in the fields that the board's cards show. */
  fields: StoredFieldValues,
  /** The ended sprint that left this task unfinished, last. */
  came_from: z.object({ sprint_id: z.int(), nome: z.string() }).nullable(),
  version: z.int(),
  card: z.object({ title: z.string(), description: z.string() }),
})
export type SprintTask = z.infer<typeof SprintTask>

/** What everybody who sees a sprint sees besides its tasks. `revision` counts every change of anything on its board. */
const sprintFrame = { sprint: Sprint, columns: z.array(SprintColumn), revision: z.int() }
export const SprintBoard = z.object({ ...sprintFrame, tasks: z.array(SprintTask) })
export type SprintBoard = z.infer<typeof SprintBoard>
/** What changed since a revision: the frame as it is, the changed tasks, and the ids of those that are no longer in the sprint. */
export const SprintChanges = z.object({ ...sprintFrame, tasks: z.array(SprintTask), removed: z.array(z.int()) })
export type SprintChanges = z.infer<typeof SprintChanges>

// ---- what is written -----------------------------------------------------------------------------------------------

const taskTitle = title(limits.cardTitle, texts.taskTitleRequired, texts.taskTitleTooLong)
const taskDescription = longText(limits.taskDescription, texts.taskDescriptionTooLong)
const priority = z
  .enum(Object.keys(taskPriorityInputs) as (keyof typeof taskPriorityInputs)[], { error: texts.priorityInvalid })
  .transform((spoken) => taskPriorityInputs[spoken])
const points = z
  .number({ error: texts.estimateInvalid })
  .min(0, { error: texts.estimateInvalid })
  .max(limits.estimate, { error: texts.estimateInvalid })
  .nullable()

/** Both spellings of the specification. Where both are given, the Portuguese one counts. */
const taskFields = {
  titulo: taskTitle.optional(),
  title: taskTitle.optional(),
  descricao: taskDescription.optional(),
  description: taskDescription.optional(),
  prioridade: priority.optional(),
  priority: priority.optional(),
  data_limite: DateOnly.optional(),
  due_date: DateOnly.optional(),
  estimativa_horas: Hours.optional(),
  estimated_hours: Hours.optional(),
  estimativa_pontos: points.optional(),
  estimate: points.optional(),
  observacoes: Notes.optional(),
  notes: Notes.optional(),
  assigned_to: BodyId.nullable().optional(),
  column_id: BodyId.optional(),
} as const

type Spelled = z.output<z.ZodObject<typeof taskFields>>
const inOneSpelling = (task: Spelled) => ({
  title: task.titulo ?? task.title,
  description: task.descricao ?? task.description,
  priority: task.prioridade ?? task.priority,
  due_date: task.data_limite === undefined ? task.due_date : task.data_limite,
  estimated_hours: task.estimativa_horas === undefined ? task.estimated_hours : task.estimativa_horas,
  estimate: task.estimativa_pontos === undefined ? task.estimate : task.estimativa_pontos,
  notes: task.observacoes ?? task.notes,
  assigned_to: task.assigned_to,
  column_id: task.column_id,
})

/** A new card of the sprint's board, in its first list and in a column of the sprint, the first unless another is named. */
export const CreateTask = z.object({ ...taskFields, sprint_id: BodyId }).transform((task, context) => {
  const { title: named, ...rest } = inOneSpelling(task)
  if (named === undefined) {
    context.addIssue({ code: 'custom', path: ['titulo'], message: texts.taskTitleRequired })
    return z.NEVER
  }
  return { ...rest, title: named, sprint_id: task.sprint_id }
})

/** A change of a task; `column_id` moves it, which sets its status, and `after_id` says behind which task (null: on top). */
export const UpdateTask = z
  .object({
    ...taskFields,
    /** Moves the task to the first column with this status, when there is one. */
    status: WorkStatus.optional(),
    after_id: BodyId.nullable().optional(),
    /** The version that a new title, description or note was made on; late, it is answered 409 with the fresh task in `current`. */
    version: Version.optional(),
  })
  .transform((task) => ({ ...inOneSpelling(task), status: task.status, after_id: task.after_id, version: task.version }))

/** What happens to many tasks of one board at once, all or none. */
export const ChangeTasks = z.object({
  task_ids: z.array(BodyId).min(1).max(limits.tasksAtOnce),
  assigned_to: BodyId.nullable().optional(),
  /**
   * Another open sprint of the same board, or null for its backlog. They keep their order and go to the end of the first column
   * with their status, or of the first column when none has it; in the backlog, to the top.
   */
  sprint_id: BodyId.nullable().optional(),
})

/** Of the filters of the backlog, which are in its address: several of a kind with commas between them. */
const IdList = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
  .transform((text) => text.split(',').map(Number))
const PriorityList = z
  .string()
  .regex(/^(none|low|medium|high|urgent)(,(none|low|medium|high|urgent)){0,4}$/)
  .transform((text) => text.split(',') as Priority[])
const DueList = z
  .string()
  .regex(/^(late|today|week|none)(,(late|today|week|none)){0,3}$/)
  .transform((text) => text.split(',') as DueFilter[])
/** What is in a field of the board: an option or a person by id, any value at all or none, or one that meets a condition. */
export type WantedValue = number | 'any' | 'none' | FieldCondition

function wantedIn(part: string): { fieldId: number; wanted: WantedValue } | null {
  const [, id = '', said = ''] = /^(\d{1,9})\.(.+)$/.exec(part) ?? []
  if (id === '') return null
  const value = said === 'any' || said === 'none' ? said : /^\d{1,9}$/.test(said) ? Number(said) : readCondition(said, conditionWords)
  return value === null ? null : { fieldId: Number(id), wanted: value }
}

const FieldList = z.string().transform((text, context): ReadonlyMap<number, WantedValue[]> => {
  const parts = text.split(',', limits.filterParts + 1)
  const read = parts.flatMap((part) => wantedIn(part) ?? [])
  if (parts.length > limits.filterParts || read.length < parts.length) {
    context.addIssue({ code: 'custom', message: texts.fieldFilterInvalid })
    return z.NEVER
  }
  const byField = Map.groupBy(read, ({ fieldId }) => fieldId)
  return new Map([...byField].map(([id, values]) => [id, values.map(({ wanted }) => wanted)]))
})

const columnName = title(limits.columnName, texts.columnNameRequired, texts.columnNameTooLong)
const ColumnParams = SprintParams.extend({ columnId: Id })
const TaskParams = z.object({ taskId: Id })

export const sprintColumnsApi = {
  list: {
    method: 'GET',
    url: '/sprints/:sprintId/columns',
    access: 'session',
    summary: 'Colunas de uma sprint, na ordem',
    params: SprintParams,
    reply: inData(z.array(SprintColumn)),
  },
  create: {
    method: 'POST',
    url: '/sprints/:sprintId/columns',
    access: 'session',
    summary: 'Cria uma coluna no fim; o status segue do nome',
    params: SprintParams,
    body: z.object({ nome: columnName, status: WorkStatus.optional() }),
    reply: inData(SprintColumn),
  },
  update: {
    method: 'PUT',
    url: '/sprints/:sprintId/columns/:columnId',
    access: 'session',
    summary: 'Muda nome, status (que passa às tarefas) ou lugar de uma coluna. Um nome novo diz o status de novo, se ninguém o escolheu',
    params: ColumnParams,
    body: z.object({
      nome: columnName.optional(),
      status: WorkStatus.optional(),
      ordem: Position.optional(),
      /** The version that a new name was made on; late, it is answered 409 with the fresh column in `current`. */
      version: Version.optional(),
    }),
    reply: inData(SprintColumn),
  },
  remove: {
    method: 'DELETE',
    url: '/sprints/:sprintId/columns/:columnId',
    access: 'session',
    summary:
      'Exclui uma coluna; as tarefas vão para a de `target_column_id`, ou para a primeira, com o status dela. A última coluna não pode ser excluída',
    params: ColumnParams,
    query: z.object({ target_column_id: Id.optional() }),
    reply: DoneData,
  },
} as const satisfies Record<string, Endpoint>

export const sprintTasksApi = {
  list: {
    method: 'GET',
    url: '/sprints/:sprintId/tasks',
    access: 'session',
    summary: 'Tarefas de uma sprint, por coluna e lugar',
    params: SprintParams,
    reply: inData(z.array(SprintTask)),
  },
  board: {
    method: 'GET',
    url: '/sprints/:sprintId/board',
    access: 'session',
    summary: 'Uma sprint inteira: colunas e tarefas',
    params: SprintParams,
    reply: inData(SprintBoard),
  },
  changes: {
    method: 'GET',
    url: '/sprints/:sprintId/changes',
    access: 'session',
    summary: 'O que mudou na sprint desde uma revisão do quadro',
    params: SprintParams,
    query: z.object({ since: z.coerce.number().int().min(0).max(largestInteger) }),
    reply: inData(SprintChanges),
  },
  backlog: {
    method: 'GET',
    url: '/boards/:boardId/backlog',
    alias: '/sprints/board/:boardId/backlog',
    access: 'session',
    summary: 'Cartões do quadro que não estão em sprint nem terminados, na ordem do backlog; com filtros, os que servem a todos eles',
    params: z.object({ boardId: Id }),
    query: z.object({
      limit: PageSize,
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
      /** A part of the title, or the key. */
      q: Search.optional(),
      /** Any of these labels, and any of these people; 0 is nobody. */
      labels: IdList.optional(),
      people: IdList.optional(),
      priorities: PriorityList.optional(),
      /** Only what has points, or only what has none yet. */
      estimated: z.stringbool().optional(),
      /** Late, due today, due within seven days, or without a date, by the person's calendar. */
      due: DueList.optional(),
      /** Late to begin, to begin today or within seven days, or without a day for it. */
      start: DueList.optional(),
      /** Only what waits for another card, comes again, or has files. */
      blocked: z.literal('true').optional(),
      recurs: z.literal('true').optional(),
      files: z.literal('true').optional(),
      /** Only work under way that nobody moved for some weekdays. */
      idle: z.literal('true').optional(),
      /**
       * '12.77,12.78,13.any,14.none,15.100..500,16.2026-11-01..,16.week,17.has.sol': by fields of the board, of one field any of these. A comma in a
       * text is '%2C', and '%' is '%25'.
       */
      fields: FieldList.optional(),
    }),
    /** `total`, `points` and `unestimated` are of all that the filters let through. */
    reply: inData(z.object({ total: z.int(), points: z.number(), unestimated: z.int(), tasks: z.array(SprintTask) })),
  },
  rankBacklog: {
    method: 'PUT',
    url: '/boards/:boardId/backlog',
    alias: '/sprints/board/:boardId/backlog',
    access: 'session',
    summary: 'Põe um cartão do backlog atrás de outro, ou no topo',
    params: z.object({ boardId: Id }),
    body: z.object({ task_id: BodyId, after_id: BodyId.nullable() }),
    reply: inData(SprintTask),
  },
  create: {
    method: 'POST',
    url: '/sprint-tasks',
    alias: '/sprints/tasks',
    access: 'session',
    summary: 'Cria uma tarefa em uma sprint: um cartão na primeira lista do quadro',
    body: CreateTask,
    reply: inData(SprintTask),
  },
  changeMany: {
    method: 'PUT',
    url: '/sprint-tasks',
    alias: '/sprints/tasks',
    access: 'session',
    summary: 'Atribui muitas tarefas, ou as leva a outra sprint ou ao backlog: todas ou nenhuma',
    body: ChangeTasks,
    reply: inData(z.array(SprintTask)),
  },
  update: {
    method: 'PUT',
    url: '/sprint-tasks/:taskId',
    alias: '/sprints/tasks/:taskId',
    access: 'session',
    summary: 'Muda campos de uma tarefa, ou a leva a outra coluna',
    params: TaskParams,
    body: UpdateTask,
    reply: inData(SprintTask),
  },
  remove: {
    method: 'DELETE',
    url: '/sprint-tasks/:taskId',
    alias: '/sprints/tasks/:taskId',
    access: 'session',
    summary: 'Exclui uma tarefa, e com ela o cartão; por um dia ele pode ser restaurado',
    params: TaskParams,
    reply: DoneData,
  },
} as const satisfies Record<string, Endpoint>
