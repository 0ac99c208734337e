import type { Activity } from '@rodada/contract/boards/activities'
import type { FieldType } from '@rodada/contract/boards/fields'
import type { CsvTarget } from '@rodada/contract/boards/import-settings'
import type { CardFilter } from '@rodada/contract/boards/saved-filters'
import type { Recurrence, RecurrenceMode } from '@rodada/contract/cards/settings'
import type { CardTemplate } from '@rodada/contract/cards/templates'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'
import { oneLineText } from '@rodada/contract/core/plain-text'
import type { TaskEstimate } from '@rodada/contract/rooms/tasks'
import type { Amount } from '@rodada/contract/sprints/reports'

/*
 * A board as any tool can say it. A source reads its file to this, and knows nothing of what becomes of it; what writes a board knows no source.
 * Ids are those of the file, any text. Things may come in any order: a comment before its card. Days are 'YYYY-MM-DD', instants ISO 8601 UTC.
 */

/** `keys`: what the keys of its cards begin with, and the last number that one has; only of cards that say their numbers. */
export type OutsideBoard = {
  id: string
  title: string
  description: string
  color?: string | undefined
  keys?: { prefix: string; last: number; former?: string[] | undefined } | undefined
  /** What it is set to, of a board of this program: its journal comes as it is, and nothing is guessed from lists and moves. */
  settings?:
    | { deck: string[] | null; deck_points: Record<string, number>; auto_sprint: boolean; is_template: boolean; created_at: string }
    | undefined
}
export type OutsidePerson = { id: string; name: string; email?: string | undefined }
export type OutsideList = {
  id: string
  title: string
  position: number
  archived_at?: string | undefined
  /** Absent: as its title says. */
  status?: WorkStatus | undefined
  /** Whether somebody chose the status; absent: where there is one. */
  status_chosen?: boolean | undefined
  wip_limit?: number | undefined
  wip_hard?: boolean | undefined
  created_at?: string | undefined
}
/** A colour is one of the product's names, or absent. */
export type OutsideLabel = { id: string; name: string; color?: string | undefined }
export type OutsideField = {
  id: string
  name: string
  type: FieldType
  /** Of a table, where its column stands: earlier versions knew it by that. */
  place?: string | undefined
  /** Whether days in its texts have their month first; absent where nobody knows. */
  month_first?: boolean | undefined
  options: { id: string; name: string; color?: string | undefined }[]
  on_card?: boolean | undefined
}

export type OutsideCard = {
  id: string
  list: string
  position: number
  title: string
  /** Markdown. */
  description: string
  created_at?: string | undefined
  created_by?: string | undefined
  archived_at?: string | undefined
  start_date?: string | undefined
  due_date?: string | undefined
  completed_at?: string | undefined
  /** Absent: that of its list. */
  status?: WorkStatus | undefined
  /** People: the first who has an account answers for it, the others take part. */
  members: string[]
  /** Who answers for it, where that is known better than by the order; null for nobody. */
  assignee?: string | null | undefined
  /** Labels. */
  labels: string[]
  /** By the ids of fields; of a choice the id of its option, of a person theirs. */
  values: Record<string, string | number | boolean>
  /** Values as they stand in the file, where only the column as a whole said of what type they are: reading `0012` as a number loses something. */
  written?: Record<string, string> | undefined
  priority?: Priority | undefined
  /** Points. */
  estimate?: number | undefined
  hours?: number | undefined
  notes?: string | undefined
  /** The card that it is a part of. */
  parent?: string | undefined
  /** Its number there, which it keeps on a board of its own: its key goes on leading to it. */
  number?: number | undefined
  /** Where they are known better than the moves say. */
  started_at?: string | undefined
  moved_at?: string | undefined
  updated_at?: string | undefined
  /** How many comments it is said to have, where the file may not hold all. */
  comment_count?: number | undefined
  /** Its rank in the backlog, where it is in no sprint. */
  backlog_place?: string | undefined
  /** The ended sprint that left it unfinished. */
  from_sprint?: string | undefined
  recurrence?: OutsideRecurrence | undefined
}
/** How a card comes again: days, and the list where it does. */
export type OutsideRecurrence = {
  every: Recurrence
  mode: RecurrenceMode
  set_on: string
  dates_of: string
  next_on: string | null
  list: string | null
  is_done: boolean
}
/** An estimate that was saved, with the votes that it came from. */
export type OutsideEstimate = Pick<TaskEstimate, 'estimate' | 'average' | 'votes' | 'room_name'> & {
  id: string
  card: string
  by?: string | undefined
  at: string
}

