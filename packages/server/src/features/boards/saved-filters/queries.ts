import { CardFilter } from '@rodada/contract/boards/saved-filters'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../../platform/database.ts'
import { instant } from '../../../platform/deps.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { normalize } from '../../../platform/normalize.ts'

/** Labels, people, fields and options by their ids, which are never given out twice: what is gone is left out where a filter is read. */
export type SavedFilterRow = Omit<Selectable<Schema['saved_filters']>, 'filter'> & { filter: CardFilter }

const columns = ['id', 'board_id', 'user_id', 'name', 'filter', 'created_at'] as const
const everything = CardFilter.parse({})
/** What a version before did not store is as the contract has it by default. Nothing else is looked at: it was when it was saved. */
const read = (row: Selectable<Schema['saved_filters']>): SavedFilterRow => ({
  ...row,
  filter: { ...everything, ...JSON.parse(row.filter) },
})

/** @param userId whose own filters are there, too; null for those of the board alone */
const seenBy = (db: Db, boardId: number, userId: number | null) =>
  db
    .selectFrom('saved_filters')
    .select(columns)
    .where('board_id', '=', boardId)
    .where((eb) => eb.or([eb('user_id', 'is', null), ...(userId === null ? [] : [eb('user_id', '=', userId)])]))

/** The filters of a board and a person's own ones, null for nobody's, by name without regard to accents and case. */
export async function listFilters(db: Db, boardId: number, userId: number | null): Promise<SavedFilterRow[]> {
  const rows = await seenBy(db, boardId, userId)
    .limit(2 * limits.savedFilters)
    .execute()
  const order = ({ name, id }: { name: string; id: number }) => `${normalize(name)} ${String(id).padStart(10, '0')}`
  return rows.map(read).sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** A filter of the board, or one of this person. @throws AppError 404 */
export async function getFilter(db: Db, boardId: number, userId: number, filterId: number): Promise<SavedFilterRow> {
  const row = await seenBy(db, boardId, userId).where('id', '=', filterId).executeTakeFirst()
  if (!row) throw notFound()
  return read(row)
}

/** Keeps a filter, `user_id` null for a held board. @throws AppError 409 when there are too many */
export async function addFilter(
  trx: Db,
  { filter, ...row }: Pick<SavedFilterRow, 'board_id' | 'user_id' | 'name' | 'filter'> & Partial<Pick<SavedFilterRow, 'created_at'>>,
): Promise<number> {
  const { n } = await trx
    .selectFrom('saved_filters')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('board_id', '=', row.board_id)
    .where('user_id', row.user_id === null ? 'is' : '=', row.user_id)
    .executeTakeFirstOrThrow()
  if (n >= limits.savedFilters) throw conflict(row.user_id === null ? texts.tooManyBoardFilters : texts.tooManyFilters)
  const { id } = await trx
    .insertInto('saved_filters')
    .values({ created_at: instant(), ...row, filter: JSON.stringify(filter) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateFilter(trx: Db, filterId: number, { name, filter }: Pick<SavedFilterRow, 'name' | 'filter'>): Promise<void> {
  await trx
    .updateTable('saved_filters')
    .set({ name, filter: JSON.stringify(filter) })
    .where('id', '=', filterId)
    .execute()
}

export async function deleteFilter(trx: Db, filterId: number): Promise<void> {
  await trx.deleteFrom('saved_filters').where('id', '=', filterId).execute()
}

/** Takes the own filters of a person with their seat on the board. */
export async function deleteFiltersOf(trx: Db, boardId: number, userId: number): Promise<void> {
  await trx.deleteFrom('saved_filters').where('board_id', '=', boardId).where('user_id', '=', userId).execute()
}
