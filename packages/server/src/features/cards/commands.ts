import type { AssignCard, Card, CreateCard, MoveCard, UpdateCard } from '@rodada/contract/cards'
import type { BoardRole } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { z } from 'zod'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { invalid, late, notFound } from '../../platform/errors.ts'
import { addActivity } from '../boards/activity-queries.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import { findList, getList, requireShownList } from '../boards/list-queries.ts'
import { requireAssignee } from '../boards/member-queries.ts'
import { findRank, type Order, shortenRanks } from '../boards/order-queries.ts'
import { type Asker, type BoardRow, changeBoard } from '../boards/queries.ts'
import { tellAssigned } from '../notifications/notice-queries.ts'
import { followStatus, requireRoomForTasks } from '../sprints/place-queries.ts'
import { listChecklists } from './checklist-queries.ts'
import { listComments } from './comment-queries.ts'
import { listLabelsOfCard } from './label-queries.ts'
import {
  addCard,
  type CardPath,
  type CardRow,
  changeCard,
  changeHiddenCard,
  findPerson,
  findSprintOfCard,
  getCardFor,
  positionOf,
  updateCard,
} from './queries.ts'
import { cardView } from './view.ts'

/**
 * A write that is done, and what everybody who shows the board is told after the commit: null when there was nothing to change.
 * `told` are those who were notified.
 */
export type Change<T> = { boardId: number; revision: number | null; result: T; told?: readonly number[] }

/** A whole card as this person sees it. @throws AppError 404 */
export async function loadCard(db: Db, viewer: Asker, path: CardPath): Promise<Card> {
  const { role, ...card } = await getCardFor(db, viewer, path)
  return wholeCard(db, viewer, card, role)
}

async function wholeCard(db: Db, viewer: Asker, card: CardRow, role: BoardRole): Promise<Card> {
  return cardView(
    {
      card,
      role,
      position: await positionOf(db, card),
      labels: await listLabelsOfCard(db, card.id),
      checklists: await listChecklists(db, card.id),
      comments: card.comment_count > 0 ? await listComments(db, card.id, { limit: limits.page }) : [],
      assignedUser: card.assignee_id === null ? null : await findPerson(db, card.assignee_id),
      sprint: card.sprint_id === null ? null : await findSprintOfCard(db, card.sprint_id),
    },
    viewer.userId,
  )
}

const done = async (trx: Db, viewer: Asker, board: BoardRow, cardId: number): Promise<Change<Card>> => ({
  boardId: board.id,
  revision: board.revision,
  result: await loadCard(trx, viewer, { cardId }),
})

/** The card is already what it was to become. */
const unchanged = async (trx: Db, viewer: Asker, board: BoardRow, cardId: number): Promise<Change<Card>> => ({
  ...(await done(trx, viewer, board, cardId)),
  revision: null,
})

export async function createCard(
  trx: Db,
  viewer: Asker,
  { boardId, listId }: { boardId: number; listId: number },
  { position, ...wish }: z.output<typeof CreateCard>,
): Promise<Change<Card>> {
  const board = await changeBoard(trx, viewer, boardId)
  const list = await getList(trx, boardId, listId)
  const order: Order = { of: 'cards', within: listId }
  const rank = await findRank(trx, order, { position })
  const card = await addCard(trx, board, listId, { ...wish, rank, status: list.status, created_by: viewer.userId })
  await addActivity(trx, {
    board_id: boardId,
    card_id: card.id,
    user_id: viewer.userId,
    kind: 'card.created',
    subject: card.title,
    details: { to: list.title },
  })
  if (await shortenRanks(trx, order, rank, board.revision)) return done(trx, viewer, board, card.id)
  // A card that was just made has nothing on it yet that would have to be read.
  const parts = {
    card,
    role: board.role,
    position: await positionOf(trx, card),
    labels: [],
    checklists: [],
    comments: [],
    assignedUser: null,
    sprint: null,
  }
  return { boardId, revision: board.revision, result: cardView(parts, viewer.userId) }
}

/** @throws AppError 409 with the fresh card when new texts were written on an older version. */
export async function editCard(
  trx: Db,
  viewer: Asker,
  path: CardPath,
  { version, ...change }: z.output<typeof UpdateCard>,
): Promise<Change<Card>> {
  const { card, board } = await changeCard(trx, viewer, path)
  const newTexts = [change.title, change.description, change.notes].some((text) => text !== undefined)
  if (newTexts && version !== undefined && version !== card.version) throw late(await wholeCard(trx, viewer, card, board.role))
  const fields = changedFields(card, change)
  if (fields.length === 0) return unchanged(trx, viewer, board, card.id)
  await updateCard(trx, board, card, Object.fromEntries(fields.map((field) => [field, change[field]])))
  await addActivity(trx, {
    board_id: board.id,
    card_id: card.id,
    user_id: viewer.userId,
    kind: 'card.updated',
    subject: change.title ?? card.title,
    details: { fields },
  })
  return done(trx, viewer, board, card.id)
}

