import type { CardChange, CardSummary, ListedCard } from '@rodada/contract/cards/cards'
import type { WorkStatus } from '@rodada/contract/core/fields'
import type { GithubState } from '@rodada/contract/integrations/settings'
import { sql } from 'kysely'
import type { StoredPriority } from '../../migrations/tables/cards.ts'
import type { Db } from '../../platform/database.ts'
import { expectRows } from '../../platform/limits/costly-turns.ts'
import { slicesInTurns } from '../../platform/slices.ts'
import { listLabels } from '../boards/label-queries.ts'
import { listLeft } from './key-queries.ts'
import { listParticipantsOf } from './participants/queries.ts'
import { descriptionExcerpt, descriptionStart, keyOf, movedAt, priorityOf, shownFields } from './queries.ts'
import { listMarks, noMarks } from './relations/mark-queries.ts'

const summaries = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.list_id',
      'cards.title',
      'cards.priority',
      'cards.has_priority',
      'cards.start_date',
      'cards.due_date',
      'cards.rank',
      'cards.status',
      'cards.moved_at',
      'cards.estimate',
      'cards.comment_count',
      'cards.checklist_total',
      'cards.checklist_done',
      'cards.attachment_count',
      'cards.file_count',
      'cards.cover_file_id',
      'cards.github_state',
      'cards.shown_fields',
      'cards.assignee_id',
      'users.name',
      'users.avatar_url',
    ])
    // Its bytes are counted without being read: a description may have 20,000 letters.
    .select(sql<unknown>`octet_length(cards.description) > 0`.as('has_description'))

type Summary = {
  id: number
  number: number
  key_prefix: string
  list_id: number
  title: string
  priority: StoredPriority
  has_priority: number
  start_date: string | null
  due_date: string | null
  rank: string
  status: WorkStatus
  moved_at: string | null
  estimate: number | null
  comment_count: number
  checklist_total: number
  checklist_done: number
  attachment_count: number
  file_count: number
  cover_file_id: number | null
  github_state: GithubState | null
  shown_fields: string | null
  assignee_id: number | null
  name: string | null
  avatar_url: string | null
  has_description: unknown
}

/** Cards that are looked at together, before everybody else has a turn. */
const cardsAtOnce = 1000

/**
 * The cards of some ids in their order, as far as they are still there, with what hangs on them in other tables. A board may have 20,000 cards
 * with 100 labels each, and reading those two million pairs at once would stop the process for seconds. One that changes meanwhile is as it
 * was or as it is, and told once more with what changed since.
 */
async function whole(db: Db, boardId: number, ids: readonly number[]): Promise<CardChange[]> {
  await expectRows(ids.length)
  const cards: CardChange[] = []
  for await (const some of slicesInTurns(ids, cardsAtOnce)) {
    const found = await summaries(db)
      .where('cards.id', 'in', some)
      .where('cards.board_id', '=', boardId)
      .where('cards.archived_at', 'is', null)
      .where('cards.deleted_at', 'is', null)
      .execute()
    const rows = new Map(found.map((row) => [row.id, row]))
    const inOrder = some.flatMap((id) => rows.get(id) ?? [])
    for (const card of await wholePiece(db, boardId, inOrder)) cards.push(card)
  }
  return cards
}

/** One query for each of the other tables. */
async function wholePiece(db: Db, boardId: number, rows: readonly Summary[]): Promise<CardChange[]> {
  const only = rows.map(({ id }) => id)
  const labels = new Map<number, number[]>()
  const pairs = await db
    .selectFrom('card_labels')
    .innerJoin('labels', 'labels.id', 'card_labels.label_id')
    .select(['card_labels.card_id', 'card_labels.label_id'])
    .where('labels.board_id', '=', boardId)
    .where('card_labels.card_id', 'in', only)
    .orderBy('card_labels.label_id')
    .execute()
  for (const { card_id, label_id } of pairs) {
    const of = labels.get(card_id)
    if (of) of.push(label_id)
    else labels.set(card_id, [label_id])
  }
  const participants = await listParticipantsOf(db, { boardId, only })
  const marks = await listMarks(db, only)
  // Field by field: copying a board of 5,000 cards with `...` takes longer than reading them.
  return rows.map((row) => ({
    id: row.id,
    key: keyOf(row),
    list_id: row.list_id,
    title: row.title,
    priority: priorityOf(row),
    start_date: row.start_date,
    due_date: row.due_date,
    rank: row.rank,
    status: row.status,
    moved_at: movedAt(row),
    estimate: row.estimate,
    label_ids: labels.get(row.id) ?? [],
    assigned_user: row.assignee_id === null ? null : { id: row.assignee_id, name: row.name ?? '', avatar_url: row.avatar_url },
    participant_ids: participants.get(row.id) ?? [],
    // 0 and 1 on SQLite, false and true on PostgreSQL.
    has_description: Boolean(row.has_description),
    comment_count: row.comment_count,
    checklist_total: row.checklist_total,
    checklist_done: row.checklist_done,
    attachment_count: row.attachment_count,
    file_count: row.file_count,
    cover_file_id: row.cover_file_id,
    blocked: (marks.get(row.id) ?? noMarks).blocked,
    subcards_total: (marks.get(row.id) ?? noMarks).subcards_total,
    subcards_done: (marks.get(row.id) ?? noMarks).subcards_done,
    recurs: (marks.get(row.id) ?? noMarks).recurs,
    github_state: row.github_state,
    fields: shownFields(row.shown_fields),
  }))
}

