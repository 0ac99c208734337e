import type { CardChange, CardSummary } from '@rodada/contract/cards'
import type { BoardRole, PersonSummary, Priority, WorkStatus } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { folded } from '../../platform/folded.ts'
import { type Asker, type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'

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
}

/** Adds a card at a rank of a list. @throws AppError 409 when the board is full. */
export async function addCard(trx: Db, board: BoardRow, listId: number, card: NewCard): Promise<CardRow> {
  // Every card was a change of the board: with fewer changes there is nothing to count yet.
  if (board.revision > limits.boardCards && (await countShown(trx, board.id)) >= limits.boardCards) throw conflict(texts.tooManyCards)
  const now = instant()
  return trx
    .insertInto('cards')
    .values({
      ...card,
      board_id: board.id,
      list_id: listId,
      search_text: folded(card.title, card.description),
      notes: '',
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
}

async function countShown(db: Db, boardId: number): Promise<number> {
  const { n } = await db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('lists.board_id', '=', boardId)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export type CardUpdate = Partial<
  Pick<CardRow, 'title' | 'description' | 'due_date' | 'priority' | 'estimate' | 'assignee_id' | 'archived_at' | 'deleted_at'>
>

/** Writes fields of a card; new texts count its version. */
export async function updateCard(trx: Db, board: BoardRow, card: CardRow, change: CardUpdate): Promise<void> {
  const newTexts = change.title !== undefined || change.description !== undefined
  await trx
    .updateTable('cards')
    .set({
      ...change,
      ...(newTexts && {
        search_text: folded(change.title ?? card.title, change.description ?? card.description),
        version: card.version + 1,
      }),
      revision: board.revision,
      updated_at: instant(),
    })
    .where('id', '=', card.id)
    .execute()
}

/** Puts a card into a list at a rank; the list's status becomes the card's. One row is written. */
export async function placeCard(
  trx: Db,
  board: BoardRow,
  card: CardRow,
  place: { list_id: number; rank: string; status: WorkStatus },
): Promise<void> {
  const now = instant()
  await trx
    .updateTable('cards')
    .set({
      ...place,
      completed_at: place.status === 'concluida' ? (card.completed_at ?? now) : null,
      revision: board.revision,
      updated_at: now,
    })
    .where('id', '=', card.id)
    .execute()
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

/** The cards that a list shows, by rank. */
export async function listCardsOfList(db: Db, boardId: number, listId: number): Promise<CardSummary[]> {
  const rows = await summaries(db, boardId)
    .where('cards.list_id', '=', listId)
    .where('cards.archived_at', 'is', null)
    .where('cards.deleted_at', 'is', null)
    .orderBy('cards.rank')
    .execute()
  return withPositions(await withLabels(db, boardId, rows))
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

/** Archived cards of a board, the last archived first; `before` is the instant of the last one of the page before. */
export const listArchivedCards = (db: Db, boardId: number, { before, limit }: { before?: string; limit: number }) =>
  db
    .selectFrom('cards')
    .innerJoin('lists', 'lists.id', 'cards.list_id')
    .select(['cards.id', 'cards.list_id', 'lists.title as list_title', 'cards.title', 'cards.archived_at'])
    .where('cards.board_id', '=', boardId)
    .where('cards.archived_at', 'is not', null)
    .where('cards.deleted_at', 'is', null)
    .where('lists.deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('cards.archived_at', '<', before ?? ''))
    .orderBy('cards.archived_at', 'desc')
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
