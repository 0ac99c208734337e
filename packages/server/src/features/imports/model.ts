import type { FieldType } from '@rodada/contract/boards/fields'
import type { CsvTarget } from '@rodada/contract/boards/import-settings'
import type { Priority, WorkStatus } from '@rodada/contract/core/fields'

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
  /** What it is set to, of a board of this program. */
  settings?: { deck: string[] | null; deck_points: Record<string, number>; auto_sprint: boolean; is_template: boolean } | undefined
}
export type OutsidePerson = { id: string; name: string; email?: string | undefined }
export type OutsideList = {
  id: string
  title: string
  position: number
  archived_at?: string | undefined
  /** Absent: as its title says. */
  status?: WorkStatus | undefined
  wip_limit?: number | undefined
  wip_hard?: boolean | undefined
}
/** A colour is one of the product's names, or absent. */
export type OutsideLabel = { id: string; name: string; color?: string | undefined }
export type OutsideField = {
  id: string
  name: string
  type: FieldType
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
  /** Labels. */
  labels: string[]
  /** By the ids of fields; of a choice the id of its option, of a person theirs. */
  values: Record<string, string | number | boolean>
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
/** A sprint that lasts; of those that ended nothing comes. Both days are in it. */
export type OutsideSprint = {
  id: string
  name: string
  description: string
  starts_on: string
  ends_on: string
  status: 'planejada' | 'ativa'
  columns: { id: string; name: string; status: WorkStatus; status_chosen: boolean }[]
}
/** A card is planned into a sprint, since an instant; `place` sorts those of a column. */
export type OutsidePlanned = { id: string; card: string; sprint: string; column: string; since: string; place: string }
/** Something at an address: a link, or a file that is elsewhere. `size` in bytes. */
export type OutsideLink = {
  id: string
  card: string
  title: string
  url: string
  at?: string | undefined
  by?: string | undefined
  size?: number | undefined
}
export type OutsideRelation = { id: string; kind: 'blocks' | 'part_of' | 'duplicates' | 'relates_to'; from: string; to: string }

/** Kinds of what does not come as it was. Each has a text, `importLeft…`. */
export const leftOutKinds = [
  'archive_missing',
  'archived_board',
  'automations',
  'comments_missing',
  'comments_long',
  'covers',
  'dates_invalid',
  'fields_surplus',
  'files_as_links',
  'former_keys',
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
  'parts_of_board',
  'people_not_added',
  'people_surplus',
  'plugins',
  'relations_lost',
  'rows_broken',
  'sprints_ended',
  'start_after_due',
  'sprints_as_field',
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
  card: (card: OutsideCard) => void
  checklist: (checklist: OutsideChecklist) => void
  comment: (comment: OutsideComment) => void
  move: (move: OutsideMove) => void
  start: (start: OutsideStart) => void
  link: (link: OutsideLink) => void
  relation: (relation: OutsideRelation) => void
  sprint: (sprint: OutsideSprint) => void
  planned: (planned: OutsidePlanned) => void
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
    | 'unexpected'
  line?: number | undefined
  path?: string | undefined
  detail?: string | undefined
}

export class Unreadable extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** What a file has besides its cards: the first line of what is read of it. */
export type BundleHead = {
  board: OutsideBoard
  people: (OutsidePerson & { cards: number })[]
  lists: (OutsideList & { cards: number })[]
  labels: OutsideLabel[]
  fields: OutsideField[]
  sprints: OutsideSprint[]
  columns: { id: string; name: string; target: CsvTarget; samples: string[] }[]
  totals: {
    cards: number
    archived: number
    comments: number
    checklists: number
    attachments: number
    moves: number
    relations: number
  }
  left_out: LeftOut[]
}

/** A card with what is on it: one line each, and then further ones for what was said on it, where that is much. At the end come the relations. */
export type BundleCard = OutsideCard & {
  checklists: OutsideChecklist[]
  comments: OutsideComment[]
  moves: OutsideMove[]
  start: OutsideStart | null
  links: OutsideLink[]
  planned: OutsidePlanned | null
  /** When the last comment was written, also where it is on a line behind. */
  said_at?: string | undefined
}
/** What else was said on the card of a line before. */
export type FurtherComments = { of: string; comments: OutsideComment[] }
export type BundleLine = { card: BundleCard } | FurtherComments | { relation: OutsideRelation }
