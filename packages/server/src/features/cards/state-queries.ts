import { sql } from 'kysely'
import type { Db, Schema } from '../../platform/database.ts'
import type { CardState } from './events.ts'
import { onLists } from './queries.ts'

/** Whether a column is read of a card that is one of very many: not its long texts. The type asks for an answer for each new column. */
const ofState: Record<keyof Schema['cards'], boolean> = {
  id: true,
  board_id: true,
  number: true,
  list_id: true,
  title: true,
  priority: true,
  has_priority: true,
  start_date: true,
  due_date: true,
  rank: true,
  status: true,
  estimate: true,
  estimated_hours: true,
  assignee_id: true,
  sprint_id: true,
  column_id: true,
  column_rank: true,
  from_sprint_id: true,
  comment_count: true,
  checklist_total: true,
  checklist_done: true,
  attachment_count: true,
  file_count: true,
  cover_file_id: true,
  github_state: true,
  shown_fields: true,
  version: true,
  revision: true,
  created_by: true,
  created_at: true,
  updated_at: true,
  started_at: true,
  completed_at: true,
  moved_at: true,
  archived_at: true,
  deleted_at: true,
  description: false,
  notes: false,
  search_text: false,
}
const stateColumns = Object.entries(ofState).flatMap(([column, isRead]) => (isRead ? [sql.ref(`cards.${column}`).as(column)] : []))

/** As `cardRows`, without the long texts. */
const cardStates = (db: Db) => onLists(db).select(stateColumns).$castTo<CardState>()

/** The cards of a list, or those of a person on a board, without their long texts; hidden ones too, unless `only` says otherwise. */
export const listCardsOf = (
  db: Db,
  of: { listId: number; only?: 'shown' } | { boardId: number; assigneeId: number },
): Promise<CardState[]> =>
  cardStates(db)
    .$if('listId' in of, (query) => query.where('cards.list_id', '=', 'listId' in of ? of.listId : 0))
    .$if('listId' in of && of.only === 'shown', (query) =>
      query.where('cards.archived_at', 'is', null).where('cards.deleted_at', 'is', null),
    )
    .$if('boardId' in of, (query) =>
      'boardId' in of ? query.where('cards.board_id', '=', of.boardId).where('cards.assignee_id', '=', of.assigneeId) : query,
    )
    .orderBy('cards.id')
    .execute()
