import type { CardHit } from '@rodada/contract/cards/cards'
import { parseKey } from '@rodada/contract/cards/keys'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { sql } from 'kysely'
import type { StoredPriority } from '../../../migrations/tables/cards.ts'
import type { Db } from '../../../platform/database.ts'
import { likeAnywhere } from '../../../platform/normalize.ts'
import type { Actor } from '../../auth/queries.ts'
import { visibleBoardIds } from '../../boards/queries.ts'
import { isOwnTask, isShown } from '../count-queries.ts'
import { hasKey } from '../key-queries.ts'
import { listParticipantsOf } from '../participants/queries.ts'
import { keyOf, priorityOf } from '../queries.ts'

/** The cards to search. */
export const allCards = (db: Db) => db.selectFrom('cards').selectAll()

/** Cards on the boards that this person sees, without archived and deleted ones. */
const visibleCards = (db: Db, viewer: Actor, among = allCards(db)) =>
  db
    .selectFrom(among.as('cards'))
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .where('cards.board_id', 'in', visibleBoardIds(db, viewer))
    .where(isShown)

/** Whether the text of a card contains another, accents and case folded. */
export const hasText = (text: string) => sql<boolean>`cards.search_text like ${likeAnywhere(text)} escape '\\'`

/** As `hasText`, and a text that is a key finds its card, too. */
function hasTextOrKey(text: string) {
  const key = parseKey(text)
  return key ? sql<boolean>`(${hasText(text)} or ${hasKey(key)})` : hasText(text)
}

/** What lists of cards from many boards show; `hitsOf` gives it its shape. */
export const hits = (db: Db, viewer: Actor, among = allCards(db)) =>
  visibleCards(db, viewer, among)
    .leftJoin('sprints', 'sprints.id', 'cards.sprint_id')
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.title',
      'cards.board_id',
      'boards.title as board_title',
      'boards.color as board_color',
      'cards.list_id',
      'lists.title as list_title',
      'cards.priority',
      'cards.has_priority',
      'cards.due_date',
      'cards.status',
      'cards.estimate',
      'cards.updated_at',
      'cards.sprint_id',
      'sprints.name as sprint_name',
      'sprints.ends_on as sprint_ends_on',
      'sprints.ended_at as sprint_ended_at',
      'cards.assignee_id',
      'users.name',
      'users.avatar_url',
    ])

type Row = Omit<CardHit, 'assigned_user' | 'participant_ids' | 'sprint' | 'key' | 'priority'> & {
  priority: StoredPriority
  has_priority: number
  number: number
  key_prefix: string
  assignee_id: number | null
  name: string | null
  avatar_url: string | null
  sprint_id: number | null
  sprint_name: string | null
  sprint_ends_on: string | null
  sprint_ended_at: string | null
}
const hitOf = (
  {
    number,
    key_prefix,
    priority,
    has_priority,
    assignee_id,
    name,
    avatar_url,
    sprint_id,
    sprint_name,
    sprint_ends_on,
    sprint_ended_at,
    ...row
  }: Row,
  participants: ReadonlyMap<number, number[]>,
): CardHit => ({
  ...row,
  key: keyOf({ number, key_prefix }),
  priority: priorityOf({ priority, has_priority }),
  sprint:
    sprint_id === null ? null : { id: sprint_id, nome: sprint_name ?? '', data_fim: sprint_ends_on ?? '', ended: sprint_ended_at !== null },
  assigned_user: assignee_id === null ? null : { id: assignee_id, name: name ?? '', avatar_url },
  participant_ids: participants.get(row.id) ?? [],
})

/** Cards as lists from many boards show them. */
export async function hitsOf(db: Db, rows: readonly Row[]): Promise<CardHit[]> {
  const participants = await listParticipantsOf(db, { cardIds: rows.map(({ id }) => id) })
  return rows.map((row) => hitOf(row, participants))
}

export type Page = { limit: number; offset: number }
/** Which of a person's cards: by their status, or those due before today. */
export type OwnFilter = 'completed' | 'in_progress' | 'pending' | 'overdue'
/** Neither done nor cancelled. */
export const openStatuses: WorkStatus[] = ['pendente', 'em_andamento', 'impedimento']
const statusesOf: Record<OwnFilter, WorkStatus[]> = {
  completed: ['concluida'],
  in_progress: ['em_andamento'],
  pending: ['pendente', 'impedimento'],
  overdue: openStatuses,
}

/** Cards that are the person's, the nearest due date first, undated ones last. `today` is 'YYYY-MM-DD' where they are. */
export async function listOwnCards(
  db: Db,
  viewer: Actor,
  { status, q, today, limit, offset }: Page & { status?: OwnFilter; q?: string; today: string },
): Promise<CardHit[]> {
  const rows = await hits(db, viewer)
    .where(isOwnTask(db, viewer))
    .$if(status !== undefined, (query) => query.where('cards.status', 'in', statusesOf[status ?? 'pending']))
    .$if(Boolean(q), (query) => query.where(hasTextOrKey(q ?? '')))
    .$if(status === 'overdue', (query) => query.where('cards.due_date', '<', today))
    // The databases sort nulls at opposite ends.
    .orderBy((eb) => eb.fn.coalesce('cards.due_date', eb.val('9999-12-31')))
    .orderBy('cards.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return hitsOf(db, rows)
}

/** What the numbers of a person's dashboard are counted from: their cards that are not cancelled. */
export const listOwnStates = (
  db: Db,
  viewer: Actor,
): Promise<{ status: WorkStatus; due_date: string | null; completed_at: string | null }[]> =>
  visibleCards(db, viewer).select(['cards.status', 'cards.due_date', 'cards.completed_at']).where(isOwnTask(db, viewer)).execute()
