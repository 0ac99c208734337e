import type { List } from '@rodada/contract/boards/boards'
import type { CopyCard } from '@rodada/contract/cards/card-calls'
import type { Card } from '@rodada/contract/cards/cards'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { conflict, invalid } from '../../platform/http/errors.ts'
import { normalize } from '../../platform/normalize.ts'
import { findRank, type Place } from '../../platform/order/queries.ts'
import type { Work } from '../../platform/work.ts'
import type { Actor } from '../auth/queries.ts'
import { happened } from '../boards/events.ts'
import { addLists, findList, getList, listLists, moveList } from '../boards/lists/queries.ts'
import { type BoardRow, changeBoard, countRevisions } from '../boards/queries.ts'
import { listsView } from '../boards/view.ts'
import type { Change } from '../boards/write.ts'
import { loadCard } from './commands.ts'
import { type Copied, copyParts, listCopied, measureCopies } from './copy-queries.ts'
import { cardsChanging, participantsAdded } from './events.ts'
import { requireRoomForFiles } from './files/queries.ts'
import { listParticipantIds } from './participants/queries.ts'
import { type CardPath, type CardRow, cardsOfList, changeCard, getCardsById } from './queries.ts'
import { addCopies } from './write.ts'

/**
 * That there is room on a board for the files of copies.
 * @returns what copies write besides: each row counts as a changed card
 * @throws AppError 409
 */
export async function requireRoomForParts(
  trx: Db,
  boardId: number,
  of: Copied,
  boardMaxBytes: number,
): Promise<{ count: number; letters: number }> {
  const { rows, letters, files, bytes } = await measureCopies(trx, of)
  if (files > 0) await requireRoomForFiles(trx, boardId, { files, bytes }, boardMaxBytes)
  return { count: rows, letters }
}

/**
 * A card like another one, behind it or at the end of another list. What happened to that one stays with it: comments, sprint, votes, pull
 * requests and ticks.
 * @throws AppError 400 when the list is not on the card's board, 409 when list, board or its files are full
 */
export async function copyCard(
  work: Work,
  viewer: Actor,
  path: CardPath,
  { list_id, title }: z.output<typeof CopyCard>,
  boardMaxBytes: number,
): Promise<Change<Card>> {
  const { trx } = work
  const { card, board } = await changeCard(trx, viewer, path)
  const list = await findList(trx, board.id, list_id ?? card.list_id)
  if (!list) throw invalid({ list_id: texts.listElsewhere })
  const place = list.id === card.list_id && card.archived_at === null ? { after_id: card.id } : {}
  const copy = await copyInto(work, board, card, list, { place, userId: viewer.userId, boardMaxBytes, title })
  return { boardId: board.id, revision: board.revision, result: await loadCard(trx, viewer, { cardId: copy.id }) }
}

type CopyHow = { place: Place; userId: number; boardMaxBytes: number; title?: string | undefined }

/** Copies a card of a held board to a place of a list. @throws AppError 409 when list, board or its files are full, 429 */
export async function copyInto(
  work: Work,
  board: BoardRow,
  card: CardRow,
  list: { id: number; status: WorkStatus },
  { place, userId, boardMaxBytes, title }: CopyHow,
): Promise<CardRow> {
  const { trx } = work
  const besides = await requireRoomForParts(trx, board.id, { cardId: card.id }, boardMaxBytes)
  const rank = await findRank(trx, cardsOfList(list.id), place)
  const named = title === undefined ? {} : { named: { title, search_text: normalize(title, card.description) } }
  const pairs = await addCopies(work, board, list, [{ from: card.id, rank }], { boardId: card.board_id, userId, ...named })
  await work.emit(cardsChanging, besides)
  await copyParts(trx, pairs, { boardId: board.id, userId })
  const [copy] = await getCardsById(
    trx,
    pairs.map(({ to }) => to),
  )
  if (!copy) throw new Error('a card was not copied')
  const userIds = await listParticipantIds(trx, copy.id)
  if (userIds.length > 0) await work.emit(participantsAdded, { card: copy, userIds })
  return copy
}

/**
 * A list like another one of its board, right of it, with copies of its cards.
 * @throws AppError 404 when it is not on the board or not shown, 409 when it has too many cards, these have too much, or board or its files are
 * full
 */
export async function copyList(
  work: Work,
  viewer: Actor,
  { boardId, listId }: { boardId: number; listId: number },
  { title }: { title?: string },
  boardMaxBytes: number,
): Promise<Change<List>> {
  const { trx } = work
  const held = await changeBoard(trx, viewer, boardId)
  const list = await getList(trx, boardId, listId)
  const cards = await listCopied(trx, { listId })
  if (cards.length > limits.copiedCards) throw conflict(texts.listTooLongToCopy)
  // The items are most of what there can be, and the cards know how many they are: what is far too much is not even counted.
  requireFew(cards.reduce((sum, { checklist_total }) => sum + checklist_total, 0))
  const besides = await requireRoomForParts(trx, boardId, { listId }, boardMaxBytes)
  requireFew(besides.count)
  const board = await countRevisions(trx, held, cards.length - 1)
  const { status, status_chosen, wip_limit, wip_hard } = list
  const [added] = await addLists(trx, boardId, [{ title: title ?? list.title, status, status_chosen, wip_limit, wip_hard }])
  if (!added) throw new Error('a list was not added')
  const position = (await listLists(trx, boardId)).findIndex(({ id }) => id === listId) + 1
  await moveList(trx, added, position, board.revision)
  const places = cards.map(({ id, rank }) => ({ from: id, rank }))
  // One line of activity for the list, and none for each card.
  const pairs = await addCopies(work, board, added, places, { boardId, userId: viewer.userId, follows: true })
  await work.emit(cardsChanging, besides)
  await copyParts(trx, pairs, { boardId, userId: viewer.userId })
  await work.emit(happened, { board_id: boardId, kind: 'list.copied', subject: list.title, details: { to: added.title } })
  const result = listsView(await listLists(trx, boardId))[position]
  if (!result) throw new Error('the copy is not where it was put')
  return { boardId, revision: board.revision, result }
}

/** Nobody else writes on SQLite while a list is copied. @throws AppError 409 */
function requireFew(parts: number): void {
  if (parts > limits.copiedParts) throw conflict(texts.listTooFullToCopy)
}