const editable = ['title', 'description', 'notes', 'due_date', 'priority', 'estimate', 'estimated_hours'] as const
type Editable = (typeof editable)[number]
const changedFields = (card: CardRow, change: Partial<Pick<CardRow, Editable>>): Editable[] =>
  editable.filter((field) => change[field] !== undefined && change[field] !== card[field])

/** @throws AppError 400 when the list is not on the card's board. */
export async function moveCard(
  trx: Db,
  viewer: Asker,
  path: CardPath,
  { list_id, ...place }: z.output<typeof MoveCard>,
): Promise<Change<Card>> {
  const { card, board } = await changeCard(trx, viewer, path)
  const from = await getList(trx, board.id, card.list_id)
  const to = list_id === from.id ? from : await findList(trx, board.id, list_id)
  if (!to) throw invalid({ list_id: texts.listElsewhere })
  const order: Order = { of: 'cards', within: to.id }
  const rank = await findRank(trx, order, place, to.id === from.id ? card : undefined)
  if (to.id === from.id && rank === card.rank) return unchanged(trx, viewer, board, card.id)
  const newStatus = to.id === from.id ? {} : { status: to.status, ...(await followStatus(trx, card, to.status)) }
  await updateCard(trx, board, card, { list_id: to.id, rank, ...newStatus })
  if (to.id !== from.id) {
    const details = { from: from.title, to: to.title }
    await addActivity(trx, {
      board_id: board.id,
      card_id: card.id,
      user_id: viewer.userId,
      kind: 'card.moved',
      subject: card.title,
      details,
    })
  }
  await shortenRanks(trx, order, rank, board.revision)
  return done(trx, viewer, board, card.id)
}

/** @throws AppError 400 when the person is not on the board, or their account is deactivated. */
export async function assignCard(trx: Db, viewer: Asker, path: CardPath, { user_id }: z.output<typeof AssignCard>): Promise<Change<Card>> {
  const { card, board } = await changeCard(trx, viewer, path)
  if (user_id === card.assignee_id) return unchanged(trx, viewer, board, card.id)
  if (user_id !== null) await requireAssignee(trx, board.id, user_id)
  await updateCard(trx, board, card, { assignee_id: user_id })
  const person = user_id === null ? null : await findPerson(trx, user_id)
  await addActivity(trx, {
    board_id: board.id,
    card_id: card.id,
    user_id: viewer.userId,
    kind: 'card.assigned',
    subject: card.title,
    details: person ? { to: person.name } : {},
  })
  const told = await tellAssigned(trx, card, user_id, viewer.userId)
  return { ...(await done(trx, viewer, board, card.id)), told }
}

export async function archiveCard(trx: Db, viewer: Asker, path: CardPath): Promise<Change<Card>> {
  const { card, board } = await changeCard(trx, viewer, path)
  if (card.archived_at !== null) return unchanged(trx, viewer, board, card.id)
  await updateCard(trx, board, card, { archived_at: instant() })
  await addActivity(trx, { board_id: board.id, card_id: card.id, user_id: viewer.userId, kind: 'card.archived', subject: card.title })
  return done(trx, viewer, board, card.id)
}

export async function removeCard(trx: Db, viewer: Asker, path: CardPath): Promise<Change<Record<string, never>>> {
  const { card, board } = await changeCard(trx, viewer, path)
  await updateCard(trx, board, card, { deleted_at: instant() })
  await addActivity(trx, { board_id: board.id, card_id: card.id, user_id: viewer.userId, kind: 'card.deleted', subject: card.title })
  return { boardId: board.id, revision: board.revision, result: {} }
}

/**
 * Brings an archived or deleted card back to its place.
 * @throws AppError 404 when its list is deleted or it was purged, 409 when its list is archived, or the board or its sprint is full.
 */
export async function restoreCard(trx: Db, viewer: Asker, cardId: number): Promise<Change<Card>> {
  const { card, board } = await changeHiddenCard(trx, viewer, cardId)
  if (card.archived_at === null && card.deleted_at === null) throw notFound()
  await requireShownList(trx, card.list_id)
  await requireRoomForCards(trx, board, 1, texts.tooManyCardsToRestore)
  // Archived tasks count as tasks of their sprint; deleted ones have left it.
  if (card.sprint_id !== null && card.deleted_at !== null) await requireRoomForTasks(trx, card.sprint_id, 1, texts.tooManyTasksToRestore)
  await updateCard(trx, board, card, { archived_at: null, deleted_at: null })
  await addActivity(trx, { board_id: board.id, card_id: card.id, user_id: viewer.userId, kind: 'card.restored', subject: card.title })
  return done(trx, viewer, board, card.id)
}
