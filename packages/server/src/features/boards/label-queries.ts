import type { Label } from '@rodada/contract/boards/boards'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import { likeAnywhere, normalize } from '../../platform/normalize.ts'
import type { Actor } from '../auth/queries.ts'
import { workBoardIds } from './queries.ts'

type LabelRow = Label & { version: number }

const columns = ['id', 'name', 'color', 'version'] as const

export const listLabels = (db: Db, boardId: number): Promise<LabelRow[]> =>
  db.selectFrom('labels').select(columns).where('board_id', '=', boardId).orderBy('id').limit(limits.boardLabels).execute()

/** Adds labels, in their order. @throws AppError 409 when the board would have too many */
export async function addLabels(trx: Db, boardId: number, labels: readonly { name: string; color: string }[]): Promise<LabelRow[]> {
  if (labels.length === 0) return []
  if ((await listLabels(trx, boardId)).length + labels.length > limits.boardLabels) throw conflict(texts.tooManyLabels)
  return trx
    .insertInto('labels')
    .values(labels.map(({ name, color }) => ({ name, color, board_id: boardId, search_text: normalize(name) })))
    .returning(columns)
    .execute()
}

/** As `addLabels`, one. */
export async function addLabel(trx: Db, boardId: number, label: { name: string; color: string }): Promise<LabelRow> {
  const [added] = await addLabels(trx, boardId, [label])
  if (!added) throw new Error('a label was not returned')
  return added
}

/** A label by its whole path; undefined when it is not one of this board's. */
export const findLabel = (db: Db, boardId: number, labelId: number): Promise<LabelRow | undefined> =>
  db.selectFrom('labels').select(columns).where('id', '=', labelId).where('board_id', '=', boardId).executeTakeFirst()

/** As `findLabel`. @throws AppError 404 */
export async function getLabel(db: Db, boardId: number, labelId: number): Promise<LabelRow> {
  const label = await findLabel(db, boardId, labelId)
  if (!label) throw notFound()
  return label
}

/** Changes a label; a new name counts its version. */
export async function updateLabel(trx: Db, before: LabelRow, change: { name?: string; color?: string }): Promise<LabelRow> {
  const { name, color } = { ...before, ...change }
  const version = name === before.name ? before.version : before.version + 1
  return trx
    .updateTable('labels')
    .set({ name, color, version, search_text: normalize(name) })
    .where('id', '=', before.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteLabel(trx: Db, labelId: number): Promise<void> {
  await trx.deleteFrom('labels').where('id', '=', labelId).execute()
}

/** Different names of labels that hold a text, on the boards that a person sees: first those of the boards that they are on. */
export async function findLabelNames(db: Db, viewer: Actor, { q = '', limit }: { q?: string; limit: number }): Promise<string[]> {
  const isOwn = sql`case when board_id in (select board_id from board_members where user_id = ${viewer.userId}) then 1 else 0 end`
  const rows = await db
    .selectFrom('labels')
    .select('name')
    .where('board_id', 'in', workBoardIds(db, viewer))
    .where(sql<boolean>`search_text like ${likeAnywhere(q)} escape '\\'`)
    .groupBy('name')
    .orderBy(sql`max(${isOwn})`, 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}
