import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { Id, PersonSummary, WorkStatus } from '../core/fields.ts'
import { inData, Sprint, SprintParams } from './sprints.ts'
import { SprintTask } from './tasks.ts'

/** Work in the three ways it is counted. Tasks without an estimate count as none in points and hours. */
export const Amount = z.object({ points: z.number(), hours: z.number(), tasks: z.int() })
export type Amount = z.infer<typeof Amount>

/**
 * One day of a burndown, as it ended (today: as it is now). `remaining`, `scope` and `added` are null for days to come, and for
 * those before the sprint was made. `ideal` falls on weekdays only, from the commitment to nothing; what is late lies at nothing.
 * The commitment is the scope at the end of the first day, or of the day on which the sprint was made, when that is later; `added` is how much the scope changed on this day after the first.
 * A sprint that was started before its first day begins with today until that day comes, and its ideal stays level. It begins
 * no more than a year before that day.
 */
export const BurndownDay = z.object({
  day: z.string(),
  ideal: Amount,
  remaining: Amount.nullable(),
  scope: Amount.nullable(),
  added: Amount.nullable(),
})
export type BurndownDay = z.infer<typeof BurndownDay>

/** Recorded as it happened: once the sprint ended, no later change of a card changes it. Of one that nobody recorded there are no days. */
export const Burndown = z.object({ committed: Amount, completed: Amount, days: z.array(BurndownDay) })
export type Burndown = z.infer<typeof Burndown>

/**
 * The last ended sprints of a board, oldest first. Those that ended before their first day with nothing done were called off, and do
 * not count. `average` is the mean of what the last three of them completed, or of fewer where there are no three (`average_of` says of how
 * many): what a sprint of the board can hold, wherever that is shown.
 */
export const Velocity = z.object({
  /** `recorded` as of `Sprint`: where it is false, `committed` says nothing. */
  sprints: z.array(
    z.object({
      ...{ sprint_id: z.int(), nome: z.string(), data_fim: z.string() },
      ...{ committed: Amount, completed: Amount, recorded: z.boolean() },
    }),
  ),
  average: Amount,
  average_of: z.int(),
})
export type Velocity = z.infer<typeof Velocity>

/** What one needs to plan the sprints of a board: how much a sprint can hold, how much the open ones do, and when the next would be. */
export const Planning = z.object({
  velocity: Velocity,
  /** The open sprints, those that end first before the others. `points` are of all tasks that count, `done_points` of those that are done. */
  sprints: z.array(z.object({ sprint: Sprint, points: z.number(), done_points: z.number(), unestimated: z.int() })),
  /** What is proposed for the next one: after those that there are, as long as the one that was made last. */
  next: z.object({ nome: z.string(), data_inicio: z.string(), data_fim: z.string() }),
  /** It is made when the last open sprint ends. */
  automatic: z.boolean(),
})
export type Planning = z.infer<typeof Planning>

/** A task as it was at the sprint's end, or is now while it lasts. `visible` false: the card was deleted since. */
export const ReportTask = z.object({
  card_id: z.int(),
  titulo: z.string(),
  points: z.number().nullable(),
  hours: z.number().nullable(),
  status: WorkStatus,
  added_late: z.boolean(),
  visible: z.boolean(),
  /** Whole calendar days from the beginning of its work to its end; null while it is not done, and where nobody saw it begin. */
  days: z.int().min(1).nullable(),
  /**
   * Where the card is now when it is no longer in this sprint: in another one, or with `sprint` null in the backlog, or finished
   * outside of sprints. Null while it is in this sprint, and when it was deleted.
   */
  now_in: z.object({ status: WorkStatus, sprint: z.object({ id: z.int(), nome: z.string() }).nullable() }).nullable(),
})
export type ReportTask = z.infer<typeof ReportTask>

/**
 * `left` were taken out or cancelled while it lasted. Those of `added_late` came after the commitment; they are also in one of the
 * three, and `added` adds them up. Of a sprint that nobody recorded only what was done and cancelled is known: `committed`, `added` and `spilled`
 * say nothing.
 */
export const SprintReport = z.object({
  sprint: Sprint,
  committed: Amount,
  completed: Amount,
  added: Amount,
  spilled: Amount,
  done: z.array(ReportTask),
  open: z.array(ReportTask),
  left: z.array(ReportTask),
})
export type SprintReport = z.infer<typeof SprintReport>

/** Tasks beyond months: those that have neither a sprint nor a date. What is open is asked for by `cardsApi.mine`. */
export const MyTasksScope = z.enum(['undated'])
export type MyTasksScope = z.infer<typeof MyTasksScope>

const Counts = z.object({ total: z.int(), concluidas: z.int(), em_andamento: z.int(), pendentes: z.int(), atrasadas: z.int() })

/**
 * A person's tasks: those of one month (in sprints that touch it, or without a sprint and due in it), or of a `scope`: 'undated' are
 * those without a sprint and without a date, which no month has. `undated` and `months` (January first) count what each of them
 * lists; `open` are all that are neither done nor cancelled, whenever they are due.
 */
export const MyTasks = z.object({
  user: PersonSummary,
  year: z.int(),
  month: z.int(),
  scope: MyTasksScope.nullable(),
  stats: Counts,
  open: z.int(),
  undated: z.int(),
  months: z.array(z.int()).length(12),
  /** `sprint` null: without a sprint. `counts` and `progresso` (a percentage with one decimal) are of all that is this person's in a sprint. */
  sprints: z.array(z.object({ sprint: Sprint.nullable(), progresso: z.number(), counts: Counts, tasks: z.array(SprintTask) })),
})
export type MyTasks = z.infer<typeof MyTasks>

export const sprintReportsApi = {
  burndown: {
    method: 'GET',
    url: '/sprints/:sprintId/burndown',
    access: 'session',
    summary: 'Trabalho restante de uma sprint, dia a dia',
    params: SprintParams,
    reply: inData(Burndown),
  },
  report: {
    method: 'GET',
    url: '/sprints/:sprintId/report',
    access: 'session',
    summary: 'O que uma sprint prometeu, entregou, deixou e recebeu depois de começar',
    params: SprintParams,
    reply: inData(SprintReport),
  },
  velocity: {
    method: 'GET',
    url: '/boards/:boardId/velocity',
    alias: '/sprints/board/:boardId/velocity',
    access: 'session',
    summary: 'Quanto as últimas sprints encerradas de um quadro entregaram',
    params: z.object({ boardId: Id }),
    reply: inData(Velocity),
  },
  planning: {
    method: 'GET',
    url: '/boards/:boardId/planning',
    alias: '/sprints/board/:boardId/planning',
    access: 'session',
    summary: 'Quanto cabe em uma sprint do quadro, quanto já há nas abertas, e a proposta para a próxima',
    params: z.object({ boardId: Id }),
    reply: inData(Planning),
  },
  myTasks: {
    method: 'GET',
    url: '/sprints/my/tasks',
    access: 'session',
    token: 'board',
    summary: 'Tarefas de quem pergunta em um mês, por sprint; sem mês, o atual; `scope` troca o mês pelas sem data',
    query: z.object({
      scope: MyTasksScope.optional(),
      year: z.coerce.number().int().min(2000).max(2200).optional(),
      month: z.coerce.number().int().min(1).max(12).optional(),
    }),
    reply: inData(MyTasks),
  },
} as const satisfies Record<string, Endpoint>
