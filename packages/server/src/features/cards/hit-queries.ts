import type { CardHit } from '@rodada/contract/cards'
import type { Priority, WorkStatus } from '@rodada/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../migrations/schema.ts'
import { likeAnywhere } from '../../platform/folded.ts'
import { type Asker, visibleBoardIds } from '../boards/queries.ts'

/** Cards on the boards that this person sees, without archived and deleted ones. */
const visibleCards = (db: Db, viewer: Asker) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.archived_at', 'is', null)
    .where('lists.deleted_at', 'is', null)

const hits = (db: Db, viewer: Asker) =>
  visibleCards(db, viewer).select([
    'cards.id',
    'cards.title',
    'cards.board_id',
    'boards.title as board_title',
    'boards.color as board_color',
    'cards.list_id',
    'lists.title as list_title',
    'cards.priority',
    'cards.due_date',
    'cards.status',
    'cards.estimate',
    'cards.updated_at',
    'cards.assignee_id',
    'users.name',
    'users.avatar_url',
  ])

type Row = Omit<CardHit, 'assigned_user'> & { assignee_id: number | null; name: string | null; avatar_url: string | null }
const shaped = ({ assignee_id, name, avatar_url, ...row }: Row): CardHit => ({
  ...row,
  assigned_user: assignee_id === null ? null : { id: assignee_id, name: name ?? '', avatar_url },
})

type Page = { limit: number; offset: number }
export type CardSearch = Page & {
  q?: string
  board_id?: number
  priority?: Priority
  status?: WorkStatus
  assigned_to?: number
  late?: boolean
}

/** Cards by text and filters, the latest changed first. `today` is 'YYYY-MM-DD' where the person is. */
export async function searchCards(db: Db, viewer: Asker, search: CardSearch & { today: string }): Promise<CardHit[]> {
  const rows = await hits(db, viewer)
    .$if(Boolean(search.q), (query) => query.where(sql<boolean>`cards.search_text like ${likeAnywhere(search.q ?? '')} escape '\\'`))
    .$if(search.board_id !== undefined, (query) => query.where('cards.board_id', '=', search.board_id ?? 0))
    .$if(search.priority !== undefined, (query) => query.where('cards.priority', '=', search.priority ?? 'low'))
    .$if(search.status !== undefined, (query) => query.where('cards.status', '=', search.status ?? 'pendente'))
    .$if(search.assigned_to !== undefined, (query) => query.where('cards.assignee_id', '=', search.assigned_to ?? 0))
    .$if(search.late === true, (query) => query.where('cards.status', 'in', statusesOf.overdue).where('cards.due_date', '<', search.today))
    .orderBy('cards.updated_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(search.limit)
    .offset(search.offset)
    .execute()
  return rows.map(shaped)
}

/** Which of a person's cards: by how far they are, or what should have been done before today. */
export type OwnFilter = 'completed' | 'in_progress' | 'pending' | 'overdue'
const statusesOf: Record<OwnFilter, WorkStatus[]> = {
  completed: ['concluida'],
  in_progress: ['em_andamento'],
  pending: ['pendente', 'impedimento'],
  overdue: ['pendente', 'em_andamento', 'impedimento'],
}

/** Cards assigned to the person, the nearest due date first, undated ones last. `today` is 'YYYY-MM-DD' where they are. */
export async function listOwnCards(
  db: Db,
  viewer: Asker,
  { status, today, limit, offset }: Page & { status?: OwnFilter; today: string },
): Promise<CardHit[]> {
  const statuses = status ? statusesOf[status] : Object.values(statusesOf).flat()
  const rows = await hits(db, viewer)
    .where('cards.assignee_id', '=', viewer.userId)
    .where('cards.status', 'in', statuses)
    .$if(status === 'overdue', (query) => query.where('cards.due_date', '<', today))
    // The databases sort nulls at opposite ends.
    .orderBy((eb) => eb.fn.coalesce('cards.due_date', eb.val('9999-12-31')))
    .orderBy('cards.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(shaped)
}

/** What the numbers of a person's dashboard are counted from: their cards that are not cancelled. */
export const listOwnStates = (
  db: Db,
  viewer: Asker,
): Promise<{ status: WorkStatus; due_date: string | null; completed_at: string | null }[]> =>
  visibleCards(db, viewer)
    .select(['cards.status', 'cards.due_date', 'cards.completed_at'])
    .where('cards.assignee_id', '=', viewer.userId)
    .where('cards.status', '!=', 'cancelada')
    .execute()
