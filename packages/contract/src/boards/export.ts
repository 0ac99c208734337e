import { z } from 'zod'
import { FieldValues } from '../cards/field-values.ts'
import { recurrenceModes, recurrences, relationKinds } from '../cards/settings.ts'
import { CardTemplate } from '../cards/templates.ts'
import type { Endpoint } from '../core/endpoint.ts'
import { BoardRole, Id, Instant, Priority, WorkStatus } from '../core/fields.ts'
import { attachmentKinds, githubStates } from '../integrations/settings.ts'
import { TaskEstimate } from '../rooms/tasks.ts'
import { Amount } from '../sprints/reports.ts'
import { Sprint } from '../sprints/sprints.ts'
import { SprintColumn } from '../sprints/tasks.ts'
import { Activity, ActivityKind } from './activities.ts'
import { BoardMember, BoardSummary, Label, List } from './boards.ts'
import { BoardField } from './fields.ts'
import { SavedFilter } from './saved-filters.ts'

/*
 * A board as a file. Everything has the id that it has here, and refers to others by those; people are ids too, whose names stand at the end.
 * It is what the person who asks for it may see: `card` of a relation is null where they do not see the other card. Days are 'YYYY-MM-DD'.
 */

/** Raised when a program that reads the file of before would misread this one. What is added raises nothing. */
const formatVersion = 1

const by = z.int().nullable()

const ExportedBoard = BoardSummary.pick({
  id: true,
  title: true,
  description: true,
  color: true,
  is_public: true,
  is_template: true,
  key_prefix: true,
  deck: true,
  deck_points: true,
  auto_sprint: true,
  created_at: true,
  updated_at: true,
}).extend({
  /** What its keys began with before: those of before still lead to their cards. */
  former_prefixes: z.array(z.string()),
  /** The last number that one of its cards got, which may be gone. */
  last_number: z.int(),
  created_by: z.int(),
})

/** Archived ones too. They stand in the order of the board. */
const ExportedList = List.omit({ board_id: true, position: true, version: true }).extend({
  /** Whether somebody chose the status: another title does not guess it again. */
  status_chosen: z.boolean(),
  created_at: Instant,
  archived_at: Instant.nullable(),
})

/** A sprint with its figures: as they are now, or as they were at its end. */
const ExportedSprint = Sprint.omit({
  board_id: true,
  board_name: true,
  board_color: true,
  reopens_until: true,
  version: true,
  can: true,
}).extend({
  columns: z.array(SprintColumn.pick({ id: true, nome: true, rank: true, status: true }).extend({ status_chosen: z.boolean() })),
  /** Of one that ended: what was planned at its beginning, where that was recorded, and what of it was done. */
  committed: Amount.nullable(),
  completed: Amount.nullable(),
  created_at: Instant,
  /** The last entry of the journal that counts for it, once it ended. */
  journal_end: z.int().nullable(),
})

const ExportedChecklist = z.object({
  id: z.int(),
  title: z.string(),
  /** In their order; `completed_at` is null for what is not ticked. */
  items: z.array(z.object({ id: z.int(), title: z.string(), completed_at: Instant.nullable() })),
})

/** What a card is to another one; `card` is null for one that the reader of the file does not see. */
const ExportedRelation = z.object({
  id: z.int(),
  kind: z.enum(relationKinds),
  card: z.object({ id: z.int(), key: z.string(), title: z.string(), board_id: z.int() }).nullable(),
})

const ExportedFile = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  /** Where its bytes are: below `source.url`, with a session that sees the card. Texts name it as `file:ID`. */
  url: z.string(),
  user_id: by,
  created_at: Instant,
})

/** A card without what is said and estimated of it, of which there may be thousands. */
export const ExportedCard = z.object({
  id: z.int(),
  key: z.string(),
  /** Keys that it had on other boards. */
  former_keys: z.array(z.string()),
  list_id: z.int(),
  rank: z.string(),
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  priority: Priority,
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  status: WorkStatus,
  /** Points. */
  estimate: z.number().nullable(),
  estimated_hours: z.number().nullable(),
  notes: z.string(),
  assigned_to: by,
  participant_ids: z.array(z.int()),
  label_ids: z.array(z.int()),
  fields: FieldValues,
  sprint_id: z.int().nullable(),
  column_id: z.int().nullable(),
  /** The place in the sprint's column or, without a sprint, in the backlog, where null is last. */
  column_rank: z.string().nullable(),
  /** The ended sprint that left it unfinished, last. */
  from_sprint_id: z.int().nullable(),
  recurrence: z
    .object({
      every: z.enum(recurrences),
      mode: z.enum(recurrenceModes),
      /** Since when, and so on which day of the week or month; the day that the card's dates are for; the day on which it comes again. */
      set_on: z.string(),
      dates_of: z.string(),
      next_on: z.string().nullable(),
      /** Whether it is done and about to come again. */
      is_done: z.boolean(),
      list_id: z.int().nullable(),
      set_by: by,
    })
    .nullable(),
  checklists: z.array(ExportedChecklist),
  relations: z.array(ExportedRelation),
  attachments: z.array(
    z.object({
      id: z.int(),
      url: z.string(),
      title: z.string(),
      kind: z.enum(attachmentKinds),
      user_id: by,
      created_at: Instant,
    }),
  ),
  github_links: z.array(
    z.object({
      repository: z.string(),
      number: z.int(),
      kind: z.enum(['issue', 'pull']),
      title: z.string(),
      state: z.enum(githubStates),
      url: z.string(),
      linked_by: by,
      created_at: Instant,
    }),
  ),
  files: z.array(ExportedFile),
  cover_file_id: z.int().nullable(),
  created_by: by,
  created_at: Instant,
  updated_at: Instant,
  /** When work on it began, when it was last moved, and when it was done. */
  started_at: Instant.nullable(),
  moved_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  archived_at: Instant.nullable(),
})
export type ExportedCard = z.infer<typeof ExportedCard>