/** Cards in the order of their lists, each with the index that follows from it. */
function withPositions(cards: readonly CardChange[]): CardSummary[] {
  const next = new Map<number, number>()
  return cards.map((card) => {
    const position = next.get(card.list_id) ?? 0
    next.set(card.list_id, position + 1)
    return Object.assign(card, { position })
  })
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** The cards that a board shows, by list and rank. */
export async function listBoardCards(db: Db, boardId: number): Promise<CardSummary[]> {
  const rows = await db
    .selectFrom('cards')
    .select('cards.id')
    // By the lists instead of the board, which gives the same rows: the index of shown cards then has them in order, and nothing is sorted.
    .where('cards.list_id', 'in', (eb) => eb.selectFrom('lists').select('lists.id').where('lists.board_id', '=', boardId))
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.list_id')
    .orderBy('cards.rank')
    .execute()
  return withPositions(await whole(db, boardId, idsOf(rows)))
}

/** The cards that a list shows, by rank, with the beginnings of their descriptions and the labels themselves. */
export async function listCardsOfList(db: Db, boardId: number, listId: number): Promise<ListedCard[]> {
  const rows = await db
    .selectFrom('cards')
    .select(['cards.id', descriptionStart])
    .where('cards.board_id', '=', boardId)
    .where('cards.list_id', '=', listId)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.rank')
    .execute()
  const descriptions = new Map(rows.map(({ id, description }) => [id, description]))
  const labels = await listLabels(db, boardId)
  return withPositions(await whole(db, boardId, idsOf(rows))).map((card) => ({
    ...card,
    board_id: boardId,
    description: descriptionExcerpt(descriptions.get(card.id) ?? ''),
    labels: labels.filter(({ id }) => card.label_ids.includes(id)),
  }))
}

/** Of the cards that changed since a revision, those that the board shows, and the ids of those it no longer shows. */
export async function listChangedCards(db: Db, boardId: number, since: number): Promise<{ cards: CardChange[]; removed: number[] }> {
  const rows = await db
    .selectFrom('cards')
    .select(['cards.id', 'cards.archived_at', 'cards.deleted_at'])
    .where('cards.board_id', '=', boardId)
    .where('cards.revision', '>', since)
    .execute()
  const left = await listLeft(db, boardId, since)
  const [shown, hidden] = [true, false].map((is) => rows.filter((row) => (row.archived_at === null && row.deleted_at === null) === is))
  return { cards: await whole(db, boardId, idsOf(shown ?? [])), removed: [...left, ...idsOf(hidden ?? [])] }
}

/**
 * Archived cards of a board, the last archived first; `before` and `before_id` are the instant and the id of the last card of the page
 * before, because several cards may have one instant.
 */
export const listArchivedCards = (
  db: Db,
  boardId: number,
  { before, before_id, limit }: { before?: string; before_id?: number; limit: number },
) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .innerJoin('boards', 'boards.id', 'cards.board_id')
    .select([
      'cards.id',
      'cards.number',
      'boards.key_prefix',
      'cards.list_id',
      'lists.title as list_title',
      'cards.title',
      'cards.archived_at',
    ])
    .where('cards.board_id', '=', boardId)
    .where('cards.archived_at', 'is not', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('cards.archived_at', '<', before ?? ''),
          eb.and([eb('cards.archived_at', '=', before ?? ''), eb('cards.id', '<', before_id ?? 0)]),
        ]),
      ),
    )
    .orderBy('cards.archived_at', 'desc')
    .orderBy('cards.id', 'desc')
    .limit(limit)
    .execute()
