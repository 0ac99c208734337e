import type { CsvTarget } from '@rodada/contract/boards/import-settings'
import type {
  LeftOut,
  OutsideBoard,
  OutsideCard,
  OutsideChecklist,
  OutsideComment,
  OutsideEntry,
  OutsideEstimate,
  OutsideField,
  OutsideFilter,
  OutsideLabel,
  OutsideLink,
  OutsideList,
  OutsideMove,
  OutsidePerson,
  OutsidePlanned,
  OutsideRelation,
  OutsideSprint,
  OutsideStart,
  OutsideTemplate,
} from './model.ts'

/** What a file has besides its cards: the first line of what is read of it. */
export type BundleHead = {
  board: OutsideBoard
  people: (OutsidePerson & { cards: number })[]
  lists: (OutsideList & { cards: number })[]
  labels: OutsideLabel[]
  fields: OutsideField[]
  /** `cards` is absent in what an earlier version read. */
  sprints: (OutsideSprint & { cards?: number })[]
  columns: { id: string; name: string; target: CsvTarget; samples: string[] }[]
  totals: {
    cards: number
    archived: number
    comments: number
    checklists: number
    attachments: number
    /** Absent in what a version before migration 0072 read. */
    files?: number
    moves: number
    relations: number
  }
  left_out: LeftOut[]
}

/** A card with what is on it: one line each, and then further ones for its estimates, its checklists and what was said on it, where that is much. Then come the relations. */
export type BundleCard = OutsideCard & {
  checklists: OutsideChecklist[]
  comments: OutsideComment[]
  moves: OutsideMove[]
  start: OutsideStart | null
  links: OutsideLink[]
  planned: OutsidePlanned | null
  estimates: OutsideEstimate[]
  /** More of what it was estimated at is on lines behind. */
  more_estimates?: true | undefined
  /** When the last comment was written, also where it is on a line behind. */
  said_at?: string | undefined
  /** Of the whole card, where checklists of it are on lines behind. */
  digest?: string | undefined
}
/** Further checklists of the card of a line before, with the digest of the whole card, which is known for written with the last of these lines. */
export type FurtherChecklists = { of: string; checklists: OutsideChecklist[]; digest: string; isLast: boolean }
/** What else was said on the card of a line before. */
export type FurtherComments = { of: string; comments: OutsideComment[] }
/** What else the card of a line before was estimated at: of two hundred votes each it may be thirteen megabytes. */
export type FurtherEstimates = { of: string; estimates: OutsideEstimate[] }
/** Behind the relations, of a board of this program: what else it has, and its journal. */
export type OwnLine = { template: OutsideTemplate } | { filter: OutsideFilter } | { entries: OutsideEntry[] }
export type BundleLine =
  | { card: BundleCard }
  | FurtherChecklists
  | FurtherComments
  | FurtherEstimates
  | { relation: OutsideRelation }
  | OwnLine