export const ExportedComment = z.object({
  id: z.int(),
  user_id: by,
  content: z.string(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  /** Who wrote it in the tool that it was brought from, by the name there. */
  author_name: z.string().nullable(),
})
export type ExportedComment = z.infer<typeof ExportedComment>

/** An estimate that was saved with the revealed votes that it came from. */
export const ExportedEstimate = TaskEstimate.omit({ user: true }).extend({ user_id: by })
export type ExportedEstimate = z.infer<typeof ExportedEstimate>

const state = {
  list_id: z.int().nullable(),
  column_id: z.int().nullable(),
  sprint_id: z.int().nullable(),
  status: WorkStatus.nullable(),
  /** Points. */
  estimate: z.number().nullable(),
  assigned_to: by,
}

/** What happened, the oldest first: a line for people, and for cards what they were and became, from which figures are added up. */
export const ExportedEntry = z.object({
  id: z.int(),
  /** 'card.state' only counts, and is no line. */
  kind: z.union([ActivityKind, z.literal('card.state')]),
  user_id: by,
  /** A program of theirs did it, with a personal token. */
  by_program: z.boolean(),
  /** Also of cards that are gone. */
  card_id: z.int().nullable(),
  subject: z.string(),
  details: Activity.shape.details,
  /** What the card was from here on; `shown` when neither it nor its list was archived or deleted. */
  after: z.object({ ...state, estimated_hours: z.number().nullable(), shown: z.boolean() }).nullable(),
  /** What it was before, where no other entry says it. */
  before: z.object(state).nullable(),
  /** Whether the figures of its sprint pass over it, because a later entry of the same day says what counts. */
  replaced: z.boolean(),
  created_at: Instant,
})
export type ExportedEntry = z.infer<typeof ExportedEntry>

/** A file's beginning, which is made at once. */
export const BoardExportHead = z.object({
  format: z.literal('rodada-board'),
  version: z.literal(formatVersion),
  exported_at: Instant,
  /** Where it comes from: the address of the installation, as far as it knows it, and the version of the program. */
  source: z.object({ url: z.string(), version: z.string() }),
  board: ExportedBoard,
  members: z.array(BoardMember.pick({ user_id: true, joined_at: true }).extend({ role: BoardRole })),
  labels: z.array(Label.omit({ version: true })),
  /** In their order. */
  fields: z.array(BoardField.omit({ version: true })),
  lists: z.array(ExportedList),
  sprints: z.array(ExportedSprint),
  card_templates: z.array(CardTemplate.omit({ board_id: true, checklist_total: true, version: true })),
  /** Those that the board has for all. */
  saved_filters: z.array(SavedFilter.omit({ board_id: true, shared: true })),
})
export type BoardExportHead = z.infer<typeof BoardExportHead>

export const BoardExport = BoardExportHead.extend({
  /** By their lists and places, archived ones too. */
  cards: z.array(ExportedCard.extend({ comments: z.array(ExportedComment), estimates: z.array(ExportedEstimate) })),
  journal: z.array(ExportedEntry),
  /** Everybody who is named above. */
  people: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type BoardExport = z.infer<typeof BoardExport>

const params = z.object({ boardId: Id })

/** A board as a file, for who sees it. It is read piece by piece while it is sent. */
export const boardExportApi = {
  json: {
    method: 'GET',
    url: '/boards/:boardId/export.json',
    access: 'session',
    summary:
      'O quadro inteiro em um arquivo, com ids: o que quem pede vê. Vai aos poucos; o que muda no meio pode vir como era ou como ficou',
    params,
    download: 'application/json',
    reply: BoardExport,
  },
  csv: {
    method: 'GET',
    url: '/boards/:boardId/export.csv',
    access: 'session',
    summary: 'Os cartões do quadro como CSV em UTF-8, um por linha, com os campos do quadro; os arquivados também',
    params,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  },
} as const satisfies Record<string, Endpoint>
