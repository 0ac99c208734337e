import type { BoardExportHead, ExportedComment, ExportedEntry, ExportedEstimate } from '@rodada/contract/boards/export'
import { activityKinds } from '@rodada/contract/boards/settings'
import type { Db } from '../../platform/database.ts'

/** The last number that a card of a board got. */
export async function lastNumberOf(db: Db, boardId: number): Promise<number> {
  const row = await db.selectFrom('boards').select('card_counter').where('id', '=', boardId).executeTakeFirst()
  return row?.card_counter ?? 0
}

/** All lists of a board but deleted ones, in their order. */
export async function listAllLists(db: Db, boardId: number): Promise<BoardExportHead['lists']> {
  const rows = await db
    .selectFrom('lists')
    .select(['id', 'title', 'rank', 'status', 'status_chosen', 'wip_limit', 'wip_hard', 'created_at', 'archived_at'])
    .where('board_id', '=', boardId)
    .where('deleted_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.map(({ wip_hard, status_chosen, ...list }) => ({ ...list, wip_hard: wip_hard === 1, status_chosen: status_chosen === 1 }))
}

type Column = BoardExportHead['sprints'][number]['columns'][number]

/** The columns of all sprints of a board by the ids of those, in their order. */
export async function listAllColumns(db: Db, boardId: number): Promise<ReadonlyMap<number, Column[]>> {
  const rows = await db
    .selectFrom('sprint_columns')
    .innerJoin('sprints', 'sprints.id', 'sprint_columns.sprint_id')
    .select(['sprint_id', 'sprint_columns.id', 'sprint_columns.name', 'rank', 'sprint_columns.status', 'status_chosen'])
    .where('board_id', '=', boardId)
    .orderBy('sprint_id')
    .orderBy('rank')
    .execute()
  const columns = new Map<number, Column[]>()
  for (const { sprint_id, name, status_chosen, ...column } of rows) {
    const of = columns.get(sprint_id) ?? []
    of.push({ ...column, nome: name, status_chosen: status_chosen === 1 })
    columns.set(sprint_id, of)
  }
  return columns
}

/** Where the journal ends for the sprints of a board, by their ids. */
export async function listJournalEnds(db: Db, boardId: number): Promise<ReadonlyMap<number, number | null>> {
  const rows = await db.selectFrom('sprints').select(['id', 'journal_end']).where('board_id', '=', boardId).execute()
  return new Map(rows.map(({ id, journal_end }) => [id, journal_end]))
}

/** Where a page of comments begins: behind this one. */
export type Behind = { card_id: number; id: number }

/** Comments of cards by card, the oldest of each first; none of a card that left the board meanwhile. */
export const listCommentsBehind = (
  db: Db,
  { boardId, cardIds, behind, limit }: { boardId: number; cardIds: readonly number[]; behind: Behind; limit: number },
): Promise<(ExportedComment & { card_id: number })[]> =>
  db
    .selectFrom('comments')
    .innerJoin('cards', 'cards.id', 'comments.card_id')
    .select(['comments.id', 'card_id', 'user_id', 'content', 'comments.created_at', 'edited_at', 'author_name'])
    .where('card_id', 'in', cardIds)
    .where('cards.board_id', '=', boardId)
    .where((eb) =>
      eb.or([eb('card_id', '>', behind.card_id), eb.and([eb('card_id', '=', behind.card_id), eb('comments.id', '>', behind.id)])]),
    )
    .orderBy('card_id')
    .orderBy('comments.id')
    .limit(limit)
    .execute()

/** Of some cards those for which estimates were saved. */
export async function listEstimated(db: Db, cardIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (cardIds.length === 0) return new Set()
  const rows = await db.selectFrom('card_estimates').select('card_id').distinct().where('card_id', 'in', cardIds).execute()
  return new Set(rows.map(({ card_id }) => card_id))
}

/** Estimates of a card, the oldest first; none of one that left the board meanwhile. Only revealed votes are stored there. */
export async function listEstimatesBehind(
  db: Db,
  { boardId, cardId, behind, limit }: { boardId: number; cardId: number; behind: number; limit: number },
): Promise<ExportedEstimate[]> {
  const rows = await db
    .selectFrom('card_estimates')
    .innerJoin('cards', 'cards.id', 'card_estimates.card_id')
    .select(['card_estimates.id', 'card_estimates.estimate', 'average', 'votes', 'room_name', 'user_id', 'card_estimates.created_at'])
    .where('card_id', '=', cardId)
    .where('cards.board_id', '=', boardId)
    .where('card_estimates.id', '>', behind)
    .orderBy('card_estimates.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, votes: JSON.parse(row.votes) as ExportedEstimate['votes'] }))
}

/** The last entry of a board's journal, 0 when it has none. */
export async function lastEntryOf(db: Db, boardId: number): Promise<number> {
  const { last } = await db
    .selectFrom('activities')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .where('board_id', '=', boardId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** A page of a board's journal, the oldest first. Entries of kinds that only a newer version knows are left out. */
export async function listEntriesBehind(
  db: Db,
  boardId: number,
  { behind, last, limit }: { behind: number; last: number; limit: number },
): Promise<ExportedEntry[]> {
  const rows = await db
    .selectFrom('activities')
    .selectAll()
    .where('board_id', '=', boardId)
    .where('id', '>', behind)
    .where('id', '<=', last)
    .where('kind', 'in', [...activityKinds, 'card.state'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const before = {
      list_id: row.from_list_id,
      column_id: row.from_column_id,
      sprint_id: row.from_sprint_id,
      status: row.from_status,
      estimate: row.from_estimate,
      assigned_to: row.from_assignee_id,
    }
    const after = {
      list_id: row.list_id,
      column_id: row.column_id,
      sprint_id: row.sprint_id,
      status: row.status,
      estimate: row.estimate,
      assigned_to: row.assignee_id,
      estimated_hours: row.estimated_hours,
      shown: row.shown === 1,
    }
    return {
      id: row.id,
      kind: row.kind,
      user_id: row.user_id,
      by_program: row.token_id !== null,
      card_id: row.of_card_id ?? row.card_id,
      subject: row.subject,
      details: JSON.parse(row.details) as ExportedEntry['details'],
      after: row.of_card_id === null ? null : after,
      before: Object.values(before).every((value) => value === null) ? null : before,
      replaced: row.replaced === 1,
      created_at: row.created_at,
    }
  })
}
