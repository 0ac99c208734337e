import { deletedKeptMs } from '@rodada/contract/boards/settings'
import type { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { AppError, conflict, notFound } from '../../../platform/http/errors.ts'
import { findRank, type Order, ranksAtEnd, shortenRanks } from '../../../platform/order/queries.ts'
import { prepared } from '../../../platform/prepared-queries.ts'
import type { Actor } from '../../auth/queries.ts'
import { requireRoomForCards } from '../capacity-queries.ts'
import { visibleBoardIds } from '../queries.ts'

export type ListRow = {
  id: number
  board_id: number
  title: string
  rank: string
  status: WorkStatus
  status_chosen: number
  wip_limit: number | null
  wip_hard: number
  version: number
}
const columns = ['id', 'board_id', 'title', 'rank', 'status', 'status_chosen', 'wip_limit', 'wip_hard', 'version'] as const

const listsOf = (boardId: number): Order => ({ table: 'lists', in: ['board_id', boardId], by: 'rank', hides: true })

const shownLists = (db: Db, boardId: number) =>
  db.selectFrom('lists').select(columns).where('board_id', '=', boardId).where('archived_at', 'is', null).where('deleted_at', 'is', null)

/** The lists of a board in their order, without archived and deleted ones. */
export const listLists = (db: Db, boardId: number): Promise<ListRow[]> => shownLists(db, boardId).orderBy('rank').execute()

/** A list by its whole path; undefined when it is not on this board, archived or deleted. */
export const findList = async (db: Db, boardId: number, listId: number): Promise<ListRow | undefined> =>
  (await shownList(db, { boardId, listId }))[0]

const shownList = prepared((db, { boardId, listId }: { boardId: number; listId: number }) =>
  shownLists(db, boardId).where('id', '=', listId),
)

/** As `findList`. @throws AppError 404 */
export async function getList(db: Db, boardId: number, listId: number): Promise<ListRow> {
  const list = await findList(db, boardId, listId)
  if (!list) throw notFound()
  return list
}

/** The board of a shown list, when this person sees it. */
export const findBoardOfList = async (db: Db, viewer: Actor, listId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('lists')
      .select('board_id')
      .where('id', '=', listId)
      .where('board_id', 'in', visibleBoardIds(db, viewer))
      .where('archived_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.board_id

export async function addLists(
  trx: Db,
  boardId: number,
  lists: readonly (Pick<ListRow, 'title' | 'status'> & Partial<Pick<ListRow, 'status_chosen' | 'wip_limit' | 'wip_hard'>>)[],
): Promise<ListRow[]> {
  if (lists.length === 0) return []
  if ((await countLists(trx, boardId)) + lists.length > limits.boardLists) throw conflict(texts.tooManyLists)
  const ranks = await ranksAtEnd(trx, listsOf(boardId), lists.length)
  const now = instant()
  return trx
    .insertInto('lists')
    .values(lists.map((list, index) => ({ ...list, board_id: boardId, rank: ranks[index] ?? '', version: 1, created_at: now })))
    .returning(columns)
    .execute()
}

/** Lists that are not deleted. Archived ones count, so that the archive is bounded, too. */
async function countLists(trx: Db, boardId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('lists')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Writes fields of a list; a new title counts its version. */
export async function updateList(
  trx: Db,
  list: ListRow,
  change: Partial<Pick<ListRow, 'title' | 'status' | 'status_chosen' | 'wip_limit' | 'wip_hard'>>,
): Promise<ListRow> {
  return trx
    .updateTable('lists')
    .set({ ...change, ...(change.title !== undefined && { version: list.version + 1 }) })
    .where('id', '=', list.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Puts a list at an index among the others, in a change at `revision`. One row is written; undefined when it is already there. */
export async function moveList(trx: Db, list: ListRow, position: number, revision: number): Promise<ListRow | undefined> {
  const order = listsOf(list.board_id)
  const rank = await findRank(trx, order, { position }, list)
  if (rank === list.rank) return undefined
  const moved = await trx.updateTable('lists').set({ rank }).where('id', '=', list.id).returning(columns).executeTakeFirstOrThrow()
  await shortenRanks(trx, order, rank, revision)
  return moved
}

export async function hideList(trx: Db, listId: number, how: 'archived_at' | 'deleted_at'): Promise<void> {
  await trx
    .updateTable('lists')
    .set({ [how]: instant() })
    .where('id', '=', listId)
    .execute()
}

/** A list by its whole path, archived or not. @throws AppError 404 */
export const getListOrArchived = (db: Db, boardId: number, listId: number): Promise<ListRow> =>
  db
    .selectFrom('lists')
    .select(columns)
    .where('id', '=', listId)
    .where('board_id', '=', boardId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(notFound)

/** That a card may come back to its list. @throws AppError 409 when the list is archived, 404 when it is deleted */
export async function requireShownList(db: Db, listId: number): Promise<void> {
  const list = await db.selectFrom('lists').select(['archived_at', 'deleted_at']).where('id', '=', listId).executeTakeFirstOrThrow(notFound)
  if (list.deleted_at !== null) throw new AppError('not_found', texts.cardListDeleted)
  if (list.archived_at !== null) throw conflict(texts.cardListArchived)
}

/**
 * Shows an archived or deleted list again, where it was, with its cards.
 * @returns the list and how many cards came with it.
 * @throws AppError 404 when it is neither, or not of this board; 409 when the board has no room for it or its cards.
 */
export async function restoreList(
  trx: Db,
  board: { id: number; revision: number },
  listId: number,
): Promise<{ list: ListRow; cards: number }> {
  const hidden = await trx
    .selectFrom('lists')
    .select('deleted_at')
    .where('id', '=', listId)
    .where('board_id', '=', board.id)
    // Its cards may have been purged.
    .where((eb) =>
      eb.or([eb.and([eb('archived_at', 'is not', null), eb('deleted_at', 'is', null)]), eb('deleted_at', '>', instant(-deletedKeptMs))]),
    )
    .executeTakeFirstOrThrow(notFound)
  if (hidden.deleted_at !== null && (await countLists(trx, board.id)) >= limits.boardLists) throw conflict(texts.tooManyListsToRestore)
  const { cards } = await trx
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .where('list_id', '=', listId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  await requireRoomForCards(trx, board, cards, texts.tooManyCardsToRestore)
  const list = await trx
    .updateTable('lists')
    .set({ archived_at: null, deleted_at: null })
    .where('id', '=', listId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { list, cards }
}

export const listArchivedLists = (db: Db, boardId: number) =>
  db
    .selectFrom('lists')
    .select(columns)
    .select('archived_at')
    .where('board_id', '=', boardId)
    .where('archived_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('archived_at', 'desc')
    .limit(limits.boardLists)
    .execute()