export type OutsideChecklist = {
  id: string
  card: string
  title: string
  position: number
  items: { title: string; position: number; done: boolean; done_at?: string | undefined }[]
}
/** `name`: of who is no person of the file. */
export type OutsideComment = {
  id: string
  card: string
  by?: string | undefined
  name?: string | undefined
  at: string
  text: string
  edited_at?: string | undefined
}
/** A card went from one list to another; both may be gone, and then only their names are known. */
export type OutsideMove = {
  id: string
  card: string
  at: string
  by?: string | undefined
  from: { id: string; title: string }
  to: { id: string; title: string }
}
/** In which list a card began. */
export type OutsideStart = { id: string; card: string; at: string; by?: string | undefined; list: { id: string; title: string } }
/**
 * A sprint; both days are in it. `ended` says when one ended, and what it counted then; where a file does not say that, it is what the cards in it say,
 * and `left` how many others are known to have been in it. Without columns it gets those of a new one, and cards go where their status is.
 */
export type OutsideSprint = {
  id: string
  /** How another export of the same tool calls it. */
  also?: string | undefined
  name: string
  description: string
  starts_on: string
  ends_on: string
  /** Its days are a guess: the file says none that it could have. */
  guessed?: true | undefined
  status: 'planejada' | 'ativa' | 'encerrada'
  /** Absent: it is made as it comes. */
  created_at?: string | undefined
  ended: { at: string; final: OutsideFinal } | { at: string; left: number } | null
  columns: { id: string; name: string; status: WorkStatus; status_chosen: boolean }[]
}
/** `recorded` false: nobody wrote down what it promised, and how its days went. */
export type OutsideFinal = {
  total: number
  done: number
  in_progress: number
  committed: Amount
  completed: Amount
  recorded?: false | undefined
}
/** A card is planned into a sprint; `place` is its rank in a column. Without a column it stands where its status is. */
export type OutsidePlanned = { id: string; card: string; sprint: string; column: string; place: string }
/** A template of cards; labels, fields, options and people by their ids in the file. */
export type OutsideTemplate = {
  id: string
  name: string
  content: Pick<
    CardTemplate,
    | 'title'
    | 'description'
    | 'priority'
    | 'estimate'
    | 'estimated_hours'
    | 'label_ids'
    | 'assigned_to'
    | 'participant_ids'
    | 'checklists'
    | 'fields'
  >
  created_at: string
  updated_at: string
}
/** A filter that a board has for all; labels, fields, options and people by their ids in the file. */
export type OutsideFilter = { id: string; name: string; filter: CardFilter; created_at: string }

/** What a card is at one moment, by the ids of the file. */
export type OutsideState = {
  list: string | null
  column: string | null
  sprint: string | null
  status: WorkStatus | null
  estimate: number | null
  assignee: string | null
}
/** An entry of the journal, in the order of the file. `gone` tells apart cards that are not there, from 1. */
export type OutsideEntry = {
  id: string
  kind: Activity['kind'] | 'card.state'
  card: string | null
  gone?: number | undefined
  by: string | null
  subject: string
  details: Activity['details']
  at: string
  after: (OutsideState & { hours: number | null; shown: boolean }) | null
  before: OutsideState | null
  replaced: boolean
  /** Sprints that ended right behind it, for which nothing later counts. */
  ends?: string[] | undefined
}
/** Something at an address: a link, or a file that is elsewhere. `size` in bytes. */
export type OutsideLink = {
  id: string
  card: string
  title: string
  url: string
  at?: string | undefined
  by?: string | undefined
  size?: number | undefined
  /** A file that its tool hands out to who has a key. */
  upload?: true | undefined
}
export type OutsideRelation = { id: string; kind: 'blocks' | 'part_of' | 'duplicates' | 'relates_to'; from: string; to: string }

