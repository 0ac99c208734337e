import { z } from 'zod'
import { CardChange, CardSummary } from '../cards/cards.ts'
import { BoardRole, Instant, PersonSummary, WorkStatus } from '../core/fields.ts'
import { BoardField } from './fields.ts'

/** What this viewer may do on a board, decided by the server. */
export const BoardCan = z.object({ write: z.boolean(), administer: z.boolean() })
export type BoardCan = z.infer<typeof BoardCan>

/** `version` counts the changes of the name; every reply carries it, and only what a page shows ahead of one has none. */
export const Label = z.object({ id: z.int(), name: z.string(), color: z.string(), version: z.int().optional() })
export type Label = z.infer<typeof Label>

/** A board in a list of boards. `role` is the viewer's: guest for those who only read a public one. */
export const BoardSummary = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  is_public: z.boolean(),
  color: z.string(),
  /** What the keys of its cards begin with: 2 to 6 capital letters. */
  key_prefix: z.string(),
  user_id: z.int(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  member_count: z.int(),
  card_count: z.int(),
  role: BoardRole,
  can: BoardCan,
  /** What rooms and estimations of this board start with; null for the person's own choice. */
  deck: z.array(z.string()).nullable(),
  /** What sizes are worth here, in points by their face. */
  deck_points: z.record(z.string(), z.number()),
  /** Who sees it may make boards from it. */
  is_template: z.boolean(),
  /** The next sprint is made when the last open one ends. */
  auto_sprint: z.boolean(),
})
export type BoardSummary = z.infer<typeof BoardSummary>

export const BoardMember = z.object({
  id: z.int(),
  board_id: z.int(),
  user_id: z.int(),
  role: BoardRole,
  joined_at: Instant,
  user: PersonSummary,
})
export type BoardMember = z.infer<typeof BoardMember>

/** `rank` orders the lists of a board, compared as plain text; `position` is the index that follows from it. */
export const List = z.object({
  id: z.int(),
  board_id: z.int(),
  title: z.string(),
  position: z.int(),
  rank: z.string(),
  status: WorkStatus,
  /** How many cards it is to hold at most; `wip_hard`: it takes no more, else it only says so. */
  wip_limit: z.int().nullable(),
  wip_hard: z.boolean(),
  version: z.int(),
})
export type List = z.infer<typeof List>

export const ListWithCards = List.extend({ cards: z.array(CardSummary) })

/**
 * What everybody who sees the board sees besides its cards. `revision` counts every change of anything on the board. How many
 * cards there are is not in it: a page that shows the board has them.
 */
const boardFrame = {
  ...BoardSummary.omit({ card_count: true }).shape,
  revision: z.int(),
  labels: z.array(Label),
  /** In their order. */
  fields: z.array(BoardField),
  members: z.array(BoardMember),
  /** Whether the viewer is told of what others do on its cards. */
  watching: z.boolean(),
}

export const Board = z.object({ ...boardFrame, lists: z.array(ListWithCards) })
export type Board = z.infer<typeof Board>

/** What changed since a revision: the frame and all lists as they are, and of the cards only the changed and the gone. */
export const BoardChanges = z.object({ ...boardFrame, lists: z.array(List), cards: z.array(CardChange), removed: z.array(z.int()) })
export type BoardChanges = z.infer<typeof BoardChanges>
