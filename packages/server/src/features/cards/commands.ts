import type { AssignCard, CreateCard, GatherCards, MoveCard, UpdateCard } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { BoardRole } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db, Engine } from '../../platform/database.ts'
import { instant } from '../../platform/deps.ts'
import { invalid, notFound, stale } from '../../platform/http/errors.ts'
import { findRank } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { requireRoomForCards } from '../boards/capacity-queries.ts'
import { findList, getList, requireShownList } from '../boards/lists/queries.ts'
import { requireAssignee } from '../boards/members/queries.ts'
import { type BoardRow, changeBoard } from '../boards/queries.ts'
import type { Change } from '../boards/write.ts'
import { listChecklists } from './checklists/queries.ts'
import { listComments } from './comments/queries.ts'
import type { ValueChange } from './events.ts'
import { listValuesOfCard } from './fields/queries.ts'
import { readValueChanges } from './fields/values.ts'
import { listFiles, measureFilesOf, requireCover, requireRoomForFiles } from './files/queries.ts'
import { listLabelsOfCard } from './label-queries.ts'
import { tellMentions } from './mentions/write.ts'
import { listParticipantIds } from './participants/queries.ts'
import {
  type CardPath,
  type CardRow,
  type CardUpdate,
  cardsOfList,
  changeCard,
  changeHiddenCard,
  findPerson,
  findSprintOfCard,
  getCardFor,
  getCardsById,
  isShownOn,
  positionOf,
} from './queries.ts'
import { findRecurrence } from './recurrence/queries.ts'
import { addRelationOf } from './relations/commands.ts'
import { listMarks, noMarks } from './relations/mark-queries.ts'
import { listRelatedCards, listRelations } from './relations/queries.ts'
import { relationView } from './relations/view.ts'
import { cardView } from './view.ts'
import { countWatchers } from './watching/queries.ts'
import { addCard, moveToList, updateCard } from './write.ts'

/** A whole card as this person sees it. @throws AppError 404 */
export async function loadCard(db: Db, viewer: Actor, path: CardPath): Promise<Card> {
  const { role, ...card } = await getCardFor(db, viewer, path)
  return wholeCard(db, viewer, card, role)
}

async function wholeCard(db: Db, viewer: Actor, card: CardRow, role: BoardRole): Promise<Card> {
  const relations = await listRelations(db, card.id)
  const seen = relations.length > 0 ? await listRelatedCards(db, viewer, card.id) : new Map()
  const recurrence = await findRecurrence(db, card.id)
  const marks = relations.length > 0 ? (await listMarks(db, [card.id])).get(card.id) : undefined
  return cardView(
    {
      card,
      role,
      position: await positionOf(db, card),
      labels: await listLabelsOfCard(db, card.id),
      checklists: await listChecklists(db, card.id),
      comments: card.comment_count > 0 ? await listComments(db, card.id, { limit: limits.page }) : [],
      fields: await listValuesOfCard(db, card.id),
      files: card.file_count > 0 ? await listFiles(db, card.id) : [],
      relations: relations.map((relation) => relationView(card.id, relation, seen)),
      marks: { ...(marks ?? noMarks), recurs: recurrence !== null },
      assignedUser: card.assignee_id === null ? null : await findPerson(db, card.assignee_id),
      participantIds: await listParticipantIds(db, card.id),
      watchers: await countWatchers(db, card, viewer.userId),
      sprint: card.sprint_id === null ? null : await findSprintOfCard(db, card.sprint_id),
      recurrence,
    },
    viewer.userId,
  )
}

const done = async ({ trx }: Work, viewer: Actor, board: BoardRow, cardId: number): Promise<Change<Card>> => ({
  boardId: board.id,
  revision: board.revision,
  result: await loadCard(trx, viewer, { cardId }),
})

/** Writes a card, and shows it; without a difference there is no revision. */
async function write(
  work: Work,
  viewer: Actor,
  board: BoardRow,
  card: CardRow,
  set: CardUpdate,
  values: readonly ValueChange[] = [],
): Promise<Change<Card>> {
  const [changed] = await updateCard(work, board, card, set, { values })
  return { ...(await done(work, viewer, board, card.id)), ...(changed === undefined && { revision: null }) }
}

/** @throws AppError 404, 409 about the card that it is to be a sub-card of, as `addRelationOf` */
export async function createCard(
  work: Work,
  engine: Engine,
  viewer: Actor,
  { boardId, listId }: { boardId: number; listId: number },
  { position, part_of, ...input }: z.output<typeof CreateCard>,
): Promise<Change<Card>> {
  const { trx } = work
  const board = await changeBoard(trx, viewer, boardId)
  const list = await getList(trx, boardId, listId)
  const rank = await findRank(trx, cardsOfList(listId), { position })
  const card = await addCard(work, board, listId, { ...input, rank, status: list.status, created_by: viewer.userId })
  await tellMentions(work, card, { before: '', after: card.description, field: 'description' }, { isNew: true })
  if (part_of !== undefined) {
    await addRelationOf(work, engine, viewer, board, card, { kind: 'part_of', card_id: part_of })
    return done(work, viewer, board, card.id)
  }
  // A new card has nothing on it yet, so nothing is read.
  const parts = {
    card,
    role: board.role,
    position: await positionOf(trx, card),
    labels: [],
    checklists: [],
    comments: [],
    fields: {},
    files: [],
    relations: [],
    marks: noMarks,
    assignedUser: null,
    participantIds: [],
    watchers: { count: 0, watching: false },
    sprint: null,
    recurrence: null,
  }
  return { boardId, revision: board.revision, result: cardView(parts, viewer.userId) }
}

