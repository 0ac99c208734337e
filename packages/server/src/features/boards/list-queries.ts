import type { WorkStatus } from '@rodada/contract/fields'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { instant } from '../../platform/deps.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { isLong, rankBetween, ranksBehind } from '../../platform/ranks.ts'

export type ListRow = { id: number; board_id: number; title: string; rank: string; status: WorkStatus; version: number }
const columns = ['id', 'board_id', 'title', 'rank', 'status', 'version'] as const

const shownLists = (db: Db, boardId: number) =>
  db.selectFrom('lists').select(columns).where('board_id', '=', boardId).where('archived_at', 'is', null).where('deleted_at', 'is', null)

/** The lists of a board in their order, without archived and deleted ones. */
export const listLists = (db: Db, boardId: number): Promise<ListRow[]> => shownLists(db, boardId).orderBy('rank').execute()

/** A list by its whole path; undefined when it is not on this board, archived or deleted. */
export const findList = (db: Db, boardId: number, listId: number): Promise<ListRow | undefined> =>
  shownLists(db, boardId).where('id', '=', listId).executeTakeFirst()

/** As `findList`. @throws AppError 404 */
export async function getList(db: Db, boardId: number, listId: number): Promise<ListRow> {
  const list = await findList(db, boardId, listId)
  if (!list) throw notFound()
  return list
}

export async function addLists(trx: Db, boardId: number, lists: readonly { title: string; status: WorkStatus }[]): Promise<ListRow[]> {
  const { n } = await trx
    .selectFrom('lists')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', boardId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n + lists.length > limits.boardLists) throw conflict(texts.tooManyLists)
  const ranks = ranksBehind(await lastRank(trx, boardId), lists.length)
  const now = instant()
  return trx
    .insertInto('lists')
    .values(lists.map((list, index) => ({ ...list, board_id: boardId, rank: ranks[index] ?? '', version: 1, created_at: now })))
    .returning(columns)
    .execute()
}

export async function updateList(trx: Db, list: ListRow, change: { title?: string; status?: WorkStatus }): Promise<ListRow> {
  return trx
    .updateTable('lists')
    .set({ ...change, version: list.version + 1 })
    .where('id', '=', list.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Puts a list at an index among the others. One row is written. */
export async function moveList(trx: Db, list: ListRow, position: number): Promise<ListRow> {
  const others = (await listLists(trx, list.board_id)).filter((other) => other.id !== list.id)
  const before = others[Math.min(position, others.length) - 1]?.rank ?? null
  const rank = rankBetween(before, await nextRank(trx, list, before))
  const moved = await trx.updateTable('lists').set({ rank }).where('id', '=', list.id).returning(columns).executeTakeFirstOrThrow()
  if (isLong(rank)) await renewRanks(trx, list.board_id)
  return moved
}

/** The smallest rank behind another, hidden lists included, so that a restored list finds its place free. */
async function nextRank(trx: Db, list: ListRow, before: string | null): Promise<string | null> {
  const row = await trx
    .selectFrom('lists')
    .select('rank')
    .where('board_id', '=', list.board_id)
    .where('id', '!=', list.id)
    .$if(before !== null, (query) => query.where('rank', '>', before ?? ''))
    .orderBy('rank')
    .limit(1)
    .executeTakeFirst()
  return row?.rank ?? null
}

async function lastRank(trx: Db, boardId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('lists')
    .select('rank')
    .where('board_id', '=', boardId)
    .orderBy('rank', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rank ?? null
}

/** Short ranks again, in the same order. All new ones lie behind the old, so no two ever meet. */
async function renewRanks(trx: Db, boardId: number): Promise<void> {
  const rows = await trx.selectFrom('lists').select(['id', 'rank']).where('board_id', '=', boardId).orderBy('rank').execute()
  const ranks = ranksBehind(rows.at(-1)?.rank ?? null, rows.length)
  for (const [index, { id }] of rows.entries()) {
    await trx
      .updateTable('lists')
      .set({ rank: ranks[index] ?? '' })
      .where('id', '=', id)
      .execute()
  }
}

export async function hideList(trx: Db, listId: number, how: 'archived_at' | 'deleted_at'): Promise<void> {
  await trx
    .updateTable('lists')
    .set({ [how]: instant() })
    .where('id', '=', listId)
    .execute()
}

/** Shows an archived or deleted list again, where it was. @throws AppError 404 when it is neither, or not of this board. */
export const restoreList = (trx: Db, boardId: number, listId: number): Promise<ListRow> =>
  trx
    .updateTable('lists')
    .set({ archived_at: null, deleted_at: null })
    .where('id', '=', listId)
    .where('board_id', '=', boardId)
    .where((eb) => eb.or([eb('archived_at', 'is not', null), eb('deleted_at', 'is not', null)]))
    .returning(columns)
    .executeTakeFirstOrThrow(notFound)

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

/** Marks every card of a list as changed, so that whoever shows the board learns of them; with a status, gives it to them. */
export async function touchCardsOfList(trx: Db, list: ListRow, revision: number, status?: WorkStatus): Promise<void> {
  await trx
    .updateTable('cards')
    .set((eb) => ({
      revision,
      ...(status && {
        status,
        completed_at: status === 'concluida' ? eb.fn.coalesce('completed_at', eb.val(instant())) : null,
      }),
    }))
    .where('list_id', '=', list.id)
    .execute()
}
