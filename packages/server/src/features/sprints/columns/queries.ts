import type { WorkStatus } from '@rodada/contract/core/fields'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { findRank, type Order, ranksAtEnd, shortenRanks } from '../../../platform/order/queries.ts'

export type ColumnRow = {
  id: number
  sprint_id: number
  name: string
  rank: string
  status: WorkStatus
  status_chosen: number
  version: number
}
const fields = ['id', 'sprint_id', 'name', 'rank', 'status', 'status_chosen', 'version'] as const

const order = (sprintId: number): Order => ({ table: 'sprint_columns', in: ['sprint_id', sprintId], by: 'rank' })

/** The columns of a sprint in their order. */
export const listColumns = (db: Db, sprintId: number): Promise<ColumnRow[]> =>
  db.selectFrom('sprint_columns').select(fields).where('sprint_id', '=', sprintId).orderBy('rank').limit(limits.sprintColumns).execute()

/** A column of a sprint. @throws AppError 404 when it is not one of its columns. */
export const getColumn = (db: Db, sprintId: number, columnId: number): Promise<ColumnRow> =>
  db
    .selectFrom('sprint_columns')
    .select(fields)
    .where('id', '=', columnId)
    .where('sprint_id', '=', sprintId)
    .executeTakeFirstOrThrow(notFound)

/** Adds columns at the end. @throws AppError 409 when the sprint has too many. */
export async function addColumns(
  trx: Db,
  sprintId: number,
  columns: readonly { name: string; status: WorkStatus; status_chosen?: number }[],
): Promise<ColumnRow[]> {
  if ((await listColumns(trx, sprintId)).length + columns.length > limits.sprintColumns) throw conflict(texts.tooManyColumns)
  const ranks = await ranksAtEnd(trx, order(sprintId), columns.length)
  return trx
    .insertInto('sprint_columns')
    .values(columns.map((column, index) => ({ ...column, sprint_id: sprintId, rank: ranks[index] ?? '' })))
    .returning(fields)
    .execute()
}

type ColumnChange = Partial<Pick<ColumnRow, 'name' | 'status' | 'status_chosen'>>

/** Writes name and status of a column. Another name counts its version. False when all is what it was. */
export async function updateColumn(trx: Db, column: ColumnRow, change: ColumnChange): Promise<boolean> {
  const { name, status, status_chosen } = { ...column, ...change }
  if (name === column.name && status === column.status && status_chosen === column.status_chosen) return false
  const version = name === column.name ? column.version : column.version + 1
  await trx.updateTable('sprint_columns').set({ name, status, status_chosen, version }).where('id', '=', column.id).execute()
  return true
}

/** Puts a column at an index among the others. One row is written; false when it stood there. */
export async function moveColumn(trx: Db, column: ColumnRow, position: number, revision: number): Promise<boolean> {
  const rank = await findRank(trx, order(column.sprint_id), { position }, column)
  if (rank === column.rank) return false
  await trx.updateTable('sprint_columns').set({ rank }).where('id', '=', column.id).execute()
  await shortenRanks(trx, order(column.sprint_id), rank, revision)
  return true
}

/** Deletes a column, which must be empty. */
export async function deleteColumn(trx: Db, columnId: number): Promise<void> {
  await trx.deleteFrom('sprint_columns').where('id', '=', columnId).execute()
}