/** Kinds of what does not come as it was. Each has a text, `importLeft…`. */
export const leftOutKinds = [
  'archive_missing',
  'archived_board',
  'automations',
  'comments_missing',
  'comments_long',
  'comments_surplus',
  'covers',
  'board_public',
  'dates_invalid',
  'fields_surplus',
  'files_as_links',
  'files_gone',
  'files_no_room',
  'files_refused',
  'files_too_large',
  'files_unreachable',
  'former_keys',
  'github_as_links',
  'history_missing',
  'issues_missing',
  'history_short',
  'items_surplus',
  'journal_lines',
  'labels_surplus',
  'links_refused',
  'lists_surplus',
  'cards_surplus',
  'cards_without_title',
  'no_list',
  'filters_surplus',
  'templates_surplus',
  'sprints_surplus',
  'recurrences_surplus',
  'people_not_added',
  'people_surplus',
  'plugins',
  'relations_lost',
  'rows_broken',
  'start_after_due',
  'sprint_dates',
  'sprint_tasks_surplus',
  'sprints_as_field',
  'sprints_open_here',
  'stickers',
  'texts_cut',
  'values_invalid',
  'votes',
  'worklogs',
] as const
export type LeftOutKind = (typeof leftOutKinds)[number]
export type LeftOut = { kind: LeftOutKind; count: number; subjects: string[] }

/** Where a source puts what it reads, one thing at a time. */
export type Sink = {
  board: (board: OutsideBoard) => void
  person: (person: OutsidePerson) => void
  list: (list: OutsideList) => void
  label: (label: OutsideLabel) => void
  field: (field: OutsideField) => void
  /** Keeps the first of each id. @returns whether it is the first */
  card: (card: OutsideCard) => boolean
  checklist: (checklist: OutsideChecklist) => void
  comment: (comment: OutsideComment) => void
  move: (move: OutsideMove) => void
  start: (start: OutsideStart) => void
  link: (link: OutsideLink) => void
  relation: (relation: OutsideRelation) => void
  sprint: (sprint: OutsideSprint) => void
  planned: (planned: OutsidePlanned) => void
  estimate: (estimate: OutsideEstimate) => void
  template: (template: OutsideTemplate) => void
  filter: (filter: OutsideFilter) => void
  /** In their order. */
  entry: (entry: OutsideEntry) => void
  /** What of it will not come, and of which card or whatever else it is told. */
  leftOut: (kind: LeftOutKind, subject?: string, count?: number) => void
  column: (column: { id: string; name: string; target: CsvTarget; samples: string[] }) => void
}

/** What a reader is asked besides: of a CSV, what its columns are, and what to call the board. */
export type ReadOptions = { columns?: Record<string, CsvTarget>; fileName: string; timeZone: string }

/** Reads the file at a path into a sink. It throws `Unreadable` for a file that is none of its tool's. */
export type Reader = (path: string, sink: Sink, options: ReadOptions) => Promise<void>

/** Why a file is not read. `line` from 1; `path`: where in the JSON; `detail`: what a program said. */
export type Problem = {
  kind:
    | 'empty'
    | 'zip'
    | 'html'
    | 'encoding'
    | 'json'
    | 'deep'
    | 'long_text'
    | 'foreign'
    | 'no_cards'
    | 'csv'
    | 'csv_columns'
    | 'too_large'
    | 'too_costly'
    | 'board_gone'
    | 'not_allowed'
    | 'full'
    | 'no_room'
    | 'unexpected'
  line?: number | undefined
  path?: string | undefined
  detail?: string | undefined
}

/** Letters of a place in a file. */
const mostPath = 200

export class Unreadable extends Error {
  readonly problem: Problem
  constructor({ path, ...problem }: Problem) {
    super(problem.kind)
    // It has names of the file, of which each may have a million letters, and is kept and told with every import that is listed.
    const told = path && oneLineText(path.slice(0, mostPath))
    this.problem = { ...problem, ...(told && { path: path.length > mostPath ? `${told}…` : told }) }
  }
}
