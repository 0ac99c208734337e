import type { SprintOfCard } from '@rodada/contract/cards'
import type { BoardRole, PersonSummary, Priority, WorkStatus } from '@rodada/contract/fields'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { folded } from '../../platform/folded.ts'
import { only, prepared } from '../../platform/prepared-queries.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import { type Asker, type BoardRow, changeBoard, getBoardAccess } from '../boards/queries.ts'
import { tellSlack } from '../slack/queries.ts'
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
} & Partial<
  Pick<CardRow, 'estimate' | 'estimated_hours' | 'notes' | 'assignee_id' | 'sprint_id' | 'column_id' | 'column_rank' | 'github_state'>
>

const insertCard = prepared((db, card: Omit<CardRow, 'id' | 'archived_at' | 'deleted_at' | 'from_sprint_id'>) =>
  db
    .insertInto('cards')
    .values({
      board_id: card.board_id,
      list_id: card.list_id,
      title: card.title,
      description: card.description,
      search_text: card.search_text,
      priority: card.priority,
      due_date: card.due_date,
      rank: card.rank,
      status: card.status,
      estimate: card.estimate,
      estimated_hours: card.estimated_hours,
      notes: card.notes,
      assignee_id: card.assignee_id,
      sprint_id: card.sprint_id,
      column_id: card.column_id,
      column_rank: card.column_rank,
      comment_count: card.comment_count,
      checklist_total: card.checklist_total,
      checklist_done: card.checklist_done,
      attachment_count: card.attachment_count,
      github_state: card.github_state,
      version: card.version,
      revision: card.revision,
      created_by: card.created_by,
      created_at: card.created_at,
      updated_at: card.updated_at,
      completed_at: card.completed_at,
    })
    .returningAll(),
)

/** Adds a card at a rank of a list. @throws AppError 409 when the board is full. */
export async function addCard(trx: Db, board: BoardRow, listId: number, card: NewCard): Promise<CardRow> {
  await requireRoomForCards(trx, board)
  const now = instant()
  const rows = await insertCard(trx, {
    estimate: null,
    estimated_hours: null,
    notes: '',
    assignee_id: null,
    sprint_id: null,
    column_id: null,
    column_rank: null,
    github_state: null,
    ...card,
    board_id: board.id,
    list_id: listId,
    search_text: folded(card.title, card.description),
    comment_count: 0,
    checklist_total: 0,
    checklist_done: 0,
    attachment_count: 0,
    version: 1,
    revision: board.revision,
    created_at: now,
    updated_at: now,
    completed_at: card.status === 'concluida' ? now : null,
  })
  const added = only(rows)
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
  if (change.status === 'concluida' && card.status !== 'concluida') {
    await tellSlack(trx, board.id, 'card_done', (words) => words.cardsDone([change.title ?? card.title], board.title))
  }
}

/** Says that something on the card changed, and counts its comments, checklist items and attachments anew. */
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
  const { n: attachments } = await trx
    .selectFrom('attachments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow()
  const { n: done } = await items(trx).where('completed_at', 'is not', null).executeTakeFirstOrThrow()
  await trx
    .updateTable('cards')
    .set({
      comment_count: comments,
      checklist_total: total,
      checklist_done: done,
      attachment_count: attachments,
      revision: board.revision,
      updated_at: instant(),
    })
    .where('id', '=', cardId)
    .execute()
}

/** Index of a card among the shown ones of its list. */
export async function positionOf(db: Db, card: Pick<CardRow, 'list_id' | 'rank'>): Promise<number> {
  return only(await countBefore(db, card)).n
}

const countBefore = prepared((db, { list_id, rank }: Pick<CardRow, 'list_id' | 'rank'>) =>
  db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('list_id', '=', list_id)
    .where('rank', '<', rank)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null),
)

export const findPerson = async (db: Db, userId: number): Promise<PersonSummary | null> =>
  (await db.selectFrom('users').select(['id', 'name', 'avatar_url']).where('id', '=', userId).executeTakeFirst()) ?? null

/** The sprint that a card is planned into, which whoever sees the card's board sees. */
export async function findSprintOfCard(db: Db, sprintId: number): Promise<SprintOfCard | null> {
  const sprint = await db.selectFrom('sprints').select(['id', 'name', 'ends_on', 'ended_at']).where('id', '=', sprintId).executeTakeFirst()
  return sprint ? { id: sprint.id, nome: sprint.name, data_fim: sprint.ends_on, ended: sprint.ended_at !== null } : null
}