/** @throws AppError 409 with the fresh card when new texts were written on an older version */
export async function editCard(
  work: Work,
  viewer: Actor,
  path: CardPath,
  { version, fields, ...change }: z.output<typeof UpdateCard>,
): Promise<Change<Card>> {
  const { card, board } = await changeCard(work.trx, viewer, path)
  const newTexts = [change.title, change.description, change.notes].some((text) => text !== undefined)
  if (newTexts && version !== undefined && version !== card.version) throw stale(await wholeCard(work.trx, viewer, card, board.role))
  if (change.description !== undefined)
    await tellMentions(work, card, { before: card.description, after: change.description, field: 'description' })
  if (change.notes !== undefined) await tellMentions(work, card, { before: card.notes, after: change.notes, field: 'notes' })
  if (change.cover_file_id) await requireCover(work.trx, card.id, change.cover_file_id)
  return write(work, viewer, board, card, change, fields && (await readValueChanges(work.trx, card, fields)))
}

/** @throws AppError 400 when the list is not on the card's board */
export async function moveCard(
  work: Work,
  viewer: Actor,
  path: CardPath,
  { list_id, ...place }: z.output<typeof MoveCard>,
): Promise<Change<Card>> {
  const { trx } = work
  const { card, board } = await changeCard(trx, viewer, path)
  const from = await getList(trx, board.id, card.list_id)
  const to = list_id === from.id ? from : await findList(trx, board.id, list_id)
  if (!to) throw invalid({ list_id: texts.listElsewhere })
  const rank = await findRank(trx, cardsOfList(to.id), place, to.id === from.id ? card : undefined)
  return write(work, viewer, board, card, to.id === from.id ? { rank } : { list_id: to.id, rank, status: to.status })
}

/** @throws AppError 400 when one of the cards is not on the board, or is archived or deleted */
export async function gatherCards(
  work: Work,
  viewer: Actor,
  { boardId, listId }: { boardId: number; listId: number },
  { card_ids }: z.output<typeof GatherCards>,
): Promise<Change<Record<string, never>>> {
  const board = await changeBoard(work.trx, viewer, boardId)
  const list = await getList(work.trx, boardId, listId)
  const ids = [...new Set(card_ids)]
  const cards = (await getCardsById(work.trx, ids)).filter(isShownOn(boardId))
  if (cards.length < ids.length) throw invalid({ card_ids: texts.cardsElsewhere })
  await moveToList(work, board, cards, list)
  return { boardId, revision: board.revision, result: {} }
}

/** @throws AppError 400 when the person is not on the board, or their account is deactivated */
export async function assignCard(
  work: Work,
  viewer: Actor,
  path: CardPath,
  { user_id }: z.output<typeof AssignCard>,
): Promise<Change<Card>> {
  const { card, board } = await changeCard(work.trx, viewer, path)
  if (user_id !== null && user_id !== card.assignee_id) await requireAssignee(work.trx, board.id, user_id)
  return write(work, viewer, board, card, { assignee_id: user_id })
}

export async function archiveCard(work: Work, viewer: Actor, path: CardPath): Promise<Change<Card>> {
  const { card, board } = await changeCard(work.trx, viewer, path)
  return write(work, viewer, board, card, { archived_at: card.archived_at ?? instant() })
}

export async function removeCard(work: Work, viewer: Actor, path: CardPath): Promise<Change<Record<string, never>>> {
  const { card, board } = await changeCard(work.trx, viewer, path)
  await updateCard(work, board, card, { deleted_at: instant() })
  return { boardId: board.id, revision: board.revision, result: {} }
}

/**
 * Brings an archived or deleted card back to its place.
 * @throws AppError 404 when its list is deleted or it was purged, 409 when its list is archived, or the board, its files or its sprint is full
 */
export async function restoreCard(work: Work, viewer: Actor, cardId: number, boardMaxBytes: number): Promise<Change<Card>> {
  const { trx } = work
  const { card, board } = await changeHiddenCard(trx, viewer, cardId)
  if (card.archived_at === null && card.deleted_at === null) throw notFound()
  await requireShownList(trx, card.list_id)
  await requireRoomForCards(trx, board, 1, texts.tooManyCardsToRestore)
  if (card.deleted_at !== null && card.file_count > 0)
    await requireRoomForFiles(trx, board.id, await measureFilesOf(trx, card.id), boardMaxBytes)
  return write(work, viewer, board, card, { archived_at: null, deleted_at: null })
}
