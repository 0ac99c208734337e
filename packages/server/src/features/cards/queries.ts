import type { CardChange, CardSummary, ListedCard } from '@rodada/contract/cards'
import type { BoardRole, PersonSummary, Priority, WorkStatus } from '@rodada/contract/fields'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { folded } from '../../platform/folded.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import { listLabels } from '../boards/label-queries.ts'
import { type Asker, type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'
import { isForJournal, recordCard, recordLeaving } from '../sprints/journal-queries.ts'

export type CardRow = Selectable<Schema['cards']>
/** A card by the lists and board of its path; what the path does not name is not checked. */
export type CardPath = { cardId: number; listId?: number; boardId?: number }
/** A card with the role that the viewer has on its board. */
export type SeenCard = CardRow & { role: BoardRole }

const cardAt = (db: Db, { cardId, listId, boardId }: CardPath) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .selectAll('cards')
    .where('cards.id', '=', cardId)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .$if(listId !== undefined, (query) => query.where('cards.list_id', '=', listId ?? 0))
    .$if(boardId !== undefined, (query) => query.where('cards.board_id', '=', boardId ?? 0))

/** The card as this person sees it. @throws AppError 404 when it is absent, on a board they cannot see, or not at this path. */
export async function getCardFor(db: Db, viewer: Asker, path: CardPath): Promise<SeenCard> {
  const card = await cardAt(db, path).executeTakeFirstOrThrow(notFound)
  const { role } = await getBoardAccess(db, viewer, card.board_id)
  return { ...card, role }
}

/**
 * Begins a change of a card: holds its board (see `changeBoard`) and reads the card as it is from then on.
 * @throws AppError 404 as `getCardFor`, 403 when the person may not write on the board.
 */
export async function changeCard(
  trx: Db,
  viewer: Asker,
  path: CardPath,
  may?: (role: BoardRole) => boolean,
): Promise<{ card: CardRow; board: BoardRow }> {
  const { board_id } = await cardAt(trx, path).executeTakeFirstOrThrow(notFound)
  const board = await changeBoard(trx, viewer, board_id, may)
  const card = await cardAt(trx, path).executeTakeFirstOrThrow(notFound)
  return { card, board }
}

/** As `changeCard`, for a card that may be deleted, since it is to be brought back. */
export async function changeHiddenCard(trx: Db, viewer: Asker, cardId: number): Promise<{ card: CardRow; board: BoardRow }> {
  const find = () => trx.selectFrom('cards').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow(notFound)
  const { board_id } = await find()
  const board = await changeBoard(trx, viewer, board_id)
  return { card: await find(), board }
}

export type NewCard = {
  title: string
  description: string
  due_date: string | null
  priority: Priority
  rank: string
  status: WorkStatus
  created_by: number
} & Partial<Pick<CardRow, 'estimate' | 'estimated_hours' | 'notes' | 'assignee_id' | 'sprint_id' | 'column_id' | 'column_rank'>>

/** Adds a card at a rank of a list. @throws AppError 409 when the board is full. */
export async function addCard(trx: Db, board: BoardRow, listId: number, card: NewCard): Promise<CardRow> {
  await requireRoomForCards(trx, board)
  const now = instant()
  const added = await trx
    .insertInto('cards')
    .values({
      notes: '',
      ...card,
      board_id: board.id,
      list_id: listId,
      search_text: folded(card.title, card.description),
      comment_count: 0,
      checklist_total: 0,
      checklist_done: 0,
      version: 1,
      revision: board.revision,
      created_at: now,
      updated_at: now,
      completed_at: card.status === 'concluida' ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (added.sprint_id !== null) await recordCard(trx, added.id)
  return added
}

export type CardUpdate = Partial<
  Pick<
    CardRow,
    | 'title'
    | 'description'
    | 'notes'
    | 'due_date'
    | 'priority'
    | 'estimate'
    | 'estimated_hours'
    | 'assignee_id'
    | 'archived_at'
    | 'deleted_at'
    | 'list_id'
    | 'rank'
    | 'status'
    | 'sprint_id'
    | 'column_id'
    | 'column_rank'
    | 'from_sprint_id'
  >
>

/**
 * Writes fields of a card, its places among them, in one row: new texts count its version, a new status says when it was
 * completed, and what counts in a sprint goes into the sprint's journal.
 */
export async function updateCard(trx: Db, board: BoardRow, card: CardRow, change: CardUpdate): Promise<void> {
  const newTexts = change.title !== undefined || change.description !== undefined || change.notes !== undefined
  const now = instant()
  if (change.sprint_id !== undefined && change.sprint_id !== card.sprint_id) await recordLeaving(trx, [card.id])
  await trx
    .updateTable('cards')
    .set({
      ...change,
      ...(newTexts && {
        search_text: folded(change.title ?? card.title, change.description ?? card.description),
        version: card.version + 1,
      }),
      ...(change.status && { completed_at: change.status === 'concluida' ? (card.completed_at ?? now) : null }),
      revision: board.revision,
      updated_at: now,
    })
    .where('id', '=', card.id)
    .execute()
  if (isForJournal(card, change)) await recordCard(trx, card.id)
}

/** Says that something on the card changed, and counts its comments and checklist items anew. */
export async function touchCard(trx: Db, board: BoardRow, cardId: number): Promise<void> {
  const items = (db: Db) =>
    db
      .selectFrom('checklist_items')
      .innerJoin('checklists', 'checklists.id', 'checklist_items.checklist_id')
      .where('checklists.card_id', '=', cardId)
      .select((eb) => eb.fn.countAll<number>().as('n'))
  const { n: comments } = await trx
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  const { n: total } = await items(trx).executeTakeFirstOrThrow()
  const { n: done } = await items(trx).where('completed_at', 'is not', null).executeTakeFirstOrThrow()
  await trx
    .updateTable('cards')
    .set({ comment_count: comments, checklist_total: total, checklist_done: done, revision: board.revision, updated_at: instant() })
    .where('id', '=', cardId)
    .execute()
}

const summaries = (db: Db, boardId: number) =>
  db
    .selectFrom('cards')
    .leftJoin('users', 'users.id', 'cards.assignee_id')
    .select([
      'cards.id',
      'cards.list_id',
      'cards.title',
      'cards.priority',
      'cards.due_date',
      'cards.rank',
      'cards.status',
      'cards.estimate',
      'cards.comment_count',
      'cards.checklist_total',
      'cards.checklist_done',
      'cards.assignee_id',
      'users.name',
      'users.avatar_url',
    ])
    .select((eb) => eb('cards.description', '!=', '').as('has_description'))
    .where('cards.board_id', '=', boardId)

type Summary = {
  id: number
  list_id: number
  title: string
  priority: Priority
  due_date: string | null
  rank: string
  status: WorkStatus
  estimate: number | null
  comment_count: number
  checklist_total: number
  checklist_done: number
  assignee_id: number | null
  name: string | null
  avatar_url: string | null
  has_description: unknown
}

async function withLabels(db: Db, boardId: number, rows: readonly Summary[], only?: readonly number[]): Promise<CardChange[]> {
  const labels = new Map<number, number[]>()
  const pairs = await db
    .selectFrom('card_labels')
    .innerJoin('labels', 'labels.id', 'card_labels.label_id')
    .select(['card_labels.card_id', 'card_labels.label_id'])
    .where('labels.board_id', '=', boardId)
    .$if(only !== undefined, (query) => query.where('card_labels.card_id', 'in', only ?? [0]))
    .orderBy('card_labels.label_id')
    .execute()
  for (const { card_id, label_id } of pairs) {
    const of = labels.get(card_id)
    if (of) of.push(label_id)
    else labels.set(card_id, [label_id])
  }
  // Field by field: of a board of 5,000 cards, copying with `...` takes longer than reading them.
  return rows.map((row) => ({
    id: row.id,
    list_id: row.list_id,
    title: row.title,
    priority: row.priority,
    due_date: row.due_date,
    rank: row.rank,
    status: row.status,
    estimate: row.estimate,
    label_ids: labels.get(row.id) ?? [],
    assigned_user: row.assignee_id === null ? null : { id: row.assignee_id, name: row.name ?? '', avatar_url: row.avatar_url },
    // 0 and 1 on SQLite, false and true on PostgreSQL.
    has_description: Boolean(row.has_description),
    comment_count: row.comment_count,
    checklist_total: row.checklist_total,
    checklist_done: row.checklist_done,
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

/** The cards that a board shows, by list and rank. */
export async function listBoardCards(db: Db, boardId: number): Promise<CardSummary[]> {
  const rows = await summaries(db, boardId)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.list_id')
    .orderBy('cards.rank')
    .execute()
  return withPositions(await withLabels(db, boardId, rows))
}

/** The cards that a list shows, by rank, with their descriptions and the labels themselves. */
export async function listCardsOfList(db: Db, boardId: number, listId: number): Promise<ListedCard[]> {
  const rows = await summaries(db, boardId)
    .select('cards.description')
    .where('cards.list_id', '=', listId)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.rank')
    .execute()
  const labels = await listLabels(db, boardId)
  return withPositions(await withLabels(db, boardId, rows)).map((card, index) => ({
    ...card,
    board_id: boardId,
    description: rows[index]?.description ?? '',
    labels: labels.filter(({ id }) => card.label_ids.includes(id)),
  }))
}

/** More changed cards than this are read with the labels of the whole board instead of a list of ids. */
const manyChanges = 500

/** Of the cards that changed behind a revision, those that the board shows and the ids of those it no longer shows. */
export async function listChangedCards(db: Db, boardId: number, since: number): Promise<{ cards: CardChange[]; removed: number[] }> {
  const rows = await summaries(db, boardId).select(['cards.archived_at', 'cards.deleted_at']).where('cards.revision', '>', since).execute()
  const shown: Summary[] = []
  const removed: number[] = []
  for (const row of rows) {
    if (row.archived_at === null && row.deleted_at === null) shown.push(row)
    else removed.push(row.id)
  }
  if (shown.length === 0) return { cards: [], removed }
  const ids = shown.length > manyChanges ? undefined : shown.map(({ id }) => id)
  return { cards: await withLabels(db, boardId, shown, ids), removed }
}

/**
 * Archived cards of a board, the last archived first; `before` and `before_id` are the instant and the id of the last one of the
 * page before. Several may be of one instant.
 */
export const listArchivedCards = (
  db: Db,
  boardId: number,
  { before, before_id, limit }: { before?: string; before_id?: number; limit: number },
) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['cards.id', 'cards.list_id', 'lists.title as list_title', 'cards.title', 'cards.archived_at'])
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

/** Index of a card among the shown ones of its list. */
export async function positionOf(db: Db, card: Pick<CardRow, 'list_id' | 'rank'>): Promise<number> {
  const { n } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('list_id', '=', card.list_id)
    .where('rank', '<', card.rank)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export const findPerson = async (db: Db, userId: number): Promise<PersonSummary | null> =>
  (await db.selectFrom('users').select(['id', 'name', 'avatar_url']).where('id', '=', userId).executeTakeFirst()) ?? null
