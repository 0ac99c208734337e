import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import { findRank } from '../../platform/order/queries.ts'
import { placeByStatus } from '../cards/place-queries.ts'
import { type CardRow, type CardUpdate, cardRows, cardsOfColumn } from '../cards/queries.ts'
import type { ColumnRow } from './columns/queries.ts'

/** What a card needs to have so that its place can be found. */
export type Placed = Pick<CardRow, 'id' | 'list_id' | 'column_id' | 'column_rank' | 'status'>

/** That a held sprint has room for `more` tasks. @throws AppError 409 */
export async function requireRoomForTasks(trx: Db, sprintId: number, more: number, refusal: string = texts.tooManyTasks): Promise<void> {
  const { n } = await trx
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sprint_id', '=', sprintId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n + more > limits.sprintTasks) throw conflict(refusal)
}

/**
 * Where a card stands in a column: behind another task (null: on top), else at the end, or where it is when it is there already.
 * With the column comes its status, and with that the first list of the same status, so that both sides say the same.
 */
export async function placeInColumn(
  trx: Db,
  boardId: number,
  card: Placed,
  column: ColumnRow,
  after_id: number | null | undefined,
): Promise<CardUpdate> {
  const stays = card.column_id === column.id
  if (stays && after_id === undefined) return {}
  const own = stays ? { id: card.id, rank: card.column_rank ?? '' } : undefined
  const column_rank = await findRank(trx, cardsOfColumn(column.id), { after_id }, own)
  if (stays) return { column_rank }
  return { column_id: column.id, column_rank, ...(await placeByStatus(trx, boardId, card, column.status)) }
}

/** The tasks of a column in their order, hidden ones too. */
export const listTasksOfColumn = (trx: Db, columnId: number): Promise<CardRow[]> =>
  cardRows(trx).where('cards.column_id', '=', columnId).orderBy('cards.column_rank').orderBy('cards.id').execute()

/** The tasks of a sprint in their order, hidden ones too. */
export const listTasksOfSprint = (trx: Db, sprintId: number): Promise<CardRow[]> =>
  cardRows(trx)
    .leftJoin('sprint_columns', 'sprint_columns.id', 'cards.column_id')
    .where('cards.sprint_id', '=', sprintId)
    .orderBy('sprint_columns.rank')
    .orderBy('cards.column_rank')
    .orderBy('cards.id')
    .execute()

/** Of some sprints, those that ended. */
export async function findEnded(trx: Db, sprintIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (sprintIds.length === 0) return new Set()
  const rows = await trx.selectFrom('sprints').select('id').where('id', 'in', sprintIds).where('ended_at', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}
