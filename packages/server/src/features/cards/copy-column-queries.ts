import type { WorkStatus } from '@rodada/contract/core/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../platform/database.ts'

/** A card that is copied, and its copy. */
export type Pair = { from: number; to: number }
/** A card that is copied, and the rank of its copy. */
export type CopyPlace = { from: number; rank: string }
/**
 * What all copies of one statement share.
 * - `boardId`: the board of the cards. A card that went elsewhere or was deleted meanwhile is not copied.
 * - `named`: the title of a single copy, and its folded texts
 */
export type CopyTarget = {
  boardId: number
  board: { id: number; revision: number; key_prefix: string }
  list: { id: number; status: WorkStatus }
  userId: number
  firstNumber: number
  named?: { title: string; search_text: string }
}

type Column = Exclude<keyof Schema['cards'], 'id'>
/** Of the card itself. */
export const same = 'same'
const nothing = sql`null`
const none = sql`0`

/**
 * What a copy has in each column: the same as the card, or what is said here. The type asks for an answer for each new column. What happened to
 * the card stays with it. The counts say what `copyParts` brings.
 */
export const copyColumns = (
  { board, list, userId, named }: CopyTarget,
  { now, started }: { now: string; started: boolean },
): Record<Column, RawBuilder<unknown> | typeof same> => ({
  board_id: sql`${board.id}`,
  number: sql`place.column3`,
  list_id: sql`${list.id}`,
  title: named ? sql`${named.title}` : same,
  description: same,
  search_text: named ? sql`${named.search_text}` : same,
  priority: same,
  has_priority: same,
  shown_fields: same,
  start_date: same,
  due_date: same,
  rank: sql`place.column2`,
  status: sql`${list.status}`,
  estimate: same,
  estimated_hours: same,
  notes: same,
  // On another board the person may be none of its members.
  assignee_id: sql`(select user_id from board_members where board_id = ${board.id} and user_id = card.assignee_id)`,
  sprint_id: nothing,
  column_id: nothing,
  column_rank: nothing,
  from_sprint_id: nothing,
  comment_count: none,
  checklist_total: same,
  checklist_done: none,
  attachment_count: same,
  file_count: same,
  // The card's own until its files are copied: `copyReferences` then names the copy's.
  cover_file_id: same,
  github_state: nothing,
  version: sql`1`,
  revision: sql`${board.revision}`,
  created_by: sql`${userId}`,
  created_at: sql`${now}`,
  updated_at: sql`${now}`,
  started_at: started ? sql`${now}` : nothing,
  moved_at: sql`${now}`,
  completed_at: list.status === 'concluida' ? sql`${now}` : nothing,
  archived_at: nothing,
  deleted_at: nothing,
})
