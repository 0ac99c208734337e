import type { CardLabel } from '@rodada/contract/cards/cards'
import { limits } from '@rodada/contract/core/limits'
import { texts } from '@rodada/contract/texts/texts'
import type { Db } from '../../platform/database.ts'
import { conflict } from '../../platform/http/errors.ts'

export const listLabelsOfCard = (db: Db, cardId: number): Promise<CardLabel[]> =>
  db
    .selectFrom('card_labels')
    .innerJoin('labels', 'labels.id', 'card_labels.label_id')
    .select(['labels.id', 'labels.name', 'labels.color'])
    .where('card_labels.card_id', '=', cardId)
    .orderBy('labels.id')
    .execute()

/** Puts a label on a card; true when it was not there. @throws AppError 409 */
export const addCardLabel = async (trx: Db, cardId: number, labelId: number): Promise<boolean> =>
  (await addLabelToCards(trx, [cardId], labelId)).length > 0

/**
 * Puts a label on cards. Each tells all of its labels wherever it is listed, so that it has few: of a sprint of 2,000 cards with 100 each one
 * look was 19 MB.
 * @returns those that did not have it @throws AppError 409
 */
export async function addLabelToCards(trx: Db, cardIds: readonly number[], labelId: number): Promise<number[]> {
  if (cardIds.length === 0) return []
  const added = await trx
    .insertInto('card_labels')
    .values(cardIds.map((card_id) => ({ card_id, label_id: labelId })))
    .onConflict((oc) => oc.doNothing())
    .returning('card_id')
    .execute()
  const ids = added.map(({ card_id }) => card_id)
  await requireFewLabels(trx, ids)
  return ids
}

/** @throws AppError 409 when one of some cards has too many labels now */
async function requireFewLabels(trx: Db, cardIds: readonly number[]): Promise<void> {
  if (cardIds.length === 0) return
  const crowded = await trx
    .selectFrom('card_labels')
    .select('card_id')
    .where('card_id', 'in', cardIds)
    .groupBy('card_id')
    .having((eb) => eb.fn.countAll<number>(), '>', limits.cardLabels)
    .limit(1)
    .executeTakeFirst()
  if (crowded) throw conflict(texts.tooManyCardLabels)
}

/** Puts labels on a card that has none of them. */
export async function addLabelsToCard(trx: Db, cardId: number, labelIds: readonly number[]): Promise<void> {
  if (labelIds.length === 0) return
  await trx
    .insertInto('card_labels')
    .values(labelIds.map((label_id) => ({ card_id: cardId, label_id })))
    .execute()
}

/** Takes a label off cards. @returns those that had it */
export async function deleteLabelOfCards(trx: Db, cardIds: readonly number[], labelId: number): Promise<number[]> {
  if (cardIds.length === 0) return []
  const deleted = await trx
    .deleteFrom('card_labels')
    .where('card_id', 'in', cardIds)
    .where('label_id', '=', labelId)
    .returning('card_id')
    .execute()
  return deleted.map(({ card_id }) => card_id)
}

/** Takes a label off a card; false when it was not there. */
export const deleteCardLabel = async (trx: Db, cardId: number, labelId: number): Promise<boolean> =>
  (await deleteLabelOfCards(trx, [cardId], labelId)).length > 0

/** Takes all labels off a card. */
export async function clearCardLabels(trx: Db, cardId: number): Promise<void> {
  await trx.deleteFrom('card_labels').where('card_id', '=', cardId).execute()
}
