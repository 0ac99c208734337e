import { z } from 'zod'
import type { Endpoint } from '../core/endpoint.ts'
import { BodyId, Color, Done, Id, Instant, PersonSummary, WorkStatus } from '../core/fields.ts'
import { limits } from '../core/limits.ts'
import { SecretInAddress } from '../core/secret-address.ts'
import { Amount, Burndown, ReportTask, Velocity } from '../sprints/reports.ts'
import { Sprint } from '../sprints/sprints.ts'
import { texts } from '../texts/texts.ts'

/** How many days a public link counts at most, when it is to end by itself. */
export const linkDays = { min: 1, usual: 30, max: 365 } as const

/** A public link as the members of its board see it: all but the secret. */
export const ReadLink = z.object({
  id: z.int(),
  /** The sprint whose report it shows; null for one that shows the board. */
  sprint: z.object({ id: z.int(), nome: z.string() }).nullable(),
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
  /** A sprint of the board, whose report is shown; without it the board is. */
  sprint_id: BodyId.nullable().default(null),
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
  kind: z.literal('board'),
  title: z.string(),
  color: Color,
  names: z.boolean(),
  labels: z.array(z.object({ name: z.string(), color: Color })),
  lists: z.array(z.object({ title: z.string(), status: WorkStatus, cards: z.array(PublicCard) })),
  /** Cards that are not shown, because there are too many. */
  left_out: z.int(),
})
export type PublicBoard = z.infer<typeof PublicBoard>

/** A task of a public report. Of one that was deleted since (`visible` false) the title is not told. */
export const PublicReportTask = ReportTask.omit({ card_id: true, now_in: true }).extend({
  /** As of `ReportTask`, the other sprint by its name. */
  now_in: z.object({ status: WorkStatus, sprint: z.string().nullable() }).nullable(),
  /** Who does what is still open, by name; empty unless the link says it. */
  people: z.array(z.string()),
})
export type PublicReportTask = z.infer<typeof PublicReportTask>

/** The report of a sprint as strangers see it: what its page shows, without ids. */
export const PublicReport = z.object({
  kind: z.literal('report'),
  /** Of the board. */
  title: z.string(),
  color: Color,
  names: z.boolean(),
  sprint: Sprint.pick({ nome: true, data_inicio: true, data_fim: true, status: true, ended_at: true, recorded: true }),
  committed: Amount,
  completed: Amount,
  added: Amount,
  spilled: Amount,
  burndown: Burndown,
  velocity: Velocity.extend({
    /** `is_current`: it is the sprint of the report. */
    sprints: z.array(Velocity.shape.sprints.element.omit({ sprint_id: true }).extend({ is_current: z.boolean() })),
  }),
  done: z.array(PublicReportTask),
  open: z.array(PublicReportTask),
  left: z.array(PublicReportTask),
  /** Tasks that are not shown, because there are too many. */
  left_out: z.int(),
})
export type PublicReport = z.infer<typeof PublicReport>

/** What a link opens. */
export const PublicPage = z.discriminatedUnion('kind', [PublicBoard, PublicReport])
export type PublicPage = z.infer<typeof PublicPage>

const BoardParams = z.object({ boardId: Id })

/** Boards and reports of sprints that strangers read. No token makes these calls, and who has the link needs no session. */
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
    summary: `Cria um link público, com que qualquer pessoa lê o quadro ou, com \`sprint_id\`, o relatório de uma sprint dele; só esta resposta o mostra. Até ${limits.readLinks} por quadro`,
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
    summary:
      'O que um link público mostra, como está agora: um quadro (listas, cartões, etiquetas, prazos, estimativas) ou o relatório de uma sprint; nomes, só se o link os diz',
    params: z.object({ secret: SecretInAddress }),
    reply: PublicPage,
  },
} as const satisfies Record<string, Endpoint>
