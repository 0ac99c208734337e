import type { Label } from '@rodada/contract/boards'
import { limits } from '@rodada/contract/limits'
import { texts } from '@rodada/contract/texts'
import type { Db } from '../../migrations/schema.ts'
import { conflict, notFound } from '../../platform/errors.ts'

const columns = ['id', 'name', 'color'] as const

export const listLabels = (db: Db, boardId: number): Promise<Label[]> =>
  db.selectFrom('labels').select(columns).where('board_id', '=', boardId).orderBy('id').limit(limits.boardLabels).execute()

/** @throws AppError 409 when the board has too many. */
export async function addLabel(trx: Db, boardId: number, label: { name: string; color: string }): Promise<Label> {
  if ((await listLabels(trx, boardId)).length >= limits.boardLabels) throw conflict(texts.tooManyLabels)
  return trx
    .insertInto('labels')
    .values({ ...label, board_id: boardId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** A label by its whole path; undefined when it is not one of this board's. */
export const findLabel = (db: Db, boardId: number, labelId: number): Promise<Label | undefined> =>
  db.selectFrom('labels').select(columns).where('id', '=', labelId).where('board_id', '=', boardId).executeTakeFirst()

/** As `findLabel`. @throws AppError 404 */
export async function getLabel(db: Db, boardId: number, labelId: number): Promise<Label> {
  const label = await findLabel(db, boardId, labelId)
  if (!label) throw notFound()
  return label
}

const labelled = (trx: Db, labelId: number, revision: number) =>
  trx
    .updateTable('cards')
    .set({ revision })
    .where('id', 'in', (eb) => eb.selectFrom('card_labels').select('card_id').where('label_id', '=', labelId))

/** Changes a label; those in sprints of the cards that have it count as changed at `revision`, since tasks carry their labels whole. */
export async function updateLabel(trx: Db, labelId: number, label: Omit<Label, 'id'>, revision: number): Promise<Label> {
  await labelled(trx, labelId, revision).where('sprint_id', 'is not', null).execute()
  return trx.updateTable('labels').set(label).where('id', '=', labelId).returning(columns).executeTakeFirstOrThrow()
}

/** Deletes a label; the cards that had it count as changed at `revision`. */
export async function deleteLabel(trx: Db, labelId: number, revision: number): Promise<void> {
  await labelled(trx, labelId, revision).execute()
  await trx.deleteFrom('labels').where('id', '=', labelId).execute()
}
